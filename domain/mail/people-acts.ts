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
    sentence: (whose) => `There is something new about ${whose}.`,
  },
  'person.invite': {
    subject: 'Somebody is invited',
    sentence: (whose) => `An invitation was sent for ${whose}.`,
  },
  'person.renew_invitation': {
    subject: 'An invitation is renewed',
    sentence: (whose) =>
      `A new invitation code was sent for ${whose}. The old password is valid until another one is chosen.`,
  },
  'person.reset_one_time_codes': {
    subject: 'Access is to be confirmed',
    sentence: (whose) =>
      `Somebody asked to turn one-time codes off for ${whose}. Nothing changes until that person confirms.`,
  },
  'person.change_role': {
    subject: 'A role has changed',
    sentence: (whose) => `The role has changed for ${whose}.`,
  },
  'person.disable': {
    subject: 'An account is closed',
    sentence: (whose) => `Access is closed for ${whose}.`,
  },
  'person.enable': {
    subject: 'An account is open again',
    sentence: (whose) => `Access is open again for ${whose}.`,
  },
  'merchant.replace_owner': {
    subject: 'The owner changes',
    sentence: (whose) => `A merchant has a new owner: this concerns ${whose}.`,
  },
  'merchant.reset_owner': {
    subject: 'An owner’s access is to be confirmed',
    sentence: (whose) =>
      `Somebody asked to give ${whose}, owner of a merchant, access again. Nothing changes until that person confirms.`,
  },
  'invitation.accept': {
    subject: 'A password is chosen',
    sentence: (whose) => `A password was just chosen with an invitation, for ${whose}.`,
  },
  'password.reset': {
    subject: 'A forgotten password is replaced',
    sentence: (whose) =>
      `A new password was just chosen for ${whose}, with a code sent by e-mail. Open sessions are closed.`,
  },
  'passkey.add': {
    subject: 'A passkey is added',
    sentence: (whose) => `A passkey now opens ${whose}.`,
  },
  'passkey.remove': {
    subject: 'A passkey is removed',
    sentence: (whose) => `A passkey no longer opens ${whose}.`,
  },
  'one_time_codes.disable': {
    subject: 'One-time codes are turned off',
    sentence: (whose) =>
      `One-time codes and passkeys were just removed for ${whose}: the password alone opens it now.`,
  },
  'session.new_device': {
    subject: 'Log-in from a new device',
    sentence: (whose) =>
      `Somebody has just logged in to ${whose} from a device that we did not know. If it is you, there is nothing to do. Otherwise, change your password: all sessions are closed.`,
  },
  'change.asked': {
    subject: 'A request waits for a second administrator',
    sentence: (whose) =>
      `A change is asked for ${whose}. It is only made if a second administrator approves it.`,
  },
}

export const peopleActs: Readonly<Record<Language, ActWords>> = { fr: french, en: english }
