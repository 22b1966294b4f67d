import type { Language } from '#domain/text/language.ts'

interface Words {
  readonly subject: string
  /** `whose` is “votre compte” or “le compte de …”. */
  readonly sentence: (whose: string) => string
}

/** What mails say about actions on accounts. */
const french = {
  'person.changed': {
    subject: 'Un compte a changé',
    sentence: (whose) => `Il y a du nouveau sur ${whose}.`,
  },
  'person.invite': {
    subject: 'Une invitation est partie',
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
      `Le retrait des codes à usage unique est demandé pour ${whose}. Rien ne change tant que la personne n’a pas confirmé.`,
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
      `Un nouvel accès est demandé pour ${whose}, propriétaire d’un marchand. Rien ne change tant que la personne n’a pas confirmé.`,
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
  'one_time_codes.disable': {
    subject: 'Les codes à usage unique sont retirés',
    sentence: (whose) =>
      `Les codes à usage unique et les clés d’accès viennent d’être retirés pour ${whose}\u00A0: le mot de passe seul l’ouvre désormais.`,
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

export type PeopleAct = keyof typeof french

type ActWords = Readonly<Record<PeopleAct, Words>>

const english: ActWords = {
  'person.changed': {
    subject: 'An account has changed',
    sentence: (whose) => `Something has changed on ${whose}.`,
  },
  'person.invite': {
    subject: 'An invitation was sent',
    sentence: (whose) => `An invitation was sent for ${whose}.`,
  },
  'person.renew_invitation': {
    subject: 'An invitation was renewed',
    sentence: (whose) =>
      `A new invitation code was sent for ${whose}. The old password works until another one is chosen.`,
  },
  'person.reset_one_time_codes': {
    subject: 'Access must be confirmed',
    sentence: (whose) =>
      `Somebody asked us to turn off one-time codes for ${whose}. Nothing changes until that person confirms.`,
  },
  'person.change_role': {
    subject: 'A role has changed',
    sentence: (whose) => `The role of ${whose} has changed.`,
  },
  'person.disable': {
    subject: 'An account was closed',
    sentence: (whose) => `Nobody can log in to ${whose} any more.`,
  },
  'person.enable': {
    subject: 'An account was reopened',
    sentence: (whose) => `It is possible to log in to ${whose} again.`,
  },
  'merchant.replace_owner': {
    subject: 'The owner has changed',
    sentence: (whose) => `A merchant has a new owner. This concerns ${whose}.`,
  },
  'merchant.reset_owner': {
    subject: 'An owner’s access must be confirmed',
    sentence: (whose) =>
      `Somebody asked us to let the owner of a merchant back in. This concerns ${whose}. Nothing changes until the owner confirms.`,
  },
  'invitation.accept': {
    subject: 'A password was chosen',
    sentence: (whose) => `A password has just been chosen for ${whose}, with an invitation.`,
  },
  'password.reset': {
    subject: 'A forgotten password was replaced',
    sentence: (whose) =>
      `A new password has just been chosen for ${whose}, with a code sent by e-mail. All open sessions were closed.`,
  },
  'passkey.add': {
    subject: 'A passkey was added',
    sentence: (whose) => `A new passkey can now be used to log in to ${whose}.`,
  },
  'passkey.remove': {
    subject: 'A passkey was removed',
    sentence: (whose) => `A passkey can no longer be used to log in to ${whose}.`,
  },
  'one_time_codes.disable': {
    subject: 'One-time codes were turned off',
    sentence: (whose) =>
      `One-time codes and passkeys have just been removed from ${whose}: the password alone is now enough to log in.`,
  },
  'session.new_device': {
    subject: 'Log-in from a new device',
    sentence: (whose) =>
      `Somebody has just logged in to ${whose} from a device that we had not seen before. If it was you, there is nothing to do. Otherwise, change your password: that closes all sessions.`,
  },
  'change.asked': {
    subject: 'A request awaits a second administrator',
    sentence: (whose) =>
      `A change was requested for ${whose}. It will only be made if a second administrator approves it.`,
  },
}

export const peopleActs: Readonly<Record<Language, ActWords>> = { fr: french, en: english }
