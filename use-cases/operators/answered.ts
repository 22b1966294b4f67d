import type { OperatorRequestId, TransactionId } from '#domain/ids.ts'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import { watchRefund, watchTransaction } from '#use-cases/late-outcomes/watches.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { findRefundByRequest } from '#use-cases/refunds/find.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'

/**
 * Callbacks are unsigned: whoever knows an id can send them without end. So many of a pending payment are handed on, as
 * many as its run listens to, and so many more after its end; beyond that it is looked at on schedule.
 */
const callbacksMax = 20
const callbacksInAllMax = 40
/** What runs are told: no more than that. */
const signal = 'operatorAnswered'

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
  const called = await findCalled(database, requestId)
  if (called === undefined) return refundAnswered(database, outbox, requestId)
  const { id, status, callbacks } = called
  const max = status === 'pending' ? callbacksMax : callbacksInAllMax
  // Most of a flood ends here.
  if ((status === 'succeeded' && !called.is_closed) || callbacks >= max) return true
  const transaction = await readTransaction(database, id)
  const announced = await inTransaction(database.pool, async (sql) =>
    (await countCallback(sql, id, max)) ? announce(sql, called, transaction) : [],
  )
  outbox.kick(announced)
  return true
}

interface Called {
  readonly id: TransactionId
  readonly status: TransactionStatus
  readonly callbacks: number
  /** True for a payout that ended by the staff's word: the operator may say otherwise. */
  readonly is_closed: boolean
}

async function findCalled(
  database: Database,
  requestId: OperatorRequestId,
): Promise<Called | undefined> {
  const [row] = await onPool(database.pool).rows<Called & Record<string, unknown>>(
    `select id, status, callbacks, ${closed('t.id', 'null')} as is_closed
     from transaction t where operator_request_id = $1`,
    [requestId],
  )
  return row
}

/** Tells whom the callback concerns: the run of a payment under way, else the watch over late answers. */
async function announce(
  sql: Sql,
  { id, is_closed: isClosed }: Called,
  transaction: TransactionRecord,
): Promise<string[]> {
  const { status, type } = transaction
  if (status === 'pending') return enqueue(sql, [{ kind: type, subjectId: id, signal }])
  // What succeeded is known to have; a payout ends by the operator's own word, unless the staff's word ended it.
  const isKnown = status === 'succeeded' || type === 'payout'
  if (isKnown && !isClosed) return []
  const watched = await watchTransaction(sql, transaction)
  const signalled = await enqueue(sql, [{ kind: 'late-answer', subjectId: id, signal }])
  return [...watched, ...signalled]
}

/** False when the payment had as many as it may have. */
async function countCallback(sql: Sql, id: TransactionId, max: number): Promise<boolean> {
  const counted = await sql.rows(
    'update transaction set callbacks = callbacks + 1 where id = $1 and callbacks < $2 returning id',
    [id, max],
  )
  return counted.length > 0
}

/** The same about a refund; one that has its end is looked at again only where the staff's word ended it. */
async function refundAnswered(
  database: Database,
  outbox: Outbox,
  requestId: OperatorRequestId,
): Promise<boolean> {
  const refund = await findRefundByRequest(database, requestId)
  if (refund === undefined) return false
  const { id, transactionId } = refund
  const { is_closed: isClosed } = await onPool(database.pool).one<{ is_closed: boolean }>(
    `select ${closed('$1::uuid', '$2::uuid')} as is_closed`,
    [transactionId, id],
  )
  if (refund.status !== 'processing' && !isClosed) return true
  const announced = await inTransaction(database.pool, async (sql) => {
    const counted = await sql.rows(
      'update refund set callbacks = callbacks + 1 where id = $1 and callbacks < $2 returning id',
      [id, isClosed ? callbacksInAllMax : callbacksMax],
    )
    if (counted.length === 0) return []
    const watched = isClosed ? await watchRefund(sql, refund) : []
    const kind = isClosed ? 'late-refund-answer' : 'refund'
    return [...watched, ...(await enqueue(sql, [{ kind, subjectId: id, signal }]))]
  })
  outbox.kick(announced)
  return true
}

/** True where the staff's word ended this payout, or this refund of it. */
function closed(transactionId: string, refundId: string): string {
  return `exists (select from closing c where c.transaction_id = ${transactionId}
    and c.refund_id is not distinct from ${refundId} and c.ended_at is not null)`
}
