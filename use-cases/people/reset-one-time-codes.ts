import type { People, Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { changeManaged, type Managed } from './change-managed.ts'
import { forgetCodes } from '#use-cases/sessions/one-time-codes.ts'
import { endSessions } from '#use-cases/sessions/sessions.ts'

/**
 * Turns the one-time codes of somebody off who lost the device and the recovery codes; their sessions end. Refusals:
 * user_not_found, operation_not_allowed.
 */
export async function resetOneTimeCodes<R extends Realm>(
  database: Database,
  managed: Managed<R>,
): Promise<People[R]> {
  return changeManaged(database, managed, {
    act: 'person.reset_one_time_codes',
    make: async (tx, { id }) => {
      await forgetCodes(tx, id)
      await endSessions(tx, { id }, 'one_time_codes')
    },
  })
}
