import { fail, orFail } from '#domain/errors/errors.ts'
import type { OperatorRequestId, RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { Database } from '#db/connect.ts'
import { oneOf } from '#db/functions.ts'
import { newestFirst, type Position } from '#db/pages.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { recovered } from '#use-cases/contradictions/recovered.ts'
import {
  columnsOf,
  db,
  type Expression,
  type InferResult,
  type Params,
  prepared,
  sql,
} from '#db/statements.ts'

/** One refund. Refusal: refund_not_found, also for that of another service or mode. */
export async function findRefund(
  database: Database,
  serviceEnvId: ServiceEnvId,
  id: RefundId,
): Promise<RefundRecord> {
  return toRecord(
    orFail(await onPool(database.pool).first(inScope({ serviceEnvId, id })), 'refund_not_found'),
  )
}

/** The refund with this id, for staff and for runs, which see all. Refusal: refund_not_found. */
export async function readRefund(
  { pool }: Pick<Database, 'pool'>,
  id: RefundId,
): Promise<RefundRecord> {
  return orFail(await findById(onPool(pool), id), 'refund_not_found')
}

/** The same, inside this transaction; undefined if there is none. */
export async function findById(sql: Sql, id: RefundId): Promise<RefundRecord | undefined> {
  const row = await sql.first(byId({ id }))
  return row && toRecord(row)
}

/**
 * Locks a refund, so that nobody else sends or ends it before this transaction ends. Also returns whether and when it was
 * last sent to the operator, and how often the operator has called back.
 */
export async function lockRefund(sql: Sql, id: RefundId) {
  const { operatorState, operatorSentAt, ...row } = await sql.only(locked({ id }))
  return { refund: toRecord(row), operatorState, operatorSentAt, callbacks: row.callbacks }
}

/** The refund that an operator's callback is about, by its request id. */
export async function findRefundByRequest(
  database: Database,
  requestId: OperatorRequestId,
): Promise<RefundRecord | undefined> {
  const row = await onPool(database.pool).first(byRequest({ requestId }))
  return row && toRecord(row)
}

/**
 * How much of a payment can still be refunded: nothing if it was not paid, or its funds were withheld. It may be less
 * by the time a refund is requested. A refund that the operator paid although our books say that it did not counts as
 * refunded.
 */
export async function readRefundable(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: TransactionId,
): Promise<Money> {
  const row = await onPool(pool).first(refundable({ serviceEnvId, id }))
  if (row === undefined) throw fail('transaction_not_found')
  return money(
    mayGiveBack(row) ? row.amountCharged - BigInt(row.asked ?? 0) : 0n,
    row.chargedCurrency,
  )
}

function mayGiveBack({
  fundsStatus,
  ...row
}: NonNullable<ReturnType<typeof refundable>['~row']>): boolean {
  const { type, status, payerErasedAt, isTakenBack } = row
  const isPaid = type === 'collection' && status === 'succeeded' && !isTakenBack
  return isPaid && payerErasedAt === null && fundsStatus !== null && fundsStatus !== 'withheld'
}

/** The filter of a list of refunds; the scope comes first. */
export interface RefundFilter {
  /** Null for staff. */
  readonly serviceEnvId: ServiceEnvId | null
  readonly statuses?: readonly RefundStatus[]
  readonly transactionId?: TransactionId
  /** When it was requested. */
  readonly since?: Date | undefined
  readonly until?: Date | undefined
}

/** The last refund that a list has shown. */
export type RefundPosition = Position<RefundId>

/** Newest first, at most `limit`, starting after `position`. */
export async function listRefunds(
  database: Database,
  { serviceEnvId, statuses, transactionId, since, until }: RefundFilter,
  { limit, position }: { readonly limit: number; readonly position?: RefundPosition },
): Promise<RefundRecord[]> {
  let list = refunds
  if (serviceEnvId !== null) list = list.where('refund.serviceEnvId', '=', serviceEnvId)
  if (statuses !== undefined) list = list.where('refund.status', 'in', statuses)
  if (transactionId !== undefined) list = list.where('refund.transactionId', '=', transactionId)
  if (since !== undefined) list = list.where('refund.createdAt', '>=', since)
  if (until !== undefined) list = list.where('refund.createdAt', '<', until)
  const rows = await onPool(database.pool).all(
    newestFirst(list, ['refund.createdAt', 'refund.id'], { limit, after: position }),
  )
  return rows.map(toRecord)
}

/** Refunds of a service with this id, request id or provider reference; newest first. */
export async function searchRefunds(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  asked: {
    readonly id: string | null
    readonly references: readonly string[]
    readonly limit: number
  },
): Promise<RefundRecord[]> {
  return (await onPool(pool).all(searched({ serviceEnvId, ...asked }))).map(toRecord)
}

/** The columns of a record, without its mode. */
export const refundColumns = columnsOf('refund', 'operatorState', 'operatorSentAt', 'realm')

const refunds = db
  .selectFrom('refund')
  .innerJoin('serviceEnv as e', 'e.id', 'refund.serviceEnvId')
  .select(refundColumns)
  .select('e.mode')

const byId = prepared((p: Params<{ id: RefundId }>) => refunds.where('refund.id', '=', p.id))

const inScope = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: RefundId }>) =>
  refunds.where('refund.serviceEnvId', '=', p.serviceEnvId).where('refund.id', '=', p.id),
)

