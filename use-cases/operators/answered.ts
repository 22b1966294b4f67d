import { asId, type OperatorRequestId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { isRefundFinal } from '#domain/refunds/refund.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { currentTrace } from '#platform/trace.ts'
import type { Database } from '#db/connect.ts'
import { watchRefund, watchTransaction } from '#use-cases/late-outcomes/watches.ts'
import { announcing, enqueue, type Outbox, owedEntry } from '#db/outbox.ts'
import { findRefundByRequest } from '#use-cases/refunds/find.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Expression, ofSource, type Params, prepared, sql } from '#db/statements.ts'

/**
 * Callbacks are unsigned: whoever knows an id can send any number. This many are passed on for a pending payment, as
 * many as its run listens to, and this many in all, including after its end; beyond that it is checked on schedule.
 */
const callbacksMax = 20
const callbacksInAllMax = 40
/** The only signal a callback sends to workflows. */
const signal = 'operatorAnswered'

/**
 * An operator called back about a request. The callback is a hint, even if duplicate or late. It goes to the
 * payment's workflow through the outbox, so that it is not lost while Temporal is down. For a payment that ended
 * without success it starts the watch for late answers. False for a request that is not ours.
 */
export async function operatorAnswered(
  database: Database,
  outbox: Outbox,
  requestId: OperatorRequestId,
): Promise<boolean> {
  const books = onPool(database.pool)
  const told = await books.first(
    tell({ requestId, max: callbacksMax, traceparent: currentTrace() }),
  )
  if (told !== undefined) {
    const { id, kind, subjectId } = told
    outbox.kick([owedEntry(id, { kind, subjectId: asId<TransactionId>(subjectId), signal })])
    return true
  }
  const called = await books.first(calledAbout({ requestId }))
  if (called === undefined) return refundAnswered(database, outbox, requestId)
  const { id, status, callbacks } = called
  const max = status === 'pending' ? callbacksMax : callbacksInAllMax
  // Most of a flood ends here.
  if ((status === 'succeeded' && !called.isClosed) || callbacks >= max) return true
  const transaction = await readTransaction(database, id)
  const announced = await inTransaction(database.pool, async (tx) =>
    (await tx.run(countCallback({ id, max }))) > 0 ? announce(tx, called, transaction) : [],
  )
  outbox.kick(announced)
  return true
}

/**
 * The usual case, in one statement: the payment is in progress, and its run is signalled. No row in any other case.
 */
const tell = prepared(
  (p: Params<{ requestId: OperatorRequestId; max: number; traceparent: string | null }>) =>
    db
      .with('counted', (books) =>
        books
          .updateTable('transaction')
          .set((eb) => ({ callbacks: eb('callbacks', '+', 1) }))
          .where('operatorRequestId', '=', p.requestId)
          .where('status', '=', 'pending')
          .where('callbacks', '<', p.max)
          .returning(['id', 'type']),
      )
      .with('owed', () =>
        announcing(
          {
            kind: ofSource('type'),
            subjectId: ofSource('id'),
            found: sql`'{}'`,
            summary: sql`''`,
            traceparent: p.traceparent,
          },
          'counted',
          signal,
        ).returning('subjectId'),
      )
      .selectFrom(['owed', 'counted'])
      .select(['owed.id', 'owed.subjectId', 'counted.type as kind']),
)

const calledAbout = prepared((p: Params<{ requestId: OperatorRequestId }>) =>
  db
    .selectFrom('transaction as t')
    .select(['t.id', 't.status', 't.callbacks'])
    .select((eb) =>
      eb
        .exists(closings(eb.ref('t.id'), null))
        .$castTo<boolean>()
        .as('isClosed'),
    )
    .where('t.operatorRequestId', '=', p.requestId),
)

/** `isClosed` for a payout that a staff verdict ended: the operator may contradict it. */
type Called = NonNullable<ReturnType<typeof calledAbout>['~row']>

/** Notifies the run of a payment in progress, else the watch for late answers. */
async function announce(
  tx: Sql,
  { id, isClosed }: Called,
  transaction: TransactionRecord,
): Promise<string[]> {
  const { status, type } = transaction
  if (status === 'pending') return enqueue(tx, [{ kind: type, subjectId: id, signal }])
  // What succeeded needs nothing, unless a staff verdict said so. A bank is not an operator that calls.
  if ((status === 'succeeded' && !isClosed) || transaction.transfer) return []
  const watched = await watchTransaction(tx, transaction)
  const signalled = await enqueue(tx, [{ kind: 'late-answer', subjectId: id, signal }])
  return [...watched, ...signalled]
}

/** Counts a callback, unless the payment has reached its maximum. */
const countCallback = prepared((p: Params<{ id: TransactionId; max: number }>) =>
  db
    .updateTable('transaction')
    .set((eb) => ({ callbacks: eb('callbacks', '+', 1) }))
    .where('id', '=', p.id)
    .where('callbacks', '<', p.max),
)

const countRefundCallback = prepared((p: Params<{ id: RefundId; max: number }>) =>
  db
    .updateTable('refund')
    .set((eb) => ({ callbacks: eb('callbacks', '+', 1) }))
    .where('id', '=', p.id)
    .where('callbacks', '<', p.max),
)

/** The same for a refund; one that was paid is checked again only if a staff verdict said so. */
async function refundAnswered(
  database: Database,
  outbox: Outbox,
  requestId: OperatorRequestId,
): Promise<boolean> {
  const refund = await findRefundByRequest(database, requestId)
  if (refund === undefined) return false
  const { id, transactionId, status } = refund
  const books = onPool(database.pool)
  const isClosed = (await books.first(closingOf({ transactionId, id }))) !== undefined
  const isOver = isClosed || (isRefundFinal(status) && status !== 'succeeded')
  if (status !== 'processing' && !isOver) return true
  const announced = await inTransaction(database.pool, async (tx) => {
    const max = isOver ? callbacksInAllMax : callbacksMax
    if ((await tx.run(countRefundCallback({ id, max }))) === 0) return []
    const watched = isOver ? await watchRefund(tx, refund) : []
    const kind = isOver ? 'late-refund-answer' : 'refund'
    return [...watched, ...(await enqueue(tx, [{ kind, subjectId: id, signal }]))]
  })
  outbox.kick(announced)
  return true
}

/** The staff verdict that ended this payout or refund. */
const closings = (
  transactionId: Expression<TransactionId>,
  refundId: Expression<RefundId> | null,
) =>
  db
    .selectFrom('closing as c')
    .select('c.id')
    .where('c.transactionId', '=', transactionId)
    .where('c.refundId', 'is not distinct from', refundId)
    .where('c.endedAt', 'is not', null)

const closingOf = prepared((p: Params<{ transactionId: TransactionId; id: RefundId }>) =>
  closings(p.transactionId, p.id),
)
