import { fail } from '#domain/errors/errors.ts'
import type { Person, Realm } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { attemptFailed, attemptSucceeded, beginAttempt } from './attempts.ts'
import type { Database } from '#db/connect.ts'
import { takeCode } from './one-time-codes.ts'
import { personColumns, personIn } from '#use-cases/people/columns.ts'
import { type OpenedSession, openSession, tokenDigest } from './sessions.ts'
import { now } from '#db/functions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type NotNull, type Params, prepared } from '#db/statements.ts'

export interface GivenCode {
  /** Of the first step of the log-in; it opens nothing else. */
  readonly token: string
  /** Six digits of the device, or a recovery code. */
  readonly code: string
  readonly cause: ActCause
}

/**
 * The second step of a log-in, under a new token. A code is taken once. Refusals: session_required where the first step is
 * unknown or too long ago, too_many_attempts, invalid_one_time_code.
 */
export async function giveOneTimeCode<R extends Realm>(
  database: Database,
  realm: R,
  { token, code, cause }: GivenCode,
): Promise<OpenedSession<R>> {
  const known = await findStep(onPool(database.pool), realm, token)
  const attempt = await beginAttempt(database, { account: `code ${known.row.id}` })
  const opened = await inTransaction(database.pool, async (tx) => {
    await tx.run(lock({ id: known.row.id }))
    const { row, sealed } = await findStep(tx, realm, token)
    const person = personIn(realm, row)
    const act = { act: 'session.log_in', cause }
    if (!(await takeCode(database, tx, { id: row.id, sealed, code }))) {
      await attemptFailed(tx, attempt)
      await logAct(tx, person, { ...act, outcome: 'invalid_one_time_code' })
      return undefined
    }
    await attemptSucceeded(tx, attempt)
    await tx.run(endStep({ digest: tokenDigest(token) }))
    await logAct(tx, person, act)
    return openSession(tx, person)
  })
  if (opened === undefined) throw fail('invalid_one_time_code')
  return opened
}

async function findStep(tx: Sql, realm: Realm, token: string) {
  const found = await tx.first(step({ digest: tokenDigest(token), realm }))
  if (found === undefined) throw fail('session_required')
  const { codeSecretSealed: sealed, ...row } = found
  return { row, sealed }
}

const step = prepared((p: Params<{ digest: Buffer; realm: Realm }>) =>
  db
    .selectFrom('personSession as s')
    .innerJoin('person', 'person.id', 's.personId')
    .select(personColumns)
    .select('person.codeSecretSealed')
    .where('s.digest', '=', p.digest)
    .where('person.realm', '=', p.realm)
    .where('person.status', '=', 'active')
    .where('person.codeSecretSealed', 'is not', null)
    .$narrowType<{ codeSecretSealed: NotNull }>()
    .where('s.stage', '=', 'awaiting_code')
    .where('s.endedAt', 'is', null)
    .where('s.expiresAt', '>', now),
)

const lock = prepared((p: Params<Pick<Person, 'id'>>) =>
  db.selectFrom('person').select('id').where('id', '=', p.id).forNoKeyUpdate(),
)

const endStep = prepared((p: Params<{ digest: Buffer }>) =>
  db
    .updateTable('personSession')
    .set({ endedAt: now, endReason: 'next_step' })
    .where('digest', '=', p.digest),
)
