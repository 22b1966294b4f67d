import { fail } from '#domain/errors/errors.ts'
import type { Realm } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { attemptFailed, attemptSucceeded, beginAttempt } from './attempts.ts'
import type { Database } from '#db/connect.ts'
import { takeCode } from './one-time-codes.ts'
import { personIn } from '#use-cases/people/columns.ts'
import { letIn } from './let-in.ts'
import type { OpenedSession } from './sessions.ts'
import { endStep, findStep, lockStep } from './steps.ts'
import { inTransaction, onPool } from '#db/sql.ts'

export interface GivenCode {
  /** The token from the log-in's first step; it gives access to nothing else. */
  readonly token: string
  /** Six digits from the authenticator, or a recovery code. */
  readonly code: string
  /** The device token that the browser kept from an earlier log-in (`newDevice`). */
  readonly device?: string | undefined
  readonly cause: ActCause
}

/**
 * The second step of a log-in, under a new token. Each code works once. Refusals: session_required if the first step
 * is unknown or expired, too_many_attempts, invalid_one_time_code.
 */
export async function giveOneTimeCode<R extends Realm>(
  database: Database,
  realm: R,
  { token, code, device, cause }: GivenCode,
): Promise<OpenedSession<R>> {
  const known = await findStep(onPool(database.pool), realm, token)
  const { id } = known.row
  const attempt = await beginAttempt(database, { account: `code ${id}` })
  const opened = await inTransaction(database.pool, async (tx) => {
    const { row, sealed } = await lockStep(tx, realm, { id, token })
    const person = personIn(realm, row)
    if (!(await takeCode(database, tx, { id, sealed, code }))) {
      await attemptFailed(tx, attempt)
      const outcome = 'invalid_one_time_code'
      await logAct<Realm>(tx, person, { act: 'session.log_in', cause, outcome })
      return undefined
    }
    await attemptSucceeded(tx, attempt)
    await endStep(tx, token)
    return letIn({ tx, keyring: database.keyring }, person, { cause, device, by: 'one_time_code' })
  })
  if (opened === undefined) throw fail('invalid_one_time_code')
  return opened
}
