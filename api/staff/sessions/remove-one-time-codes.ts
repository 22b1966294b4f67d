import Type from 'typebox'
import { removeOneTimeCodes } from '#use-cases/sessions/remove-one-time-codes.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { done } from '#api/schemas/staff.ts'
import { secretField } from '#use-cases/desk/fields.ts'
import { causeOf } from '#api/staff/fields.ts'

/** Turns one's own codes off. Refusals: wrong_password, too_many_attempts. */
export function removeStaffCodes({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/one-time-codes/remove',
    keys: { staff: 'everybody' },
    summary: 'Retirer ses codes à usage unique',
    answer: { object: done },
    body: Type.Object({ password: secretField }),
    async handler(input) {
      const given = { password: input.body.password, cause: causeOf(input) }
      await removeOneTimeCodes(database, input.caller, given)
      return { body: { data: { object: 'done' } } }
    },
  })
}
