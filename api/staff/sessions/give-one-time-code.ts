import Type from 'typebox'
import { giveOneTimeCode } from '#use-cases/sessions/give-one-time-code.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentOpenedSession } from '#api/present/staff-member.ts'
import { staffLogIn } from '#api/schemas/staff.ts'
import { secretField } from '#use-cases/desk/fields.ts'
import { causeOf } from '#api/staff/fields.ts'

/** The second step, with the token of the first. Refusals: session_required, invalid_one_time_code, too_many_attempts. */
export function giveStaffCode({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/log-in/code',
    keys: 'none',
    summary: 'Donner le code à usage unique de la connexion',
    answer: { object: staffLogIn },
    refusals: [401],
    body: Type.Object({ token: secretField, code: secretField }),
    async handler(input) {
      const given = { ...input.body, cause: causeOf(input) }
      return {
        body: { data: presentOpenedSession(await giveOneTimeCode(database, 'staff', given)) },
      }
    },
  })
}
