import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { TerminalRecord } from '#domain/terminals/terminal.ts'
import type { Database } from '#db/connect.ts'
import { readTerminalRow } from './find.ts'
import { inTransaction } from '#db/sql.ts'
import { lockTerminal } from './lock.ts'

/**
 * Disables a terminal, so that its key and its sessions' tokens open nothing at once, or enables it again: with its key it
 * is active, without one it waits for its activation. What is so already stays so. Refusal: terminal_not_found.
 */
export async function setTerminalState(
  database: Database,
  place: { readonly serviceEnvId: ServiceEnvId; readonly id: TerminalId },
  isEnabled: boolean,
): Promise<TerminalRecord> {
  const { serviceEnvId, id } = place
  return inTransaction(database.pool, async (sql) => {
    await lockTerminal(sql, serviceEnvId, id)
    await sql.rows(
      isEnabled
        ? `update terminal t set updated_at = now(), status = case when exists (select from api_key k
             where k.terminal_id = t.id and k.kind = 'terminal' and k.revoked_at is null)
             then 'active' else 'pending_activation' end
           where id = $1 and status = 'disabled'`
        : `update terminal set updated_at = now(), status = 'disabled' where id = $1 and status <> 'disabled'`,
      [id],
    )
    return readTerminalRow(sql, serviceEnvId, id)
  })
}
