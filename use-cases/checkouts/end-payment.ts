import type { CheckoutId, TransactionId } from '#domain/ids.ts'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import { readStanding, type Standing } from './read-standing.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

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
  const standing = await inTransaction(database.pool, async (sql) => {
    // The lock that recording a payment takes as well: it is recorded before this, or refused after it.
    const held = await sql.rows(
      `select from checkout where id = $1 and status = 'processing' and payment_id = $2 for no key update`,
      [id, end.transactionId],
    )
    if (held.length > 0) await release(sql, id, end)
    return readStanding(sql, id)
  })
  await database.wake.announce([id])
  return standing
}

async function release(sql: Sql, id: CheckoutId, end: CheckoutPaymentEnd): Promise<void> {
  const [payment] = await sql.rows<{ status: TransactionStatus }>(
    'select status from transaction where id = $1 and checkout_id = $2',
    [end.transactionId, id],
  )
  if (payment === undefined ? !end.isOverdue : payment.status === 'pending') return
  if (payment?.status === 'succeeded') {
    await sql.rows(
      `update checkout set status = 'succeeded', payment_id = null, completed_at = now() where id = $1`,
      [id],
    )
    return
  }
  await sql.rows(
    `update checkout set payment_id = null,
       status = case when $2 or expires_at <= now() then 'expired' else 'open' end,
       completed_at = case when $2 or expires_at <= now() then now() end
     where id = $1`,
    [id, end.isTimeUp],
  )
}
