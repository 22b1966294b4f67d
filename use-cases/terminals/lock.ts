import { fail } from '#domain/errors/errors.ts'
import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { TerminalStatus, TerminalType } from '#domain/terminals/terminal.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Sql } from '#db/sql.ts'

export interface LockedTerminal {
  readonly type: TerminalType
  readonly status: TerminalStatus
  readonly mode: Mode
}

/** Changes of one terminal come one after the other; payments made at it go on. Refusal: terminal_not_found. */
export async function lockTerminal(
  sql: Sql,
  serviceEnvId: ServiceEnvId,
  id: TerminalId,
): Promise<LockedTerminal> {
  const [row] = await sql.rows<LockedTerminal>(
    `select t.type, t.status, e.mode from terminal t join service_env e on e.id = t.service_env_id
     where t.id = $2 and t.service_env_id = $1 and t.deleted_at is null for no key update of t`,
    [serviceEnvId, id],
  )
  if (row === undefined) throw fail('terminal_not_found')
  return row
}
