import type { CashSessionCloser } from '#domain/cash-sessions/cash-session.ts'
import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'
import { lockTerminal } from './lock.ts'

/**
 * Deletes a terminal for good: its key and its sessions' tokens open nothing at once, and an open session is closed. What
 * was sold at it stays in the books. Refusal: terminal_not_found.
 */
export async function deleteTerminal(
  database: Database,
  place: { readonly serviceEnvId: ServiceEnvId; readonly id: TerminalId },
  closedBy: CashSessionCloser,
): Promise<void> {
  const { serviceEnvId, id } = place
  await inTransaction(database.pool, async (sql) => {
    await lockTerminal(sql, serviceEnvId, id)
    await sql.rows(
      'update api_key set revoked_at = now() where terminal_id = $1 and revoked_at is null',
      [id],
    )
    await sql.rows(
      `update cash_session set closed_at = now(), closed_by = $2 where terminal_id = $1 and closed_at is null`,
      [id, closedBy],
    )
    await sql.rows(
      `update terminal set deleted_at = now(), updated_at = now(), activation_digest = null,
         activation_expires_at = null where id = $1`,
      [id],
    )
  })
}
