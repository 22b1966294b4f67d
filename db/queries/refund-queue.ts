import type { CurrencyCode } from '#domain/currency.ts'
import { fail } from '#domain/errors.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money.ts'
import type { RefundOrigin, RefundStatus } from '#domain/refund.ts'
import type { Mode } from '#domain/transaction.ts'
import { closingsOf, type ListedClosing } from '#db/closing-rows.ts'
import type { Database } from '#db/connect.ts'
import {
  type Named,
  nameOf,
  ownerColumns,
  ownerJoins,
  pageValues,
  type QueuePage,
  type Scoped,
  type ScopedRow,
  scopeOf,
} from '#db/owner-rows.ts'
import { onPool } from '#db/sql.ts'
import { timeOf } from '#db/types/time.ts'

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
  const rows = await onPool(pool).rows<RefundRow>(
    `${select} where t.status = any($1::text[]) and ($2::text is null or e.mode = $2)
       and ($3::timestamptz is null or (t.created_at, t.id) > ($3, $4::uuid))
     order by t.created_at, t.id limit $5`,
    [statuses, mode ?? null, ...pageValues(page)],
  )
  return rows.map(toRefund)
}

/** One of them, in whatever state. Refusal: refund_not_found. */
export async function findQueuedRefund(
  { pool }: Pick<Database, 'pool'>,
  id: RefundId,
): Promise<QueuedRefund> {
  const [row] = await onPool(pool).rows<RefundRow>(`${select} where t.id = $1`, [id])
  if (row === undefined) throw fail('refund_not_found')
  return toRefund(row)
}

const select = `select t.id, ${ownerColumns}, t.transaction_id, paid.reference, t.amount, t.currency, t.status, t.reason,
    t.origin, t.provider, t.provider_reference, ${nameOf('t.requested_by')} as requested_by, t.approvals_needed,
    ${nameOf('t.approved_by')} as approved_by, ${nameOf('t.second_approved_by')} as second_approved_by, t.failure_code,
    t.attention_at, ${closingsOf('t.transaction_id', 't.id')} as closings, t.created_at, t.completed_at, floor(extract(epoch from now() - t.created_at))::int as age_seconds
  from refund t join transaction paid on paid.id = t.transaction_id ${ownerJoins}`

interface RefundRow extends ScopedRow {
  readonly id: RefundId
  readonly transaction_id: TransactionId
  readonly reference: string
  readonly amount: string
  readonly currency: CurrencyCode
  readonly status: RefundStatus
  readonly reason: string | null
  readonly origin: RefundOrigin
  readonly provider: string
  readonly provider_reference: string | null
  readonly requested_by: Named | null
  readonly approvals_needed: number
  readonly approved_by: Named | null
  readonly second_approved_by: Named | null
  readonly failure_code: string | null
  readonly attention_at: string | null
  readonly closings: readonly ListedClosing[]
  readonly created_at: string
  readonly completed_at: string | null
  readonly age_seconds: number
}

function toRefund(row: RefundRow): QueuedRefund {
  return {
    ...scopeOf(row),
    id: row.id,
    transactionId: row.transaction_id,
    reference: row.reference,
    amount: money(BigInt(row.amount), row.currency),
    status: row.status,
    reason: row.reason,
    origin: row.origin,
    provider: row.provider,
    providerReference: row.provider_reference,
    requestedBy: row.requested_by,
    approvalsNeeded: row.approvals_needed,
    approvedBy: row.approved_by,
    secondApprovedBy: row.second_approved_by,
    failureCode: row.failure_code,
    attentionAt: timeOf(row.attention_at),
    closings: row.closings,
    createdAt: new Date(row.created_at),
    completedAt: timeOf(row.completed_at),
    ageSeconds: row.age_seconds,
  }
}
