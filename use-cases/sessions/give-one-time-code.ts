import { fail } from '#domain/errors/errors.ts'
import type { Realm } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { attemptFailed, attemptSucceeded, beginAttempt } from './attempts.ts'
import type { Database } from '#db/connect.ts'
import { takeCode } from './one-time-codes.ts'
import { personColumns, personIn, type PersonRow } from '#use-cases/people/columns.ts'
import { type OpenedSession, openSession, tokenDigest } from './sessions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'

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
  const attempt = await beginAttempt(database, { account: `code ${known.id}` })
  const opened = await inTransaction(database.pool, async (sql) => {
    await sql.rows('select id from person where id = $1 for no key update', [known.id])
    const row = await findStep(sql, realm, token)
    const person = personIn(realm, row)
    const act = { act: 'session.log_in', cause }
    const { id, code_secret_sealed: sealed } = row
    if (!(await takeCode(database, sql, { id, sealed, code }))) {
      await attemptFailed(sql, attempt)
      await logAct(sql, person, { ...act, outcome: 'invalid_one_time_code' })
      return undefined
    }
    await attemptSucceeded(sql, attempt)
    await sql.rows(
      `update person_session set ended_at = now(), end_reason = 'next_step' where digest = $1`,
      [tokenDigest(token)],
    )
    await logAct(sql, person, act)
    return openSession(sql, person)
  })
  if (opened === undefined) throw fail('invalid_one_time_code')
  return opened
}

type StepRow = PersonRow & { readonly code_secret_sealed: Buffer }

async function findStep(sql: Sql, realm: Realm, token: string): Promise<StepRow> {
  const [row] = await sql.rows<StepRow>(
    `select ${personColumns}, p.code_secret_sealed from person_session s join person p on p.id = s.person_id
     where s.digest = $1 and p.realm = $2 and p.status = 'active' and p.code_secret_sealed is not null
       and s.stage = 'awaiting_code' and s.ended_at is null and s.expires_at > now()`,
    [tokenDigest(token), realm],
  )
  if (row === undefined) throw fail('session_required')
  return row
}
