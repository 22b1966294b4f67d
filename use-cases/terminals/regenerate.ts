import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { TerminalRecord } from '#domain/terminals/terminal.ts'
import { activationSeconds, newActivationCode } from './activation-codes.ts'
import type { Database } from '#db/connect.ts'
import { readTerminalRow } from './find.ts'
import { inTransaction } from '#db/sql.ts'
import { lockTerminal } from './lock.ts'

/**
 * Revokes the key of a terminal at once and gives it a new activation code, in place of any that waits. A disabled one
 * stays disabled: its code works once it is enabled. Refusal: terminal_not_found.
 */
export async function regenerateTerminal(
  database: Database,
  place: { readonly serviceEnvId: ServiceEnvId; readonly id: TerminalId },
): Promise<{ readonly terminal: TerminalRecord; readonly activationCode: string }> {
  const { serviceEnvId, id } = place
  const { code, digest } = newActivationCode(database)
  return inTransaction(database.pool, async (sql) => {
    await lockTerminal(sql, serviceEnvId, id)
    await sql.rows(
      `update api_key set revoked_at = now() where terminal_id = $1 and kind = 'terminal' and revoked_at is null`,
      [id],
    )
    await sql.rows(
      `update terminal set updated_at = now(), activation_digest = $2,
         activation_expires_at = now() + $3::int * interval '1 second',
         status = case status when 'disabled' then 'disabled' else 'pending_activation' end
       where id = $1`,
      [id, digest, activationSeconds],
    )
    return { terminal: await readTerminalRow(sql, serviceEnvId, id), activationCode: code }
  })
}
