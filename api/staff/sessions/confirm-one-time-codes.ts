import Type from 'typebox'
import { confirmOneTimeCodes } from '#use-cases/sessions/confirm-one-time-codes.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { recoveryCodes } from '#api/schemas/staff.ts'
import { secretField } from '#use-cases/desk/fields.ts'
import { causeOf } from '#api/staff/fields.ts'

/** Turns codes on with the first one. Refusals: invalid_one_time_code, action_not_allowed where none were begun. */
export function confirmStaffCodes({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/one-time-codes/confirm',
    keys: { staff: 'everybody' },
    summary: 'Activer ses codes à usage unique',
    answer: { object: recoveryCodes },
    body: Type.Object({ code: secretField }),
    async handler(input) {
      const given = { code: input.body.code, cause: causeOf(input) }
      const confirmed = await confirmOneTimeCodes(database, input.caller, given)
      return {
        body: { data: { object: 'recovery_codes', recovery_codes: confirmed.recoveryCodes } },
      }
    },
  })
}
