import { randomBytes } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { typedCode, typedCodeLength } from '#domain/text/typed-code.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { attemptFailed, attemptSucceeded, beginAttempt } from './attempts.ts'
import type { Database } from '#db/connect.ts'
import { recoveryDigest, takeCode } from './one-time-codes.ts'
import { endSessions, type Session } from './sessions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { type Changes, db, type NotNull, type Params, prepared } from '#db/statements.ts'

/**
 * Turns one-time codes on with the authenticator's first code. Only this answer contains the recovery codes; other
 * sessions end. Refusals: invalid_one_time_code, too_many_attempts; action_not_allowed if none was begun.
 */
export async function confirmOneTimeCodes(
  database: Database,
  { id: kept, person }: Pick<Session, 'id' | 'person'>,
  { code, cause }: { readonly code: string; readonly cause: ActCause },
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  const { id } = person
  const attempt = await beginAttempt(database, { account: `code ${id}` })
  const recoveryCodes = await inTransaction(database.pool, async (tx) => {
    const sealed = await lockDraft(tx, id)
    if (!(await takeCode(database, tx, { id, sealed, code }))) {
      await attemptFailed(tx, attempt)
      return undefined
    }
    await attemptSucceeded(tx, attempt)
    await tx.run(turnOn({ id }))
    const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
    const rows = codes.map((each) => ({
      personId: id,
      digest: recoveryDigest(database, id, each),
    }))
    await tx.run(db.insertInto('recoveryCode').values(rows))
    await endSessions(tx, { id, kept }, 'one_time_codes')
    await logAct(tx, person, { act: 'one_time_codes.enable', cause })
    return codes
  })
  if (recoveryCodes === undefined) throw fail('invalid_one_time_code')
  return { recoveryCodes }
}

const recoveryCodeCount = 10

function newRecoveryCode(): string {
  return typedCode(randomBytes(typedCodeLength))
}

async function lockDraft(tx: Sql, id: Session['person']['id']): Promise<Uint8Array> {
  const row = await tx.first(draftOf({ id }))
  if (row === undefined) throw fail('action_not_allowed')
  return row.codeDraftSealed
}

const draftOf = prepared((p: Params<{ id: Session['person']['id'] }>) =>
  db
    .selectFrom('person')
    .select('codeDraftSealed')
    .where('id', '=', p.id)
    .where('status', '=', 'active')
    .where('codeDraftSealed', 'is not', null)
    .$narrowType<{ codeDraftSealed: NotNull }>()
    .forNoKeyUpdate(),
)

const turnOn = prepared((p: Params<{ id: Session['person']['id'] }>) =>
  db
    .updateTable('person')
    .set((eb): Changes<'person'> => ({
      codeSecretSealed: eb.ref('codeDraftSealed'),
      codeDraftSealed: null,
    }))
    .where('id', '=', p.id),
)
