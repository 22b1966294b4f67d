import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { TerminalRecord, TerminalStatus } from '#domain/terminals/terminal.ts'
import { activationSeconds, newActivationCode } from './activation-codes.ts'
import type { Database } from '#db/connect.ts'
import { readTerminalRow } from './find.ts'
import { inMs, now } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { lockTerminal } from './lock.ts'

/**
 * Revokes a terminal's key at once and creates a new activation code, replacing an unused one. A disabled terminal
 * stays disabled: its code works once it is enabled. Refusal: terminal_not_found.
 */
export async function regenerateTerminal(
  database: Database,
  place: { readonly serviceEnvId: ServiceEnvId; readonly id: TerminalId },
): Promise<{ readonly terminal: TerminalRecord; readonly activationCode: string }> {
  const { serviceEnvId, id } = place
  const { code, digest } = newActivationCode(database)
  return inTransaction(database.pool, async (tx) => {
    await lockTerminal(tx, serviceEnvId, id)
    await tx.run(renew({ id, digest }))
    return { terminal: await readTerminalRow(tx, serviceEnvId, id), activationCode: code }
  })
}

const renew = prepared((p: Params<{ id: TerminalId; digest: Buffer }>) =>
  db
    .with('revoked', (books) =>
      books
        .updateTable('apiKey')
        .set({ revokedAt: now })
        .where('terminalId', '=', p.id)
        .where('kind', '=', 'terminal')
        .where('revokedAt', 'is', null),
    )
    .updateTable('terminal')
    .set({
      updatedAt: now,
      activationDigest: p.digest,
      activationExpiresAt: inMs(activationSeconds * 1000),
      status: sql<TerminalStatus>`case status when 'disabled' then 'disabled' else 'pending_activation' end`,
    })
    .where('id', '=', p.id),
)
