import type { PortalRole } from './portal-roles.ts'
import type { StaffRole } from './staff-roles.ts'

/** The names of portal roles, in French. */
export const portalRoleNames: Readonly<Record<PortalRole, string>> = {
  owner: 'Propriétaire',
  administrator: 'Administrateur',
  developer: 'Développeur',
  collaborator: 'Collaborateur',
}

/** The names of staff roles, in French. */
export const staffRoleNames: Readonly<Record<StaffRole, string>> = {
  agent: 'Agent',
  supervisor: 'Superviseur',
  administrator: 'Administrateur',
}
