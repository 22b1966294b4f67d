import type { RefundId, TransactionId } from '#domain/ids.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { enqueue } from '#db/outbox.ts'
import { lateAnswerEntry, lateRefundEntry } from '#db/runs/entries.ts'
import { now } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** A payment, payout or refund that ended while its operator may still move money. */
export interface WatchedSubject {
  readonly transactionId: TransactionId
  readonly refundId: RefundId | null
}

/**
 * Starts the watch over an ended payment, or a payout that staff closed, and announces its run; returns the outbox
 * ids.
 */
export async function watchTransaction(
  sql: Sql,
  transaction: TransactionRecord,
): Promise<string[]> {
  await sql.run(open({ transactionId: transaction.id, refundId: null }))
  return enqueue(sql, [lateAnswerEntry(transaction)])
}

/** The same for a refund that staff closed. */
export async function watchRefund(sql: Sql, refund: RefundRecord): Promise<string[]> {
  await sql.run(open({ transactionId: refund.transactionId, refundId: refund.id }))
  return enqueue(sql, [lateRefundEntry(refund)])
}

/** A closed watch starts again now: the operator has called back. */
const open = prepared(({ transactionId, refundId }: Params<WatchedSubject>) =>
  db
    .insertInto('lateWatch')
    .values({ transactionId, refundId })
    .onConflict((conflict) =>
      conflict
        .constraint('late_watch_once')
        .doUpdateSet({ openedAt: now, closedAt: null })
        .where('lateWatch.closedAt', 'is not', null),
    ),
)
