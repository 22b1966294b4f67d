import { fail } from '#domain/errors/errors.ts'
import type { Person } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type NotNull, type Params, prepared } from '#db/statements.ts'
import { attemptFailed, attemptSucceeded, beginAttempt } from './attempts.ts'
import { takeCode } from './one-time-codes.ts'

/**
 * Checks the one-time or recovery code of somebody who is logged in; each works once. Refusals:
 * invalid_one_time_code; too_many_attempts after five of them in a quarter hour; second_factor_required without
 * codes.
 */
export async function confirmOwnCode(
  database: Database,
  { id }: Pick<Person, 'id'>,
  code: string,
): Promise<void> {
  const attempt = await beginAttempt(database, { account: `code ${id}` })
  const isTaken = await inTransaction(database.pool, async (tx) => {
    const row = await tx.first(secretOf({ id }))
    if (row === undefined) throw fail('second_factor_required')
    const isRight = await takeCode(database, tx, { id, sealed: row.codeSecretSealed, code })
    await (isRight ? attemptSucceeded(tx, attempt) : attemptFailed(tx, attempt))
    return isRight
  })
  if (!isTaken) throw fail('invalid_one_time_code')
}

const secretOf = prepared((p: Params<Pick<Person, 'id'>>) =>
  db
    .selectFrom('person')
    .select('codeSecretSealed')
    .where('id', '=', p.id)
    .where('status', '=', 'active')
    .where('codeSecretSealed', 'is not', null)
    .$narrowType<{ codeSecretSealed: NotNull }>()
    .forNoKeyUpdate(),
)
