import { mayManage, type PortalUser } from '#domain/people/person.ts'
import { type PortalRole, portalRoles } from '#domain/people/portal-roles.ts'
import type { PeopleWords } from './words.tsx'

/** An action on somebody else's account; each has its own page below theirs. */
export interface PersonAct {
  readonly slug: keyof PeopleWords['acts']
  readonly isDanger?: true
  readonly isOffered: (person: PortalUser) => boolean
}

const isIn = ({ status }: PortalUser): boolean => status !== 'disabled'

export const personActs: readonly PersonAct[] = [
  { slug: 'role', isOffered: isIn },
  { slug: 'invitation', isOffered: isIn },
  { slug: 'codes', isOffered: (person) => isIn(person) && person.hasOneTimeCodes },
  { slug: 'fermer', isDanger: true, isOffered: isIn },
  { slug: 'rouvrir', isOffered: ({ status }) => status === 'disabled' },
]

/** What follows from an action, shown before it is done. */
export function consequenceOf(
  { slug }: PersonAct,
  { status }: PortalUser,
  words: PeopleWords,
): string {
  const isReplaced = slug === 'invitation' && status === 'invited'
  return isReplaced ? words.codeReplaced : words.acts[slug].consequence
}

/** The actions this manager may do on this person: none on themselves, or on people above them. */
export function actsOn(manager: PortalUser, person: PortalUser): readonly PersonAct[] {
  if (manager.id === person.id || !mayManage(manager, person.role)) return []
  return personActs.filter(({ isOffered }) => isOffered(person))
}

/** The roles that this manager may assign. */
export function rolesOf(manager: PortalUser): readonly PortalRole[] {
  return portalRoles.filter((role) => mayManage(manager, role))
}
