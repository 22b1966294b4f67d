import type { PortalRole } from './portal-roles.ts'
import type { StaffRole } from './staff-roles.ts'

/** The roles of the portal, as people call them. */
export const portalRoleNames: Readonly<Record<PortalRole, string>> = {
  owner: 'Propriétaire',
  administrator: 'Administrateur',
  developer: 'Développeur',
  collaborator: 'Collaborateur',
}

/** The roles of the staff. */
export const staffRoleNames: Readonly<Record<StaffRole, string>> = {
  agent: 'Agent',
  supervisor: 'Superviseur',
  administrator: 'Administrateur',
}
