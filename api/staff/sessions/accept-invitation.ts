import Type from 'typebox'
import { acceptInvitation } from '#use-cases/people/accept-invitation.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { done } from '#api/schemas/staff.ts'
import { emailField } from '#http/fields.ts'
import { secretField } from '#use-cases/desk/fields.ts'
import { causeOf } from '#api/staff/fields.ts'

/** Chooses a password with an invitation; then one logs in. Refusals: invalid_password, invalid_invitation, too_many_attempts. */
export function acceptStaffInvitation({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/invitation',
    keys: 'none',
    summary: 'Choisir un mot de passe avec une invitation',
    answer: { object: done },
    refusals: [401],
    body: Type.Object({ email: emailField, code: secretField, password: secretField }),
    async handler(input) {
      const { address, body } = input
      await acceptInvitation(database, 'staff', { ...body, address, cause: causeOf(input) })
      return { body: { data: { object: 'done' } } }
    },
  })
}
