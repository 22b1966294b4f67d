import { fail } from '#domain/errors/errors.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { tellOfAccount } from '#use-cases/people/tell.ts'
import type { Database } from '#db/connect.ts'
import { forgetCodes } from './one-time-codes.ts'
import type { Session } from './sessions.ts'
import { inTransaction } from '#db/sql.ts'
import { confirmPassword } from './confirm-password.ts'

/**
 * Turns one's own one-time codes off, which takes the passkeys too, and tells the person and the account's managers, once.
 * Refusals: wrong_password, too_many_attempts, second_factor_required.
 */
export async function removeOneTimeCodes(
  database: Database,
  { person }: Pick<Session, 'person'>,
  {
    password,
    cause,
    isRequired,
  }: {
    readonly password: string
    readonly cause: ActCause
    /** True if the realm requires codes. */
    readonly isRequired: boolean
  },
): Promise<void> {
  await confirmPassword(database, person, password)
  if (isRequired) throw fail('second_factor_required')
  await inTransaction(database.pool, async (tx) => {
    if (!(await forgetCodes(tx, person.id))) return
    await logAct(tx, person, { act: 'one_time_codes.disable', cause })
    await tellOfAccount(tx, database, { act: 'one_time_codes.disable', person, by: null })
  })
}
