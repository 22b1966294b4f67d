import { checkoutMoves, type CheckoutStatus } from '#domain/checkouts/checkout.ts'
import type { CheckoutId, TransactionId } from '#domain/ids.ts'
import { sourcesOf } from '#domain/states/moves.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'
import { readStanding, type Standing, standing } from './read-standing.ts'

export interface CheckoutPaymentEnd {
  readonly transactionId: TransactionId
  /** True when a payment that is not recorded will never be. */
  readonly isOverdue: boolean
  /** True when the checkout's time is over by the clock of its run. */
  readonly isTimeUp: boolean
}

/**
 * Takes a checkout back from its payment: succeeded with it, else open again, or expired when its time is over. A payment
 * that goes on keeps it. Safe to repeat; nothing happens to a checkout that this payment does not hold.
 */
export async function endCheckoutPayment(
  database: Database,
  id: CheckoutId,
  end: CheckoutPaymentEnd,
): Promise<Standing> {
  const stands = await inTransaction(database.pool, async (tx) => {
    const { transactionId } = end
    // The lock that recording a payment takes as well: it is recorded before this, or refused after it.
    const isHeld = (await tx.first(lockHeld({ id, transactionId }))) !== undefined
    return (isHeld && (await release(tx, id, end))) || readStanding(tx, id)
  })
  await database.wake.announce([id])
  return stands
}

/** Undefined where the payment keeps it. */
async function release(
  tx: Sql,
  id: CheckoutId,
  { transactionId, isOverdue, isTimeUp }: CheckoutPaymentEnd,
): Promise<Standing | undefined> {
  const payment = await tx.first(paymentOf({ id, transactionId }))
  if (payment === undefined ? !isOverdue : payment.status === 'pending') return undefined
  return tx.only(payment?.status === 'succeeded' ? succeed({ id }) : giveBack({ id, isTimeUp }))
}

const lockHeld = prepared((p: Params<{ id: CheckoutId; transactionId: TransactionId }>) =>
  db
    .selectFrom('checkout')
    .select('id')
    .where('id', '=', p.id)
    .where('status', 'in', sourcesOf(checkoutMoves, 'payment_fails'))
    .where('paymentId', '=', p.transactionId)
    .forNoKeyUpdate(),
)

const paymentOf = prepared((p: Params<{ id: CheckoutId; transactionId: TransactionId }>) =>
  db
    .selectFrom('transaction')
    .select('status')
    .where('id', '=', p.transactionId)
    .where('checkoutId', '=', p.id),
)

const succeed = prepared((p: Params<{ id: CheckoutId }>) =>
  db
    .updateTable('checkout')
    .set({ status: 'succeeded', paymentId: null, completedAt: now })
    .where('id', '=', p.id)
    .returning(standing),
)

const giveBack = prepared((p: Params<{ id: CheckoutId; isTimeUp: boolean }>) =>
  db
    .updateTable('checkout')
    .set({
      paymentId: null,
      status: sql<CheckoutStatus>`case when ${p.isTimeUp} or ${column('checkout.expiresAt')} <= now() then 'expired' else 'open' end`,
      completedAt: sql<Date>`case when ${p.isTimeUp} or ${column('checkout.expiresAt')} <= now() then now() end`,
    })
    .where('id', '=', p.id)
    .returning(standing),
)
