import type { CashSessionCloser } from '#domain/cash-sessions/cash-session.ts'
import { fail } from '#domain/errors/errors.ts'
import type { CashSessionId, CheckoutId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import type { CashSessionScope } from './find.ts'
import { enqueue } from '#db/outbox.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { lockTerminal } from '#use-cases/terminals/lock.ts'

export interface Closing {
  readonly closedBy: CashSessionCloser
  /** Minor units of the session's currency; null where nobody counted. */
  readonly countedCash: bigint | null
  /** In place of the note of the opening. */
  readonly note: string | null
}

/**
 * Closes a session for good, expired or not, and revokes its token at once; what is being accepted in it is waited for,
 * and the codes that still wait for a payer are cancelled by their runs.
 * Refusals: terminal_not_found, cash_session_not_found, cash_session_closed.
 */
export async function closeCashSession(
  database: Database,
  place: { readonly scope: CashSessionScope; readonly id: CashSessionId },
  closing: Closing,
): Promise<void> {
  const { scope, id } = place
  await inTransaction(database.pool, async (sql) => {
    await lockTerminal(sql, scope.serviceEnvId, scope.terminalId)
    const [session] = await sql.rows<{ api_key_id: string; is_closed: boolean }>(
      `select api_key_id, closed_at is not null as is_closed from cash_session
       where id = $1 and terminal_id = $2 and opened_at >= coalesce($3::timestamptz, '-infinity') for update`,
      [id, scope.terminalId, scope.openedAfter ?? null],
    )
    if (session === undefined) throw fail('cash_session_not_found')
    if (session.is_closed) throw fail('cash_session_closed')
    await sql.rows(
      `update cash_session set closed_at = now(), closed_by = $2, counted_cash = $3, note = coalesce($4, note)
       where id = $1`,
      [id, closing.closedBy, closing.countedCash, closing.note],
    )
    await tellCheckouts(sql, id)
    await sql.rows('update api_key set revoked_at = now() where id = $1 and revoked_at is null', [
      session.api_key_id,
    ])
  })
}

async function tellCheckouts(sql: Sql, id: CashSessionId): Promise<void> {
  const waiting = await sql.rows<{ id: CheckoutId }>(
    `select id from checkout where cash_session_id = $1 and status in ('open', 'processing') and expires_at > now()`,
    [id],
  )
  await enqueue(
    sql,
    waiting.map(({ id: subjectId }) => ({ kind: 'checkout', subjectId, signal: 'deskClosed' })),
  )
}
