import { asId, type OperatorRequestId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { isRefundFinal } from '#domain/refunds/refund.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { currentTrace } from '#platform/trace.ts'
import type { Database } from '#db/connect.ts'
import { watchRefund, watchTransaction } from '#use-cases/late-outcomes/watches.ts'
import { now } from '#db/functions.ts'
import { announcing, enqueue, type Outbox, owedEntry } from '#db/outbox.ts'
import { findRefundByRequest, lockRefund } from '#use-cases/refunds/find.ts'
import { countAsSent } from '#db/runs/count-as-sent.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import {
  type Changes,
  db,
  type Expression,
  ofSource,
  type Params,
  prepared,
  sql,
} from '#db/statements.ts'

/**
 * Callbacks are unsigned: whoever knows an id can send any number. This many are passed on for a pending payment, as
 * many as its run listens to, and this many in all, including after its end; beyond that it is checked on schedule.
 */
const callbacksMax = 20
const callbacksInAllMax = 40
/** The only signal a callback sends to workflows. */
const signal = 'operatorAnswered'

/**
 * An operator called back about a request. A callback is only a hint, however late or often it comes. The outbox passes
 * it to the payment's workflow, so it is not lost while Temporal is down. For a payment that failed, or whose success it
 * denies, it opens the watch for late answers. A request that our books never sent did leave after all: the operator is
 * asked before anything is sent. Returns the payment; undefined if the request is not ours.
 */
export function operatorAnswered(
  database: Database,
  outbox: Outbox,
  requestId: OperatorRequestId,
): Promise<TransactionId | undefined> {
  return hear(database, outbox, { requestId, isDenial: false })
}

/**
 * The same for a callback that reports a failure: a payment that succeeded is then checked again. The callback proves
 * nothing.
 */
export function operatorDenied(
  database: Database,
  outbox: Outbox,
  requestId: OperatorRequestId,
): Promise<TransactionId | undefined> {
  return hear(database, outbox, { requestId, isDenial: true })
}

interface Callback {
  readonly requestId: OperatorRequestId
  /** True if it names an end without success. */
  readonly isDenial: boolean
}

async function hear(
  database: Database,
  outbox: Outbox,
  { requestId, isDenial }: Callback,
): Promise<TransactionId | undefined> {
  const books = onPool(database.pool)
  const told = await books.first(
    tell({ requestId, max: callbacksMax, traceparent: currentTrace() }),
  )
  if (told !== undefined) {
    const { id, kind } = told
    const subjectId = asId<TransactionId>(told.subjectId)
    outbox.kick([owedEntry(id, { kind, subjectId, signal })])
    return subjectId
  }
  const called = await books.first(calledAbout({ requestId }))
  if (called === undefined) return refundAnswered(database, outbox, { requestId, isDenial })
  const { id, status, callbacks } = called
  const max = status === 'pending' ? callbacksMax : callbacksInAllMax
  const isDenied = called.isClosed || isDenial
  // Most of a flood ends here.
  if ((status === 'succeeded' && !isDenied) || callbacks >= max) return id
  const transaction = await readTransaction(database, id)
  const announced = await inTransaction(database.pool, async (tx) =>
    (await tx.run(countCallback({ id, max }))) > 0 ? announce(tx, transaction, isDenied) : [],
  )
  outbox.kick(announced)
  return id
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
          .set((eb): Changes<'transaction'> => ({
            callbacks: eb('callbacks', '+', 1),
            operatorState: eb
              .case()
              .when('operatorState', '=', 'unsent')
              .then(sql.lit('sent' as const))
              .else(eb.ref('operatorState'))
              .end(),
            operatorSentAt: eb
              .case()
              .when('operatorState', '=', 'unsent')
              .then(now)
              .else(eb.ref('operatorSentAt'))
              .end(),
          }))
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

/** Notifies the run of a payment in progress, else the watch for late answers. */
async function announce(
  tx: Sql,
  transaction: TransactionRecord,
  isDenied: boolean,
): Promise<string[]> {
  const { id, status, type } = transaction
  if (status === 'pending') return enqueue(tx, [{ kind: type, subjectId: id, signal }])
  // A success needs nothing more, unless staff decided it or the operator denies it. A bank never calls back.
  if ((status === 'succeeded' && !isDenied) || transaction.transfer) return []
  const watched = await watchTransaction(tx, transaction)
  const signalled = await enqueue(tx, [{ kind: 'late-answer', subjectId: id, signal }])
  return [...watched, ...signalled]
}

/** Counts a callback, unless the payment has reached its maximum. */
const countCallback = prepared((p: Params<{ id: TransactionId; max: number }>) =>
  db
    .updateTable('transaction')
    .set((eb): Changes<'transaction'> => ({ callbacks: eb('callbacks', '+', 1) }))
    .where('id', '=', p.id)
    .where('callbacks', '<', p.max),
)

const countRefundCallback = prepared((p: Params<{ id: RefundId; max: number }>) =>
  db
    .updateTable('refund')
    .set((eb): Changes<'refund'> => ({ callbacks: eb('callbacks', '+', 1) }))
    .where('id', '=', p.id)
    .where('callbacks', '<', p.max),
)

/**
 * The same for a refund. One that was paid is checked again only if staff decided it or the operator denies it. Its state
 * is read under its lock: if it ended at this moment, no run would hear the signal.
 */
async function refundAnswered(
  database: Database,
  outbox: Outbox,
  { requestId, isDenial }: Callback,
): Promise<TransactionId | undefined> {
  const found = await findRefundByRequest(database, requestId)
  if (found === undefined) return undefined
  const { id, transactionId } = found
  const announced = await inTransaction(database.pool, async (tx) => {
    const { refund } = await lockRefund(tx, id)
    const isClosed = (await tx.first(closingOf({ transactionId, id }))) !== undefined
    if (refund.status === 'succeeded' && !isClosed && !isDenial) return []
    const isOver = isClosed || isRefundFinal(refund.status)
    const max = isOver ? callbacksInAllMax : callbacksMax
    if ((await tx.run(countRefundCallback({ id, max }))) === 0) return []
    return isOver ? watchAgain(tx, refund) : lookFor(tx, refund)
  })
  outbox.kick(announced)
  return transactionId
}

async function watchAgain(tx: Sql, refund: RefundRecord): Promise<string[]> {
  const watched = await watchRefund(tx, refund)
  const subjectId = refund.id
  return [...watched, ...(await enqueue(tx, [{ kind: 'late-refund-answer', subjectId, signal }]))]
}

/**
 * A refund that our books never approved or sent has left all the same, or its operator would not call: the database
 * was restored to an earlier moment. It is looked for, and neither sent nor given back until the operator certainly
 * does not have it.
 */
async function lookFor(tx: Sql, { id: subjectId, status }: RefundRecord): Promise<string[]> {
  await countAsSent(tx, 'refund', [subjectId])
  const isWaiting = status === 'pending'
  return enqueue(tx, [{ kind: 'refund', subjectId, signal: isWaiting ? 'lookNow' : signal }])
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
