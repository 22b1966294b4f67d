import type { People, Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { letInByMail } from './invitations.ts'
import { changeManaged, type Managed } from './change-managed.ts'

/**
 * A new code by mail for who lost theirs, or forgot their password, which holds until another is chosen. Refusals:
 * user_not_found, operation_not_allowed, action_not_allowed for who is disabled.
 */
export function renewInvitation<R extends Realm>(
  database: Database,
  managed: Managed<R>,
): Promise<People[R]> {
  return changeManaged(database, managed, {
    act: 'person.renew_invitation',
    make: (tx, { id, status }) => letInByMail(tx, database, { id, status, resets: false }),
  })
}
