import type { People, Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { letInByMail } from './invitations.ts'
import { changeManaged, type Managed } from './change-managed.ts'

/**
 * Mails a new code to somebody who lost theirs, or forgot the password, which stays valid until another is chosen.
 * Refusals: user_not_found, operation_not_allowed, action_not_allowed if the account is disabled.
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
