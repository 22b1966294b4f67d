import { fail } from '#domain/errors/errors.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { RefundOrigin, RefundStatus } from '#domain/refunds/refund.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { countedClosings, type ListedClosing } from '#use-cases/closings/columns.ts'
import type { Database } from '#db/connect.ts'
import { type Named, personNamed } from '#use-cases/desk/owner-columns.ts'
import {
  oldestFirst,
  owned,
  type QueuePage,
  type Scoped,
  secondsSince,
} from '#use-cases/desk/queue.ts'
import { onPool } from '#db/sql.ts'
import { type InferResult, type Params, prepared } from '#db/statements.ts'

/** A refund as the staff sees it. */
export interface QueuedRefund extends Scoped {
  readonly id: RefundId
  readonly transactionId: TransactionId
  /** The merchant's reference of the payment. */
  readonly reference: string
  /** What the payer gets back. */
  readonly amount: Money
  readonly status: RefundStatus
  /** As whoever asked for it wrote it. */
  readonly reason: string | null
  readonly origin: RefundOrigin
  readonly provider: string
  readonly providerReference: string | null
  readonly requestedBy: Named | null
  readonly approvalsNeeded: number
  readonly approvedBy: Named | null
  readonly secondApprovedBy: Named | null
  readonly failureCode: string | null
  /** Since when the operator leaves the outcome open, where it does. */
  readonly attentionAt: Date | null
  readonly closings: readonly ListedClosing[]
  readonly createdAt: Date
  readonly completedAt: Date | null
  /** Since it was asked for, by the database's clock. */
  readonly ageSeconds: number
}

/** What the queue is narrowed to, and where it goes on. */
export interface RefundQueuePage extends QueuePage {
  readonly statuses: readonly RefundStatus[]
  readonly mode?: Mode | undefined
}

/** The oldest first. */
export async function listRefundQueue(
  { pool }: Pick<Database, 'pool'>,
  { statuses, mode, ...page }: RefundQueuePage,
): Promise<QueuedRefund[]> {
  let queue = refunds.where('t.status', 'in', statuses)
  if (mode !== undefined) queue = queue.where('e.mode', '=', mode)
  const rows = await onPool(pool).all(oldestFirst(queue, ['t.createdAt', 't.id'], page))
  return rows.map(toRefund)
}

/** One of them, in whatever state. Refusal: refund_not_found. */
export async function findQueuedRefund(
  { pool }: Pick<Database, 'pool'>,
  id: RefundId,
): Promise<QueuedRefund> {
  const row = await onPool(pool).first(byId({ id }))
  if (row === undefined) throw fail('refund_not_found')
  return toRefund(row)
}

const refunds = owned
  .innerJoin('refund as t', 't.serviceEnvId', 'e.id')
  .innerJoin('transaction as paid', 'paid.id', 't.transactionId')
  .select(['t.id', 't.transactionId', 'paid.reference', 't.amount', 't.currency', 't.status'])
  .select(['t.reason', 't.origin', 't.provider', 't.providerReference', 't.approvalsNeeded'])
  .select(['t.failureCode', 't.attentionAt', 't.createdAt', 't.completedAt'])
  .select((eb) => [
    personNamed(eb.ref('t.requestedBy')).as('requestedBy'),
    personNamed(eb.ref('t.approvedBy')).as('approvedBy'),
    personNamed(eb.ref('t.secondApprovedBy')).as('secondApprovedBy'),
    countedClosings(eb.ref('t.transactionId'), eb.ref('t.id')).as('closings'),
    secondsSince(eb.ref('t.createdAt')).as('ageSeconds'),
  ])

const byId = prepared((p: Params<{ id: RefundId }>) => refunds.where('t.id', '=', p.id))

function toRefund({
  amount,
  currency,
  ...refund
}: InferResult<typeof refunds>[number]): QueuedRefund {
  return { ...refund, amount: money(amount, currency) }
}
