import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { TerminalRecord, TerminalStatus } from '#domain/terminals/terminal.ts'
import type { Database } from '#db/connect.ts'
import { readTerminalRow } from './find.ts'
import { now } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'
import { lockTerminal } from './lock.ts'

/**
 * Disables a terminal, so that its key and its sessions' tokens stop working at once, or enables it again: with a key
 * it is active, without one it waits for activation. Setting the same state changes nothing. Refusal:
 * terminal_not_found.
 */
export async function setTerminalState(
  database: Database,
  place: { readonly serviceEnvId: ServiceEnvId; readonly id: TerminalId },
  isEnabled: boolean,
): Promise<TerminalRecord> {
  const { serviceEnvId, id } = place
  return inTransaction(database.pool, async (tx) => {
    await lockTerminal(tx, serviceEnvId, id)
    await tx.run(isEnabled ? enable({ id }) : disable({ id }))
    return readTerminalRow(tx, serviceEnvId, id)
  })
}

const enable = prepared((p: Params<{ id: TerminalId }>) =>
  db
    .updateTable('terminal')
    .set({
      updatedAt: now,
      status: sql<TerminalStatus>`case when exists ${liveKeys} then 'active' else 'pending_activation' end`,
    })
    .where('id', '=', p.id)
    .where('status', '=', 'disabled'),
)

const liveKeys = db
  .selectFrom('apiKey as k')
  .select('k.id')
  .where('k.terminalId', '=', sql<TerminalId>`${column('terminal.id')}`)
  .where('k.kind', '=', sql.lit('terminal'))
  .where('k.revokedAt', 'is', null)

const disable = prepared((p: Params<{ id: TerminalId }>) =>
  db
    .updateTable('terminal')
    .set({ updatedAt: now, status: 'disabled' })
    .where('id', '=', p.id)
    .where('status', '<>', 'disabled'),
)
