import { enablePerson } from '#use-cases/people/set-state.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentStaffMember } from '#api/present/staff-member.ts'
import { staffMember } from '#api/schemas/staff.ts'
import { explained, memberParams } from '#api/staff/fields.ts'
import { managedBy } from './managed.ts'

/** Lets somebody in again. Refusals: user_not_found, operation_not_allowed, action_not_allowed. */
export function enableStaffMember({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/members/:id/enable',
    keys: { staff: 'staff.manage' },
    summary: 'Réactiver un membre de l’équipe',
    answer: { object: staffMember },
    params: memberParams,
    body: explained,
    async handler(input) {
      return { body: { data: presentStaffMember(await enablePerson(database, managedBy(input))) } }
    },
  })
}
