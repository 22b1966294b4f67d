import type { ComponentChildren } from 'preact'
import type { PersonStatus } from '#domain/people/person.ts'
import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the pages of the team say. */
const french = {
  title: 'Équipe',
  invite: 'Inviter',
  inviteSomebody: 'Inviter quelqu’un',
  people: 'Personnes de l’équipe',
  rightsTitle: 'Ce que permet chaque rôle',
  rights: 'Droits de chaque rôle',
  right: 'Droit',
  held: 'Oui',
  manage: (role: string) => `Inviter, changer ou fermer un accès\u00A0: ${role}`,
  inTestMode: (right: string) => `${right}, en mode test`,
  whoMayWhat: 'Qui peut quoi',
  ownerAlone: (us: ComponentChildren) => (
    <>
      Le propriétaire est seul à gérer les administrateurs, et personne ne le gère{'\u00A0'}: pour
      en changer, écrivez à {us}.
    </>
  ),
  /** To whom one writes where no address is set. */
  serviceTeam: 'l’équipe du service',
  name: 'Nom',
  email: 'Adresse e-mail',
  emailHint: 'Recevra le code d’invitation, et servira d’identifiant.',
  role: 'Rôle',
  /** Where a cashier sells. */
  pointOfSale: {
    label: 'Point de vente',
    hint: 'Pour un caissier\u00A0: il n’encaisse que là, et n’en voit que les ventes du jour.',
    choose: 'Choisissez',
    none: (terminal: ComponentChildren) => (
      <>Pour inviter un caissier, donnez d’abord un point de vente à {terminal}.</>
    ),
    addTerminal: 'un terminal ou une caisse',
  },
  lastLogIn: 'Dernière connexion',
  never: 'Jamais',
  state: 'État',
  oneTimeCode: 'Code à usage unique',
  asked: 'Demandé',
  notAsked: 'Non demandé',
  since: 'Dans l’équipe depuis',
  whatTheyDid: 'Ce que cette personne a fait',
  states: { active: 'Actif', invited: 'Invité', disabled: 'Accès fermé' } satisfies Record<
    PersonStatus,
    string
  >,
  /** Why nothing can be done to an account here. */
  whyNot: {
    yourself:
      'C’est vous\u00A0: votre mot de passe et vos codes sont dans «\u00A0Mon compte\u00A0».',
    owner: (us: ComponentChildren) => (
      <>Le propriétaire ne se gère pas ici. Pour en changer, écrivez à {us}.</>
    ),
    administrator: 'Seul le propriétaire gère les administrateurs.',
  },
  faults: {
    name: 'Indiquez le nom de la personne, en 120 caractères au plus.',
    email: 'Cette adresse e-mail n’est pas valide.',
    role: 'Choisissez un rôle.',
    pointOfSale: 'Choisissez le point de vente de ce caissier.',
  },
  /** What can be done to an account: the button, what follows from it, what is said once it is done. */
  acts: {
    role: {
      button: 'Changer le rôle',
      consequence:
        'Le nouveau rôle, ou le nouveau point de vente d’un caissier, vaut dès la page suivante que cette personne ouvre.',
      done: 'C’est changé.',
    },
    invitation: {
      button: 'Envoyer un nouveau code',
      consequence:
        'Si la personne a oublié son mot de passe. L’ancien reste valable jusqu’à ce qu’elle en choisisse un autre.',
      done: 'Un nouveau code part par e-mail.',
    },
    codes: {
      button: 'Retirer les codes à usage unique',
      consequence:
        'Si la personne a perdu son téléphone et ses codes de secours. Elle reçoit un code par e-mail\u00A0; rien ne change tant qu’elle ne l’a pas utilisé pour choisir un mot de passe.',
      done: 'Un code part par e-mail. Les codes à usage unique seront retirés quand la personne l’utilisera.',
    },
    fermer: {
      button: 'Fermer l’accès',
      consequence:
        'Ses sessions se ferment aussitôt et plus rien ne s’ouvre. Ce que cette personne a fait reste au journal. Si elle connaissait la clé secrète, remplacez-la.',
      done: 'L’accès est fermé.',
    },
    rouvrir: {
      button: 'Rouvrir l’accès',
      consequence:
        'L’ancien mot de passe fonctionne à nouveau. Si la personne n’en avait pas, envoyez-lui un nouveau code.',
      done: 'L’accès est rouvert.',
    },
  },
  /** Of a new code, for who has not come yet. */
  codeReplaced: 'Le code d’avant ne servira plus.',
}

