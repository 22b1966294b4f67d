import Type from 'typebox'
import { changePassword } from '#use-cases/sessions/change-password.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentOpenedSession } from '#api/present/staff-member.ts'
import { staffLogIn } from '#api/schemas/staff.ts'
import { secretField } from '#use-cases/desk/fields.ts'
import { causeOf } from '#api/staff/fields.ts'

/** Changes one's own password; all sessions end, and one goes on under the new token. Refusals: invalid_password, wrong_password. */
export function changeStaffPassword({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/password',
    keys: { staff: 'everybody' },
    summary: 'Changer son mot de passe',
    answer: { object: staffLogIn },
    body: Type.Object({ current_password: secretField, new_password: secretField }),
    async handler(input) {
      const { current_password: current, new_password: next } = input.body
      const change = { current, next, cause: causeOf(input) }
      const opened = await changePassword<'staff'>(database, input.caller, change)
      return { body: { data: presentOpenedSession(opened) } }
    },
  })
}
