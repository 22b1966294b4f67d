import { checkoutRefusal } from '#domain/checkouts/checkout.ts'
import { fail } from '#domain/errors/errors.ts'
import type { CheckoutId, TransactionId } from '#domain/ids.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { keepSessionOpen } from '#use-cases/cash-sessions/require-open.ts'

/**
 * Ties a checkout to the payment that its run gave it to, in the transaction that records the payment. Refusals:
 * `payment_link_*` by its state, payment_link_cancelled if the desk's session was closed, request_in_progress if
 * another attempt at the same request gave it back: it may be repeated.
 */
export async function claimCheckout(
  tx: Sql,
  id: CheckoutId,
  transactionId: TransactionId,
): Promise<void> {
  const taken = await tx.first(take({ id, transactionId }))
  if (taken === undefined) {
    const { status } = await tx.only(statusOf({ id }))
    throw fail(checkoutRefusal(status) ?? 'request_in_progress')
  }
  const { cashSessionId } = taken
  // A till that was counted takes no more sales; closing it waits for those that are being recorded.
  if (cashSessionId !== null && !(await keepSessionOpen(tx, cashSessionId)))
    throw fail('payment_link_cancelled')
}

const take = prepared((p: Params<{ id: CheckoutId; transactionId: TransactionId }>) =>
  db
    .updateTable('checkout')
    .set({ transactionId: p.transactionId })
    .where('id', '=', p.id)
    .where('status', '=', 'processing')
    .where('paymentId', '=', p.transactionId)
    .returning('cashSessionId'),
)

const statusOf = prepared((p: Params<{ id: CheckoutId }>) =>
  db.selectFrom('checkout').select('status').where('id', '=', p.id),
)
