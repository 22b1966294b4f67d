import type { People, Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { changeManaged, type Managed } from './change-managed.ts'
import { letInByMail } from './invitations.ts'

/**
 * Mails a code to somebody who lost the device and the recovery codes. Password, one-time codes and sessions stay
 * until it is used. Refusals: user_not_found, operation_not_allowed, action_not_allowed if the account is disabled.
 */
export function resetOneTimeCodes<R extends Realm>(
  database: Database,
  managed: Managed<R>,
): Promise<People[R]> {
  return changeManaged(database, managed, {
    act: 'person.reset_one_time_codes',
    make: (tx, { id, status }) => letInByMail(tx, database, { id, status, resets: true }),
  })
}
