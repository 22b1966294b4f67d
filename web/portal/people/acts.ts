import { mayManage, type PortalUser } from '#domain/people/person.ts'
import { type PortalRole, portalRoles } from '#domain/people/portal-roles.ts'

/** An action on somebody else's account; each has its own page below theirs. */
export interface PersonAct {
  readonly slug: 'role' | 'fermer' | 'rouvrir' | 'invitation' | 'codes'
  readonly button: string
  readonly isDanger?: true
  readonly isOffered: (person: PortalUser) => boolean
  /** Its consequence, shown before it is done. */
  readonly consequence: (person: PortalUser) => string
  /** The message shown afterwards. */
  readonly done: string
}

const isIn = ({ status }: PortalUser): boolean => status !== 'disabled'

export const personActs: readonly PersonAct[] = [
  {
    slug: 'role',
    button: 'Changer le rôle',
    isOffered: isIn,
    consequence: () => 'Le nouveau rôle vaut dès la page suivante que cette personne ouvre.',
    done: 'Le rôle est changé.',
  },
  {
    slug: 'invitation',
    button: 'Envoyer un nouveau code',
    isOffered: isIn,
    consequence: ({ status }) =>
      status === 'invited'
        ? 'Le code d’avant ne servira plus.'
        : 'Pour qui a oublié son mot de passe\u00A0: l’ancien vaut jusqu’à ce qu’un autre soit choisi.',
    done: 'Un nouveau code part par e-mail.',
  },
  {
    slug: 'codes',
    button: 'Retirer les codes à usage unique',
    isOffered: (person) => isIn(person) && person.hasOneTimeCodes,
    consequence: () =>
      'Pour qui a perdu son téléphone et ses codes de secours. Un code lui part par e-mail\u00A0; rien ne change tant qu’elle ne l’a pas utilisé pour choisir un mot de passe.',
    done: 'Un code part par e-mail. Les codes à usage unique seront retirés quand la personne l’utilisera.',
  },
  {
    slug: 'fermer',
    button: 'Fermer l’accès',
    isDanger: true,
    isOffered: isIn,
    consequence: () =>
      'Ses sessions se ferment aussitôt et plus rien ne s’ouvre. Ce que cette personne a fait reste au journal. Si elle connaissait la clé secrète, remplacez-la.',
    done: 'L’accès est fermé.',
  },
  {
    slug: 'rouvrir',
    button: 'Rouvrir l’accès',
    isOffered: ({ status }) => status === 'disabled',
    consequence: () =>
      'Le mot de passe d’avant vaut de nouveau\u00A0; qui n’en avait pas a besoin d’un nouveau code.',
    done: 'L’accès est rouvert.',
  },
]

/** The actions this manager may do on this person: none on themselves, or on people above them. */
export function actsOn(manager: PortalUser, person: PortalUser): readonly PersonAct[] {
  if (manager.id === person.id || !mayManage(manager, person.role)) return []
  return personActs.filter(({ isOffered }) => isOffered(person))
}

/** The roles that this manager may assign. */
export function rolesOf(manager: PortalUser): readonly PortalRole[] {
  return portalRoles.filter((role) => mayManage(manager, role))
}
