import type { CashSessionCloser } from '#domain/cash-sessions/cash-session.ts'
import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { withdrawCheckouts } from '#use-cases/checkouts/withdraw.ts'
import { lockTerminal } from './lock.ts'

/**
 * Deletes a terminal for good: its key and its sessions' tokens stop working at once, an open session is closed, and
 * its QR codes are withdrawn. Waits for payments of them that are being recorded. Its sales stay in the database.
 * Refusal: terminal_not_found.
 */
export async function deleteTerminal(
  database: Database,
  place: { readonly serviceEnvId: ServiceEnvId; readonly id: TerminalId },
  closedBy: CashSessionCloser,
): Promise<void> {
  const { serviceEnvId, id } = place
  await inTransaction(database.pool, async (tx) => {
    await lockTerminal(tx, serviceEnvId, id)
    await tx.run(remove({ id, closedBy }))
    await withdrawCheckouts(tx, { terminalId: id })
  })
}

const remove = prepared((p: Params<{ id: TerminalId; closedBy: CashSessionCloser }>) =>
  db
    .with('revoked', (books) =>
      books
        .updateTable('apiKey')
        .set({ revokedAt: now })
        .where('terminalId', '=', p.id)
        .where('revokedAt', 'is', null),
    )
    .with('closed', (books) =>
      books
        .updateTable('cashSession')
        .set({ closedAt: now, closedBy: p.closedBy })
        .where('terminalId', '=', p.id)
        .where('closedAt', 'is', null),
    )
    .updateTable('terminal')
    .set({ deletedAt: now, updatedAt: now, activationDigest: null, activationExpiresAt: null })
    .where('id', '=', p.id),
)
