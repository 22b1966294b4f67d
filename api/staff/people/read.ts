import { findPerson } from '#use-cases/people/find.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentStaffMember } from '#api/present/staff-member.ts'
import { staffMember } from '#api/schemas/staff.ts'
import { memberParams } from '#api/staff/fields.ts'

/** One member. Refusal: user_not_found. */
export function readStaffMember({ database }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/members/:id',
    keys: { staff: 'staff.manage' },
    summary: 'Lire un membre de l’équipe',
    answer: { object: staffMember },
    params: memberParams,
    async handler({ params: { id } }) {
      const member = await findPerson(database, { realm: 'staff', merchantId: null }, id)
      return { body: { data: presentStaffMember(member) } }
    },
  })
}
