import { disablePerson } from '#use-cases/people/set-state.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentStaffMember } from '#api/present/staff-member.ts'
import { staffMember } from '#api/schemas/staff.ts'
import { explained, memberParams } from '#api/staff/fields.ts'
import { managedBy } from './managed.ts'

/** Shuts somebody out at once. Refusals: user_not_found, operation_not_allowed, last_administrator. */
export function disableStaffMember({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/members/:id/disable',
    keys: { staff: 'staff.manage' },
    summary: 'Désactiver un membre de l’équipe',
    answer: { object: staffMember },
    params: memberParams,
    body: explained,
    async handler(input) {
      return { body: { data: presentStaffMember(await disablePerson(database, managedBy(input))) } }
    },
  })
}
