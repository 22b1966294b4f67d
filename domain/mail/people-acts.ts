interface Words {
  readonly subject: string
  /** `whose` is “votre compte” or “le compte de …”. */
  readonly sentence: (whose: string) => string
}

/** What mails say about actions on accounts, in French. */
export const peopleActs = {
  'person.changed': {
    subject: 'Un compte a changé',
    sentence: (whose) => `Il y a du nouveau sur ${whose}.`,
  },
  'person.invite': {
    subject: 'Quelqu’un est invité',
    sentence: (whose) => `Une invitation est partie pour ${whose}.`,
  },
  'person.renew_invitation': {
    subject: 'Une invitation est renouvelée',
    sentence: (whose) =>
      `Un nouveau code d’invitation est parti pour ${whose}. Le mot de passe d’avant vaut jusqu’à ce qu’un autre soit choisi.`,
  },
  'person.reset_one_time_codes': {
    subject: 'Un accès est à confirmer',
    sentence: (whose) =>
      `On a demandé le retrait des codes à usage unique pour ${whose}. Rien ne change tant que la personne n’a pas confirmé.`,
  },
  'person.change_role': {
    subject: 'Un rôle a changé',
    sentence: (whose) => `Le rôle a changé pour ${whose}.`,
  },
  'person.disable': {
    subject: 'Un compte est fermé',
    sentence: (whose) => `L’accès est fermé pour ${whose}.`,
  },
  'person.enable': {
    subject: 'Un compte est rouvert',
    sentence: (whose) => `L’accès est rouvert pour ${whose}.`,
  },
  'merchant.replace_owner': {
    subject: 'Le propriétaire change',
    sentence: (whose) => `Un marchand change de propriétaire\u00A0: cela concerne ${whose}.`,
  },
  'merchant.reset_owner': {
    subject: 'L’accès d’un propriétaire est à confirmer',
    sentence: (whose) =>
      `On a demandé de rouvrir ${whose}, propriétaire d’un marchand. Rien ne change tant que la personne n’a pas confirmé.`,
  },
  'invitation.accept': {
    subject: 'Un mot de passe est choisi',
    sentence: (whose) => `Un mot de passe vient d’être choisi avec une invitation, pour ${whose}.`,
  },
  'password.reset': {
    subject: 'Un mot de passe oublié est remplacé',
    sentence: (whose) =>
      `Un nouveau mot de passe vient d’être choisi pour ${whose}, avec un code reçu par e-mail. Les sessions ouvertes sont fermées.`,
  },
  'passkey.add': {
    subject: 'Une clé d’accès est ajoutée',
    sentence: (whose) => `Une clé d’accès ouvre désormais ${whose}.`,
  },
  'passkey.remove': {
    subject: 'Une clé d’accès est retirée',
    sentence: (whose) => `Une clé d’accès n’ouvre plus ${whose}.`,
  },
  'session.new_device': {
    subject: 'Connexion depuis un nouvel appareil',
    sentence: (whose) =>
      `Quelqu’un vient d’ouvrir ${whose} depuis un appareil que nous ne connaissions pas. Si c’est vous, il n’y a rien à faire. Sinon, changez votre mot de passe\u00A0: toutes les sessions se ferment.`,
  },
  'change.asked': {
    subject: 'Une demande attend un second administrateur',
    sentence: (whose) =>
      `Un changement est demandé pour ${whose}. Il ne se fera que si un second administrateur l’approuve.`,
  },
} as const satisfies Readonly<Record<string, Words>>

export type PeopleAct = keyof typeof peopleActs
