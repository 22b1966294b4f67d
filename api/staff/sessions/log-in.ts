import Type from 'typebox'
import { logIn } from '#use-cases/sessions/log-in.ts'
import type { ApiContext } from '#http/context.ts'
import { textField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentStaffLogIn } from '#api/present/staff-member.ts'
import { staffLogIn } from '#api/schemas/staff.ts'
import { secretField } from '#use-cases/desk/fields.ts'
import { causeOf } from '#api/staff/fields.ts'

/** The first step, and the only one without one-time codes. Refusals: invalid_credentials, too_many_attempts. */
export function logInStaff({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/log-in',
    keys: 'none',
    summary: 'Se connecter',
    answer: { object: staffLogIn },
    refusals: [401],
    body: Type.Object({
      email: textField('invalid_email', { min: 1, max: 254 }),
      password: secretField,
    }),
    async handler(input) {
      const { email, password } = input.body
      const { address } = input
      const given = { email, password, address, cause: causeOf(input) }
      return { body: { data: presentStaffLogIn(await logIn(database, 'staff', given)) } }
    },
  })
}
