import { refundPaid, refundReturned } from '#domain/ledger/ledger.ts'
import { type FinalRefundStatus, mayMoveRefund, type RefundRecord } from '#domain/refunds/refund.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import type { Database } from '#db/connect.ts'
import { post } from '#db/ledger.ts'
import type { LockedPayment } from '#use-cases/transactions/lock-payment.ts'
import { movementBase, recordRefundEvent } from './record.ts'
import type { Sql } from '#db/sql.ts'

export interface RefundEnd {
  readonly status: FinalRefundStatus
  readonly failureCode?: string
  readonly providerReference?: string | null
}

const events: Readonly<Record<FinalRefundStatus, EventType>> = {
  succeeded: 'refund.success',
  failed: 'refund.failed',
  rejected: 'refund.rejected',
  cancelled: 'refund.cancelled',
}

/**
 * Gives a refund its end under the payment's lock: its money leaves or returns, the payment shows what the payer got back,
 * the event is recorded. Returns outbox ids. A refund that cannot move there is a fault of the caller.
 */
export async function endRefund(
  sql: Sql,
  database: Database,
  change: {
    readonly payment: LockedPayment
    readonly refund: RefundRecord
    readonly end: RefundEnd
  },
): Promise<string[]> {
  const { payment, refund, end } = change
  if (!mayMoveRefund(refund.status, end.status)) {
    throw new RangeError(`a refund that is ${refund.status} cannot become ${end.status}`)
  }
  await sql.rows(
    `update refund set status = $2, failure_code = $3, provider_reference = $4, completed_at = now() where id = $1`,
    [refund.id, end.status, end.failureCode ?? null, end.providerReference ?? null],
  )
  if (end.status === 'succeeded') await bookPaid(sql, payment, refund)
  else await bookReturned(sql, payment, refund)
  const after = { ...refund, status: end.status }
  return recordRefundEvent(sql, database, { refund: after, type: events[end.status] })
}

async function bookPaid(sql: Sql, payment: LockedPayment, refund: RefundRecord): Promise<void> {
  const keptIn = refund.origin === 'service' ? 'to_refund' : 'reserved'
  await post(sql, {
    ...movementBase(payment, refund.id),
    kind: 'refund_paid',
    entries: refundPaid(refund.amount.minor, keptIn),
  })
  await sql.rows('update transaction set refunded_amount = refunded_amount + $2 where id = $1', [
    payment.id,
    refund.amount.minor,
  ])
}

/** What was taken of funds goes to where the payment's funds are booked by now; what the service kept never left. */
async function bookReturned(sql: Sql, payment: LockedPayment, refund: RefundRecord): Promise<void> {
  const { mode, funds: status } = payment
  if (status === null) return
  const { amount, fundsAmount: ofFunds } = refund
  const shares = { amount: amount.minor, ofFunds, funds: { mode, status } }
  await post(sql, {
    ...movementBase(payment, refund.id),
    kind: 'refund_returned',
    entries: refundReturned(shares),
  })
}
