import { logOut } from '#use-cases/sessions/log-out.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { done } from '#api/schemas/staff.ts'
import { causeOf } from '#api/staff/fields.ts'

/** Ends the session at once. */
export function logOutStaff({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/log-out',
    keys: { staff: 'everybody' },
    summary: 'Se déconnecter',
    answer: { object: done },
    async handler(input) {
      await logOut(database, input.caller, causeOf(input))
      return { body: { data: { object: 'done' } } }
    },
  })
}
