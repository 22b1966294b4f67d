import { openCheckoutStatuses } from '#domain/checkouts/checkout.ts'
import type { CashSessionId, TerminalId } from '#domain/ids.ts'
import { now } from '#db/functions.ts'
import { enqueue } from '#db/outbox.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/**
 * Withdraws the codes of a cash session that closes, or of a terminal that is deleted, in that transaction: their runs
 * cancel open ones, and one that is being paid if its payment fails.
 */
export async function withdrawCheckouts(
  tx: Sql,
  desk: { readonly sessionId: CashSessionId } | { readonly terminalId: TerminalId },
): Promise<void> {
  const waiting = await tx.all('sessionId' in desk ? ofSession(desk) : ofTerminal(desk))
  await enqueue(
    tx,
    waiting.map(({ id: subjectId }) => ({ kind: 'checkout', subjectId, signal: 'deskClosed' })),
  )
}

const payable = db
  .selectFrom('checkout')
  .select('id')
  .where('status', 'in', openCheckoutStatuses)
  .where('expiresAt', '>', now)

const ofSession = prepared((p: Params<{ sessionId: CashSessionId }>) =>
  payable.where('cashSessionId', '=', p.sessionId),
)

const ofTerminal = prepared((p: Params<{ terminalId: TerminalId }>) =>
  payable.where('terminalId', '=', p.terminalId),
)
