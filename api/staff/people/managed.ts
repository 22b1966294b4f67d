import type { Managed } from '#use-cases/people/change-managed.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import { causeOf } from '#api/staff/fields.ts'

/** Whom a route changes, who asks, and why. */
export function managedBy(input: {
  readonly caller: Session<'staff'>
  readonly requestId: string
  readonly params: { readonly id: string }
  readonly body: { readonly reason?: string }
}): Managed<'staff'> {
  const { caller, params, body } = input
  const cause = causeOf(input, body.reason)
  return { realm: 'staff', manager: caller.person, id: params.id, cause }
}
