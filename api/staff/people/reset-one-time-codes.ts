import { resetOneTimeCodes } from '#use-cases/people/reset-one-time-codes.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentStaffMember } from '#api/present/staff-member.ts'
import { staffMember } from '#api/schemas/staff.ts'
import { explained, memberParams } from '#api/staff/fields.ts'
import { managedBy } from './managed.ts'

/** For who lost device and recovery codes. Refusals: user_not_found, operation_not_allowed. */
export function resetStaffCodes({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/members/:id/one-time-codes/reset',
    keys: { staff: 'staff.manage' },
    summary: 'Retirer les codes à usage unique d’un membre de l’équipe',
    answer: { object: staffMember },
    params: memberParams,
    body: explained,
    async handler(input) {
      return {
        body: { data: presentStaffMember(await resetOneTimeCodes(database, managedBy(input))) },
      }
    },
  })
}
