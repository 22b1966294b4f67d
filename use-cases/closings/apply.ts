import {
  type ClosingDesk,
  closingRefusal,
  type ClosingSubject,
  isClosed,
} from '#domain/closings/closing.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { ActId, RefundId, TransactionId } from '#domain/ids.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { Mode, Outcome, TransactionStatus } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import { endRefund, type RefundEnd } from '#use-cases/refunds/end.ts'
import { listUsedReference } from './used-reference.ts'
import { isTooMuchAlone } from '#use-cases/desk/alone.ts'
import { watchRefund, watchTransaction } from '#use-cases/late-outcomes/watches.ts'
import { lockPayment } from '#use-cases/transactions/lock-payment.ts'
import type { Outbox } from '#db/outbox.ts'
import { lockRefund } from '#use-cases/refunds/find.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { clockTime, referencesTurn, takeTurn } from '#db/functions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared } from '#db/statements.ts'
import { endTransaction } from '#use-cases/transactions/settle.ts'

/** The state after the verdict, or the code it is refused with. */
export type ClosingResult =
  | { readonly status: TransactionStatus | RefundStatus }
  | { readonly refused: ErrorCode }

/**
 * Applies a recorded staff verdict. The last one needed ends the refund or payout, with its posting and event, and
 * starts a watch for an operator that contradicts it: all in one transaction. A verdict that would take the day's sum
 * above what one person may release counts as the first of two. Safe to repeat: a verdict that was
 * counted is not checked again.
 */
export async function applyClosing(
  database: Database,
  outbox: Outbox,
  order: ClosingAct,
): Promise<ClosingResult> {
  const { actId } = order
  const { transactionId, refundId } = await onPool(database.pool).only(byId({ actId }))
  const before = await readTransaction(database, transactionId)
  const { result, announced } = await inTransaction(database.pool, (sql) =>
    refundId === null
      ? closePayout(sql, database, { before, ...order })
      : closeRefund(sql, database, { transactionId, refundId, ...order }),
  )
  outbox.kick(announced)
  if (announced.length > 0) await database.wake.announce([transactionId])
  return result
}

interface ClosingAct {
  readonly actId: ActId
  /** Above this, two people must give the same verdict; XOF. */
  readonly approvalAbove: bigint
}

interface Applied {
  readonly result: ClosingResult
  readonly announced: readonly string[]
}

async function closePayout(
  sql: Sql,
  database: Database,
  { before, ...act }: ClosingAct & { readonly before: TransactionRecord },
): Promise<Applied> {
  const { status, isOpen, providerReference } = await sql.only(lockPayout({ id: before.id }))
  const { mode, provider, net } = before
  const subject = { status, isOpen, mode, provider, amount: net.minor }
  const counted = await count(sql, act, subject)
  if ('result' in counted) return { ...counted, announced: [] }
  // As it is now: the operator may have named it since it was read.
  const outcome = outcomeOf(counted, providerReference)
  const announced = (await endTransaction(sql, database, { before, outcome })) ?? []
  const watched = await watchTransaction(sql, before)
  return { result: { status: outcome.status }, announced: [...announced, ...watched] }
}

async function closeRefund(
  sql: Sql,
  database: Database,
  {
    refundId,
    transactionId,
    ...act
  }: ClosingAct & { readonly transactionId: TransactionId; readonly refundId: RefundId },
): Promise<Applied> {
  const payment = await lockPayment(sql, transactionId)
  if (payment === undefined) throw new Error('a refund has its payment')
  const { refund, operatorState } = await lockRefund(sql, refundId)
  const { status, attentionAt } = refund
  const isOpen = status === 'processing' && operatorState !== 'unsent' && attentionAt !== null
  const { mode, provider } = payment
  const subject = { status, isOpen, mode, provider, amount: refund.amount.minor }
  const counted = await count(sql, act, subject)
  if ('result' in counted) return { ...counted, announced: [] }
  const end = outcomeOf(counted, refund.providerReference)
  const announced = await endRefund(sql, database, { payment, refund, end })
  const watched = await watchRefund(sql, refund)
  return { result: { status: end.status }, announced: [...announced, ...watched] }
}

type Recorded = InferResult<typeof recorded>[number]

/** What a verdict is about, while it is locked; its amount in minor units. */
interface Subject {
  readonly status: TransactionStatus | RefundStatus
  readonly isOpen: boolean
  readonly mode: Mode
  readonly provider: string
  readonly amount: bigint
}

