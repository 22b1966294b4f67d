import type { Language } from '#domain/text/language.ts'
import type { PortalRole } from './portal-roles.ts'
import type { StaffRole } from './staff-roles.ts'

type PortalRoleWords = Readonly<Record<PortalRole, string>>

/** The names of portal roles. */
export const portalRoleNames: Readonly<Record<Language, PortalRoleWords>> = {
  fr: {
    owner: 'Propriétaire',
    administrator: 'Administrateur',
    developer: 'Développeur',
    collaborator: 'Collaborateur',
    cashier: 'Caissier',
  },
  en: {
    owner: 'Owner',
    administrator: 'Administrator',
    developer: 'Developer',
    collaborator: 'Collaborator',
    cashier: 'Cashier',
  },
}

/** The names of staff roles, in French. */
export const staffRoleNames: Readonly<Record<StaffRole, string>> = {
  agent: 'Agent',
  supervisor: 'Superviseur',
  administrator: 'Administrateur',
}
