import Type from 'typebox'
import { changePersonRole } from '#use-cases/people/change-role.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentStaffMember } from '#api/present/staff-member.ts'
import { staffMember } from '#api/schemas/staff.ts'
import { memberParams, reasonField, roleField } from '#api/staff/fields.ts'
import { managedBy } from './managed.ts'

const newRole = Type.Object({ role: roleField, reason: Type.Optional(reasonField) })

/** Gives somebody another role, from their next request on. Refusals: user_not_found, operation_not_allowed, last_administrator. */
export function changeStaffRole({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/members/:id/role',
    keys: { staff: 'staff.manage' },
    summary: 'Changer le rôle d’un membre de l’équipe',
    answer: { object: staffMember },
    params: memberParams,
    body: newRole,
    async handler(input) {
      const member = await changePersonRole(database, managedBy(input), input.body.role)
      return { body: { data: presentStaffMember(member) } }
    },
  })
}
