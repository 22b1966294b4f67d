import { randomBytes } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { typedCode, typedCodeLength } from '#domain/text/typed-code.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { attemptFailed, attemptSucceeded, beginAttempt } from './attempts.ts'
import type { Database } from '#db/connect.ts'
import { recoveryDigest, takeCode } from './one-time-codes.ts'
import { endSessions, type Session } from './sessions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

/**
 * Turns one-time codes on with the first code of the device. The recovery codes are in this answer and nowhere else; other
 * sessions end. Refusals: invalid_one_time_code, too_many_attempts; action_not_allowed where none were begun.
 */
export async function confirmOneTimeCodes(
  database: Database,
  { id: kept, person }: Pick<Session, 'id' | 'person'>,
  { code, cause }: { readonly code: string; readonly cause: ActCause },
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  const { id } = person
  const attempt = await beginAttempt(database, { account: `code ${id}` })
  const recoveryCodes = await inTransaction(database.pool, async (sql) => {
    const sealed = await lockDraft(sql, id)
    if (!(await takeCode(database, sql, { id, sealed, code }))) {
      await attemptFailed(sql, attempt)
      return undefined
    }
    await attemptSucceeded(sql, attempt)
    await sql.rows(
      'update person set code_secret_sealed = code_draft_sealed, code_draft_sealed = null where id = $1',
      [id],
    )
    const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
    await sql.rows(
      'insert into recovery_code (person_id, digest) select $1, digest from unnest($2::bytea[]) as digest',
      [id, codes.map((each) => recoveryDigest(database, id, each))],
    )
    await endSessions(sql, { id, kept }, 'one_time_codes')
    await logAct(sql, person, { act: 'one_time_codes.enable', cause })
    return codes
  })
  if (recoveryCodes === undefined) throw fail('invalid_one_time_code')
  return { recoveryCodes }
}

const recoveryCodeCount = 10

function newRecoveryCode(): string {
  return typedCode(randomBytes(typedCodeLength))
}

async function lockDraft(sql: Sql, id: Session['person']['id']): Promise<Buffer> {
  const [row] = await sql.rows<{ sealed: Buffer }>(
    `select code_draft_sealed as sealed from person
     where id = $1 and status = 'active' and code_draft_sealed is not null for no key update`,
    [id],
  )
  if (row === undefined) throw fail('action_not_allowed')
  return row.sealed
}