const english: typeof french = {
  title: 'Team',
  invite: 'Invite',
  inviteSomebody: 'Invite someone',
  people: 'Team members',
  rightsTitle: 'What each role can do',
  rights: 'Permissions of each role',
  right: 'Permission',
  held: 'Yes',
  manage: (role: string) => `Invite, change or close access: ${role}`,
  inTestMode: (right) => `${right}, in test mode`,
  whoMayWhat: 'Who can do what',
  ownerAlone: (us) => (
    <>
      Only the owner can manage administrators, and nobody can manage the owner: to change the
      owner, write to {us}.
    </>
  ),
  serviceTeam: 'the service’s team',
  name: 'Name',
  email: 'E-mail address',
  emailHint: 'The invitation code will be sent to this address, which is also used to log in.',
  role: 'Role',
  pointOfSale: {
    label: 'Point of sale',
    hint: 'For a cashier: they collect only there, and see only its sales of today.',
    choose: 'Choose one',
    none: (terminal) => <>To invite a cashier, first give a point of sale to {terminal}.</>,
    addTerminal: 'a terminal or cash desk',
  },
  lastLogIn: 'Last log-in',
  never: 'Never',
  state: 'Status',
  oneTimeCode: 'One-time code',
  asked: 'Required',
  notAsked: 'Not required',
  since: 'On the team since',
  whatTheyDid: 'What this person did',
  states: { active: 'Active', invited: 'Invited', disabled: 'Access closed' },
  whyNot: {
    yourself: 'This is you: your password and your codes are in “My account”.',
    owner: (us) => <>The owner cannot be managed here. To change the owner, write to {us}.</>,
    administrator: 'Only the owner can manage administrators.',
  },
  faults: {
    name: 'Enter the person’s name, using at most 120 characters.',
    email: 'This e-mail address is not valid.',
    role: 'Choose a role.',
    pointOfSale: 'Choose this cashier’s point of sale.',
  },
  acts: {
    role: {
      button: 'Change role',
      consequence:
        'The new role, or a cashier’s new point of sale, applies from the next page that this person opens.',
      done: 'It has been changed.',
    },
    invitation: {
      button: 'Send a new code',
      consequence:
        'For someone who forgot their password: the old one works until they choose another.',
      done: 'A new code is on its way by e-mail.',
    },
    codes: {
      button: 'Turn off one-time codes',
      consequence:
        'For someone who lost their phone and their recovery codes. They are sent a code by e-mail; nothing changes until they use it to choose a password.',
      done: 'A code is on its way by e-mail. One-time codes will be turned off when the person uses it.',
    },
    fermer: {
      button: 'Close access',
      consequence:
        'They are logged out everywhere at once and can no longer log in. What this person did stays in the activity log. If they knew the secret key, replace it.',
      done: 'Access is closed.',
    },
    rouvrir: {
      button: 'Reopen access',
      consequence: 'The previous password works again; someone who had none needs a new code.',
      done: 'Access is open again.',
    },
  },
  codeReplaced: 'The previous code will no longer work.',
}

export type PeopleWords = typeof french

export const peopleWords: Readonly<Record<Language, PeopleWords>> = { fr: french, en: english }

export const usePeopleWords = inPageLanguage(peopleWords)
