import type { CashSessionCloser } from '#domain/cash-sessions/cash-session.ts'
import { fail } from '#domain/errors/errors.ts'
import type { ApiKeyId, CashSessionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import type { CashSessionScope } from './find.ts'
import { msAgo, now } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { type Changes, db, type Params, prepared, sql } from '#db/statements.ts'
import { withdrawCheckouts } from '#use-cases/checkouts/withdraw.ts'
import { lockTerminal } from '#use-cases/terminals/lock.ts'

export interface Closing {
  readonly closedBy: CashSessionCloser
  /** Minor units of the session's currency; null if nobody counted. */
  readonly countedCash: bigint | null
  /** Replaces the note of the opening. */
  readonly note: string | null
}

/**
 * Closes a session for good, expired or not, and revokes its token at once. Waits for sales that are being accepted
 * in it; open QR codes are cancelled by their runs. Refusals: terminal_not_found, cash_session_not_found,
 * cash_session_closed.
 */
export async function closeCashSession(
  database: Database,
  place: { readonly scope: CashSessionScope; readonly id: CashSessionId },
  closing: Closing,
): Promise<void> {
  const { scope, id } = place
  const { ageMaxMs } = scope
  await inTransaction(database.pool, async (tx) => {
    await lockTerminal(tx, scope.serviceEnvId, scope.terminalId)
    const session = await tx.first(
      db
        .selectFrom('cashSession')
        .select(['apiKeyId', 'closedAt'])
        .where('id', '=', id)
        .where('terminalId', '=', scope.terminalId)
        .where('openedAt', '>=', ageMaxMs === undefined ? sql<Date>`'-infinity'` : msAgo(ageMaxMs))
        .forUpdate(),
    )
    if (session === undefined) throw fail('cash_session_not_found')
    if (session.closedAt !== null) throw fail('cash_session_closed')
    await tx.run(close({ id, apiKeyId: session.apiKeyId, ...closing }))
    await withdrawCheckouts(tx, { sessionId: id })
  })
}

const close = prepared((p: Params<Closing & { id: CashSessionId; apiKeyId: ApiKeyId }>) =>
  db
    .with('revoked', (books) =>
      books
        .updateTable('apiKey')
        .set({ revokedAt: now })
        .where('id', '=', p.apiKeyId)
        .where('revokedAt', 'is', null),
    )
    .updateTable('cashSession')
    .set((eb): Changes<'cashSession'> => ({
      closedAt: now,
      closedBy: p.closedBy,
      countedCash: p.countedCash,
      note: eb.fn.coalesce(p.note, eb.ref('note')),
    }))
    .where('id', '=', p.id),
)
