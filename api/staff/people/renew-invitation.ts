import { renewInvitation } from '#use-cases/people/renew-invitation.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentStaffInvitation } from '#api/present/staff-member.ts'
import { staffInvitation } from '#api/schemas/staff.ts'
import { explained, memberParams } from '#api/staff/fields.ts'
import { managedBy } from './managed.ts'

/** A new code, in this answer alone. Refusals: user_not_found, operation_not_allowed, action_not_allowed. */
export function renewStaffInvitation({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/members/:id/invitation',
    keys: { staff: 'staff.manage' },
    summary: 'Renouveler l’invitation d’un membre de l’équipe',
    answer: { object: staffInvitation },
    params: memberParams,
    body: explained,
    async handler(input) {
      const invited = await renewInvitation(database, managedBy(input))
      return { body: { data: presentStaffInvitation(invited) } }
    },
  })
}
