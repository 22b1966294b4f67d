import { checkoutMoves, type CheckoutStatus, type CheckoutEnd } from '#domain/checkouts/checkout.ts'
import type { CheckoutId, TransactionId } from '#domain/ids.ts'
import { sourcesOf } from '#domain/states/moves.ts'
import type { Database } from '#db/connect.ts'
import { onPool, inTransaction, type Sql } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'
import { readStanding, standing } from './read-standing.ts'
import type { CheckoutStanding } from '#workflows/contract/results.ts'
import { now } from '#db/functions.ts'

/**
 * Gives an open checkout to a payment that is about to be recorded. If its time is over, it expires instead, by the
 * database's clock, which readers see too. Safe to repeat; one that is not open stays as it is.
 */
export async function beginCheckoutPayment(
  database: Database,
  id: CheckoutId,
  transactionId: TransactionId,
): Promise<CheckoutStanding> {
  const books = onPool(database.pool)
  const given = (await books.first(begin({ id, transactionId }))) ?? (await readStanding(books, id))
  await database.wake.announce([id])
  return given
}

const begin = prepared((p: Params<{ id: CheckoutId; transactionId: TransactionId }>) =>
  db
    .updateTable('checkout')
    .set({
      status: sql<CheckoutStatus>`case when ${column('checkout.expiresAt')} > now() then 'processing' else 'expired' end`,
      paymentId: sql<TransactionId>`case when ${column('checkout.expiresAt')} > now() then ${p.transactionId}::uuid end`,
      completedAt: sql<Date>`case when ${column('checkout.expiresAt')} > now() then null else now() end`,
    })
    .where('id', '=', p.id)
    .where('status', 'in', sourcesOf(checkoutMoves, 'begin_payment'))
    .returning(standing),
)

export interface CheckoutPaymentEnd {
  readonly transactionId: TransactionId
  /** True if a payment that is not recorded by now never will be. */
  readonly isOverdue: boolean
  /** True if the checkout's time is over by its run's clock. */
  readonly isTimeUp: boolean
}

/**
 * Takes a checkout back from its payment: it succeeds with the payment, or is open again, or expires if its time is
 * over. A pending payment keeps it. Safe to repeat; a checkout that this payment does not hold is not changed.
 */
export async function endCheckoutPayment(
  database: Database,
  id: CheckoutId,
  end: CheckoutPaymentEnd,
): Promise<CheckoutStanding> {
  const stands = await inTransaction(database.pool, async (tx) => {
    const { transactionId } = end
    // Recording a payment takes this lock too, so the payment is recorded before this, or refused after it.
    const isHeld = (await tx.first(lockHeld({ id, transactionId }))) !== undefined
    return (isHeld && (await release(tx, id, end))) || readStanding(tx, id)
  })
  await database.wake.announce([id])
  return stands
}

/** Undefined if the payment keeps it. */
async function release(
  tx: Sql,
  id: CheckoutId,
  { transactionId, isOverdue, isTimeUp }: CheckoutPaymentEnd,
): Promise<CheckoutStanding | undefined> {
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

/**
 * Ends a checkout that nobody is paying; one whose time is over has expired and can no longer be cancelled. Safe to
 * repeat; one that is not open stays as it is.
 */
export async function closeCheckout(
  database: Database,
  id: CheckoutId,
  end: Exclude<CheckoutEnd, 'succeeded'>,
): Promise<CheckoutStanding> {
  const books = onPool(database.pool)
  const closed = await books.first(close({ id, isCancelled: end === 'cancelled' }))
  const stands = closed ?? (await readStanding(books, id))
  await database.wake.announce([id])
  return stands
}

const close = prepared((p: Params<{ id: CheckoutId; isCancelled: boolean }>) =>
  db
    .updateTable('checkout')
    .set({
      completedAt: now,
      status: sql<CheckoutStatus>`case when ${p.isCancelled} and ${column('checkout.expiresAt')} > now() then 'cancelled' else 'expired' end`,
      cancelledAt: sql<Date>`case when ${p.isCancelled} and ${column('checkout.expiresAt')} > now() then now() end`,
    })
    .where('id', '=', p.id)
    .where('status', 'in', sourcesOf(checkoutMoves, 'cancel'))
    .returning(standing),
)
