import { refundColumns } from './find.ts'
import { orFail } from '#domain/errors/errors.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { money, withMoney } from '#domain/money/money.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import { maskedParty } from '#domain/transactions/mask.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { countedClosings } from '#use-cases/closings/columns.ts'
import { contradictionsOf, isSettled } from '#use-cases/closings/contradictions.ts'
import type { Database } from '#db/connect.ts'
import type { MoneyFilter, MoneySum } from '#use-cases/desk/money-sums.ts'
import { personNamed } from '#use-cases/desk/owner-columns.ts'
import { isMine, oldestFirst, owned, type QueuePage, secondsSince } from '#use-cases/desk/queue.ts'
import { rowCount } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import {
  db,
  type InferResult,
  jsonBuildObject,
  type Params,
  prepared,
  sql,
} from '#db/statements.ts'

/** A refund as staff sees it. */
export type QueuedRefund = ReturnType<typeof toRefund>

/** The filter and position of the queue. */
export interface RefundQueuePage extends QueuePage, MoneyFilter {
  readonly statuses: readonly RefundStatus[]
  /** True for only those that are contradicted, by their operator or by a statement's line, and not settled yet. */
  readonly isContradicted?: boolean
  readonly mode?: Mode | undefined
}

/** Oldest first. */
export async function listRefundQueue(
  { pool }: Pick<Database, 'pool'>,
  { statuses, isContradicted = false, mode, provider, merchantId, ...page }: RefundQueuePage,
): Promise<QueuedRefund[]> {
  let queue = refunds.where('refund.status', 'in', statuses)
  if (isContradicted)
    queue = queue
      .where((eb) => eb.exists(contradictions))
      .where((eb) => eb.not(isSettled(sql<string>`${eb.ref('refund.id')}`)))
  if (mode !== undefined) queue = queue.where('e.mode', '=', mode)
  if (provider !== undefined)
    queue = queue.where((eb) => eb(eb.ref('refund.provider').$castTo<string>(), '=', provider))
  if (merchantId !== undefined) queue = queue.where('m.id', '=', merchantId)
  const rows = await onPool(pool).all(oldestFirst(queue, ['refund.createdAt', 'refund.id'], page))
  return rows.map(toRefund)
}

/** Sums of all refunds in these states; with `mine`, of one member's cases. */
export async function sumRefundQueue(
  { pool }: Pick<Database, 'pool'>,
  { statuses, mine }: Pick<RefundQueuePage, 'statuses' | 'mine'>,
): Promise<readonly MoneySum[]> {
  const all = refunds.where('refund.status', 'in', statuses)
  const queue = mine ? all.where((eb) => isMine(eb.ref('refund.id'), mine)) : all
  const rows = await onPool(pool).all(
    queue
      .clearSelect()
      .select(['refund.provider', 'e.mode', 'refund.currency'])
      .select((eb) => [
        jsonBuildObject({ id: eb.ref('m.id'), name: eb.ref('m.name') }).as('merchant'),
        rowCount.as('count'),
        eb.cast<bigint>(eb.fn.sum('refund.amount'), 'bigint').as('amount'),
      ])
      .groupBy(['m.id', 'refund.provider', 'e.mode', 'refund.currency']),
  )
  return rows.map(withMoney)
}

/** One of them, in any state. Refusal: refund_not_found. */
export async function findQueuedRefund(
  { pool }: Pick<Database, 'pool'>,
  id: RefundId,
): Promise<QueuedRefund> {
  return toRefund(orFail(await onPool(pool).first(byId({ id })), 'refund_not_found'))
}

/** Staff is notified of each, for good. */
const contradictions = db
  .selectFrom('staffNotice as n')
  .select('n.id')
  .where('n.transactionId', '=', sql.ref<TransactionId>('refund.transactionId'))
  .where('n.refundId', '=', sql.ref<RefundId>('refund.id'))
  .where('n.kind', '=', 'closing_contradicted')
  .where('n.number', '=', 1)

const refunds = owned
  .innerJoin('refund', 'refund.serviceEnvId', 'e.id')
  .innerJoin('transaction as paid', 'paid.id', 'refund.transactionId')
  .select(refundColumns)
  .select(['paid.reference', 'paid.customerName', 'paid.phone'])
  .select((eb) => [
    personNamed(eb.ref('refund.requestedBy')).as('requester'),
    personNamed(eb.ref('refund.approvedBy')).as('approver'),
    personNamed(eb.ref('refund.secondApprovedBy')).as('secondApprover'),
    countedClosings(eb.ref('refund.transactionId'), eb.ref('refund.id')).as('closings'),
    contradictionsOf(eb.ref('refund.transactionId'), eb.ref('refund.id')).as('contradictions'),
    secondsSince(eb.ref('refund.createdAt')).as('ageSeconds'),
  ])

const byId = prepared((p: Params<{ id: RefundId }>) => refunds.where('refund.id', '=', p.id))

function toRefund({
  amount,
  currency,
  customerName: name,
  phone,
  ...refund
}: InferResult<typeof refunds>[number]) {
  return { ...refund, payer: maskedParty({ name, phone }), amount: money(amount, currency) }
}