/** Checks and counts a verdict while its subject is locked; returns it if it is the last one needed. */
async function count(
  sql: Sql,
  { actId, approvalAbove: above }: ClosingAct,
  subject: Subject,
): Promise<Recorded | { readonly result: ClosingResult }> {
  const { status, isOpen, amount } = subject
  const given = await sql.only(byId({ actId }))
  if (given.countedAt !== null) return { result: { status } }
  const { transactionId, refundId } = given
  const desk: ClosingDesk = {
    isOpen,
    last: await sql.first(lastCounted({ transactionId, refundId })),
  }
  const refused = closingRefusal(desk, given)
  if (refused !== undefined) return { result: { refused } }
  const approvalsNeeded = await neededFor(sql, given, { amount, above })
  if (await isAnothers(sql, given, subject))
    return { result: { refused: 'operator_reference_used' } }
  const isEnd = isClosed(desk, { ...given, approvalsNeeded })
  await sql.run(isEnd ? countAsEnd({ actId }) : countIn({ actId }))
  return isEnd ? given : { result: { status } }
}

/**
 * A reference that another order has is no evidence for this one unless somebody confirms it: one answer of an operator may
 * be about several orders. Verdicts are counted in turn, so the second of two under one reference sees the first.
 */
async function isAnothers(
  sql: Sql,
  { transactionId, refundId, operatorReference: reference, mayShareReference }: Recorded,
  { mode, provider }: Subject,
): Promise<boolean> {
  if (mayShareReference === null) return false
  await sql.run(takeTurn({ name: referencesTurn(provider) }))
  if (mayShareReference) return false
  const order = { id: refundId ?? transactionId, mode, provider }
  return (await listUsedReference(sql, order, reference)).length > 0
}

/** "Not paid" gives money back: one person may say so up to what one person may release within a day. */
async function neededFor(
  sql: Sql,
  { transactionId, verdict, closedBy: approver, approvalsNeeded }: Recorded,
  money: { readonly amount: bigint; readonly above: bigint },
): Promise<Recorded['approvalsNeeded']> {
  if (verdict !== 'not_paid' || approvalsNeeded > 1) return approvalsNeeded
  return (await isTooMuchAlone(sql, { transactionId, approver, ...money })) ? 2 : approvalsNeeded
}

/** The operator's earlier reference is kept, since the operator is asked by it. */
function outcomeOf(
  { verdict, operatorReference }: Recorded,
  known: string | null,
): Outcome & RefundEnd {
  if (verdict === 'paid')
    return { status: 'succeeded', providerReference: known ?? operatorReference }
  return { status: 'failed', failureCode: 'not_executed', providerReference: known }
}

const recorded = db
  .selectFrom('closing')
  .select(['transactionId', 'refundId', 'verdict', 'operatorReference', 'closedBy'])
  .select(['approvalsNeeded', 'mayShareReference', 'countedAt'])

const byId = prepared((p: Params<{ actId: ActId }>) => recorded.where('id', '=', p.actId))

const lastCounted = prepared((p: Params<ClosingSubject>) =>
  recorded
    .where('transactionId', '=', p.transactionId)
    .where('refundId', 'is not distinct from', p.refundId)
    .where('countedAt', 'is not', null)
    .orderBy('countedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

const countIn = prepared((p: Params<{ actId: ActId }>) =>
  db.updateTable('closing').set({ countedAt: clockTime }).where('id', '=', p.actId),
)

const countAsEnd = prepared((p: Params<{ actId: ActId }>) =>
  db
    .updateTable('closing')
    .set({ countedAt: clockTime, endedAt: clockTime })
    .where('id', '=', p.actId),
)

const lockPayout = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .selectFrom('transaction as t')
    .select(['t.status', 't.providerReference'])
    .select((eb) =>
      eb
        .and([
          eb('t.type', '=', 'payout'),
          eb('t.status', '=', 'pending'),
          eb('t.operatorState', '<>', 'unsent'),
          eb.exists(
            eb
              .selectFrom('staffNotice as n')
              .select('n.id')
              .whereRef('n.transactionId', '=', 't.id')
              .where('n.kind', '=', 'payout_undecided'),
          ),
        ])
        .$castTo<boolean>()
        .as('isOpen'),
    )
    .where('t.id', '=', p.id)
    .forNoKeyUpdate('t'),
)
