import type { RefundId, TransactionId } from '#domain/ids.ts'
import type { RefundRecord } from '#domain/refunds/refund.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { enqueue } from '#db/outbox.ts'
import { lateAnswerEntry, lateRefundEntry } from '#db/runs/entries.ts'
import type { Sql } from '#db/sql.ts'

/** What ended while its operator may still move money: a payment or payout, or a refund of one. */
export interface WatchedSubject {
  readonly transactionId: TransactionId
  readonly refundId: RefundId | null
}

/** Opens the watch over an ended payment, or a payout that staff closed, and announces its run; returns the outbox ids. */
export async function watchTransaction(
  sql: Sql,
  transaction: TransactionRecord,
): Promise<string[]> {
  await open(sql, { transactionId: transaction.id, refundId: null })
  return enqueue(sql, [lateAnswerEntry(transaction)])
}

/** The same over a refund that staff closed. */
export async function watchRefund(sql: Sql, refund: RefundRecord): Promise<string[]> {
  await open(sql, { transactionId: refund.transactionId, refundId: refund.id })
  return enqueue(sql, [lateRefundEntry(refund)])
}

/** Nothing more is to come. Safe to repeat. */
export async function closeWatch(sql: Sql, subject: WatchedSubject): Promise<void> {
  await sql.rows(
    `update late_watch set closed_at = now()
     where transaction_id = $1 and refund_id is not distinct from $2::uuid and closed_at is null`,
    [subject.transactionId, subject.refundId],
  )
}

/** A watch that was closed before goes on, from now: the operator has called back. */
async function open(sql: Sql, subject: WatchedSubject): Promise<void> {
  await sql.rows(
    `insert into late_watch (transaction_id, refund_id) values ($1, $2)
     on conflict on constraint late_watch_once do update set opened_at = now(), closed_at = null
     where late_watch.closed_at is not null`,
    [subject.transactionId, subject.refundId],
  )
}