const byRequest = prepared((p: Params<{ requestId: OperatorRequestId }>) =>
  refunds.where('refund.operatorRequestId', '=', p.requestId),
)

/** Each through its own index. */
function byEachIndex(p: Params<{ id: string | null; references: readonly string[] }>) {
  const found = db.selectFrom('refund as r').select('r.id')
  return found
    .where('r.id', '=', sql<RefundId>`${p.id}::uuid`)
    .unionAll(found.where('r.operatorRequestId', '=', sql<OperatorRequestId>`${p.id}::uuid`))
    .unionAll(found.where('r.providerReference', '=', sql<string>`any(${p.references}::text[])`))
}

const searched = prepared(
  (
    p: Params<{
      serviceEnvId: ServiceEnvId
      id: string | null
      references: readonly string[]
      limit: number
    }>,
  ) =>
    refunds
      .where('refund.serviceEnvId', '=', p.serviceEnvId)
      .where('refund.id', 'in', byEachIndex(p))
      .orderBy('refund.createdAt', 'desc')
      .orderBy('refund.id', 'desc')
      .limit(sql<number>`${p.limit}`),
)

const locked = prepared((p: Params<{ id: RefundId }>) =>
  refunds
    .select(['refund.operatorState', 'refund.operatorSentAt'])
    .where('refund.id', '=', p.id)
    .forNoKeyUpdate('refund'),
)

const refundable = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: TransactionId }>) =>
  db
    .selectFrom('transaction as t')
    .select(['t.type', 't.status', 't.fundsStatus', 't.amountCharged', 't.chargedCurrency'])
    .select('t.payerErasedAt')
    .select((eb) =>
      eb
        .exists(takenBack(eb.ref('t.id')))
        .$castTo<boolean>()
        .as('isTakenBack'),
    )
    .select((eb) =>
      receivedRefunds(eb.ref('t.id'))
        .select((of) => of.fn.sum<string | null>('r.amount').as('asked'))
        .as('asked'),
    )
    .where('t.serviceEnvId', '=', p.serviceEnvId)
    .where('t.id', '=', p.id),
)

/** The refunds `r` of a payment whose money went back, or still may. */
export function movingRefunds(paymentId: Expression<TransactionId>) {
  return db
    .selectFrom('refund as r')
    .where('r.transactionId', '=', paymentId)
    .where((eb) => eb.not(oneOf(eb.ref('r.status'), ['rejected', 'failed', 'cancelled'])))
}

/**
 * The same, including those that ended unpaid in our books but that the operator paid, against a verdict of staff or
 * its own first answer, or as two supervisors confirmed. The payer has that money.
 */
export function receivedRefunds(paymentId: Expression<TransactionId>) {
  return db
    .selectFrom('refund as r')
    .where('r.transactionId', '=', paymentId)
    .where((eb) =>
      eb.or([
        eb.not(oneOf(eb.ref('r.status'), ['rejected', 'failed', 'cancelled'])),
        eb.exists(
          eb
            .selectFrom('closing as c')
            .select('c.id')
            .whereRef('c.transactionId', '=', 'r.transactionId')
            .whereRef('c.refundId', '=', 'r.id')
            .where('c.verdict', '=', sql.lit('not_paid'))
            .where('c.contradictedAt', 'is not', null),
        ),
        eb.exists(
          eb
            .selectFrom('confirmedLine as l')
            .select('l.orderId')
            .whereRef('l.orderId', '=', 'r.id')
            .where('l.isBooked', '=', sql.lit(true)),
        ),
        eb.exists(
          eb.selectFrom('paidAfterAll as p').select('p.orderId').whereRef('p.orderId', '=', 'r.id'),
        ),
      ]),
    )
}

/** True for a late debit that nobody is refunding yet and that its operator has not taken back. */
export function isKept(paymentId: Expression<TransactionId>) {
  return sql<boolean>`not exists ${receivedRefunds(paymentId).select('r.id')} and not exists ${takenBack(paymentId)}`
}

/**
 * A payment that its operator did not debit after all, or gave back: by its last word, or until what was recovered
 * for an earlier word is settled back.
 */
export function takenBack(paymentId: Expression<TransactionId>) {
  const words = db
    .selectFrom('laterWord as w')
    .select((eb) => eb.fn.countAll().as('words'))
    .where('w.orderId', '=', sql<string>`${paymentId}`)
  return db
    .selectFrom('unpaidAfterAll as u')
    .select('u.orderId')
    .where('u.orderId', '=', paymentId)
    .where(sql<boolean>`((${words}) % 2 = 0 or exists ${recovered(paymentId).select('s.id')})`)
}

/** The row as a domain object. */
export function toRecord({ currency, ...row }: InferResult<typeof refunds>[number]): RefundRecord {
  const { amount, feesRefunded } = row
  return { ...row, amount: money(amount, currency), feesRefunded: money(feesRefunded, currency) }
}
