import type { OperatorRequestId } from '#domain/ids.ts'
import type { TransactionStatus } from '#domain/transaction.ts'
import type { Database } from '#db/connect.ts'
import { enqueue, type Outbox, type OutboxEntry } from '#db/outbox.ts'
import { findRefundByRequest } from '#db/queries/refunds.ts'
import { readTransaction } from '#db/queries/transactions.ts'
import { inTransaction } from '#db/sql.ts'
import { findByOperatorRequest } from './request-sent.ts'
import { lateAnswerEntry } from './settle-transaction.ts'

/**
 * An operator called back about a request: a hint, doubled and late ones included, that is handed to the payment's
 * workflow through the outbox, so that it is not lost while Temporal is away. An answer to a payment that has ended
 * without success opens the watch over late answers. False for a request that is not ours.
 */
export async function operatorAnswered(
  database: Database,
  outbox: Outbox,
  requestId: OperatorRequestId,
): Promise<boolean> {
  const id = await findByOperatorRequest(database, requestId)
  if (id === undefined) return refundAnswered(database, outbox, requestId)
  const transaction = await readTransaction(database, id)
  const signalled = { subjectId: id, signal: 'operatorAnswered' } as const
  const entries: Readonly<Record<TransactionStatus, readonly OutboxEntry[]>> = {
    pending: [{ ...signalled, kind: transaction.type }],
    succeeded: [],
    failed: lateEntries(),
    expired: lateEntries(),
    cancelled: lateEntries(),
  }
  outbox.kick(
    await inTransaction(database.pool, (sql) => enqueue(sql, entries[transaction.status])),
  )
  return true

  /** A payout ends by the operator's own word alone: nothing is late. */
  function lateEntries(): OutboxEntry[] {
    if (transaction.type === 'payout') return []
    return [lateAnswerEntry(transaction), { ...signalled, kind: 'late-answer' }]
  }
}

/** The same about a refund; one that has its end, or was never sent, is not looked at again. */
async function refundAnswered(
  database: Database,
  outbox: Outbox,
  requestId: OperatorRequestId,
): Promise<boolean> {
  const refund = await findRefundByRequest(database, requestId)
  if (refund === undefined) return false
  if (refund.status !== 'processing') return true
  const entry = { kind: 'refund', subjectId: refund.id, signal: 'operatorAnswered' } as const
  outbox.kick(await inTransaction(database.pool, (sql) => enqueue(sql, [entry])))
  return true
}
