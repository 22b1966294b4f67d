import type { CurrencyCode } from '#domain/money/currency.ts'
import { fail } from '#domain/errors/errors.ts'
import type { OperatorRequestId, RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { RefundOrigin, RefundRecord, RefundStatus } from '#domain/refunds/refund.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { timeOf } from '#db/types/time.ts'

/** One refund. Refusal: refund_not_found, also for another service's and the other mode's. */
export async function findRefund(
  database: Database,
  serviceEnvId: ServiceEnvId,
  id: RefundId,
): Promise<RefundRecord> {
  const [row] = await onPool(database.pool).rows<RefundRow>(
    `${select} where r.service_env_id = $1 and r.id = $2`,
    [serviceEnvId, id],
  )
  if (row === undefined) throw fail('refund_not_found')
  return toRecord(row)
}

/** The refund of this id for the service's own staff and runs, which see all. Refusal: refund_not_found. */
export async function readRefund(sql: Sql, id: RefundId): Promise<RefundRecord> {
  const [row] = await sql.rows<RefundRow>(`${select} where r.id = $1`, [id])
  if (row === undefined) throw fail('refund_not_found')
  return toRecord(row)
}

/**
 * What of a payment may still be given back: nothing of one that was not paid, or whose funds were withheld. It may be
 * less by the time that a refund is asked for.
 */
export async function readRefundable(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: TransactionId,
): Promise<Money> {
  const [row] = await onPool(pool).rows<{ left: string; currency: CurrencyCode }>(
    `select t.charged_currency as currency,
       case when t.type = 'collection' and t.status = 'succeeded' and t.funds_status <> 'withheld'
         then t.amount_charged - (select coalesce(sum(r.amount), 0) from refund r
           where r.transaction_id = t.id and r.status not in ('rejected', 'failed', 'cancelled')) else 0 end::text as left
     from transaction t where t.service_env_id = $1 and t.id = $2`,
    [serviceEnvId, id],
  )
  if (row === undefined) throw fail('transaction_not_found')
  return money(BigInt(row.left), row.currency)
}

/** What a list of refunds is narrowed to; the scope comes first. */
export interface RefundFilter {
  /** Null for the service's own staff. */
  readonly serviceEnvId: ServiceEnvId | null
  readonly statuses?: readonly RefundStatus[]
  readonly transactionId?: TransactionId
}

/** A place in a list ordered from the newest: what stands there and before is shown already. */
export interface RefundPosition {
  readonly createdAt: Date
  readonly id: RefundId
}

/** Newest first, `limit` at most, from after `position`. */
export async function listRefunds(
  database: Database,
  filter: RefundFilter,
  page: { readonly limit: number; readonly position?: RefundPosition },
): Promise<RefundRecord[]> {
  const { limit, position } = page
  const rows = await onPool(database.pool).rows<RefundRow>(
    `${select} where ($1::uuid is null or r.service_env_id = $1) and ($2::text[] is null or r.status = any($2))
       and ($3::uuid is null or r.transaction_id = $3)
       and ($4::timestamptz is null or (r.created_at, r.id) < ($4, $5::uuid))
     order by r.created_at desc, r.id desc limit $6`,
    [
      filter.serviceEnvId,
      filter.statuses ?? null,
      filter.transactionId ?? null,
      position?.createdAt ?? null,
      position?.id ?? null,
      limit,
    ],
  )
  return rows.map(toRecord)
}

/** The refund an operator speaks of in a callback, by the id that it was asked under. */
export async function findRefundByRequest(
  database: Database,
  requestId: OperatorRequestId,
): Promise<RefundRecord | undefined> {
  const [row] = await onPool(database.pool).rows<RefundRow>(
    `${select} where r.operator_request_id = $1`,
    [requestId],
  )
  return row && toRecord(row)
}

const select = `select r.id, r.service_env_id, e.mode, r.transaction_id, r.amount::text, r.currency, r.funds_amount::text,
    r.fees_refunded::text, r.status, r.reason, r.origin, r.provider, r.provider_reference, r.operator_request_id,
    r.requested_by, r.approvals_needed, r.approved_by, r.second_approved_by, r.failure_code, r.attention_at,
    r.created_at, r.completed_at
  from refund r join service_env e on e.id = r.service_env_id`

interface RefundRow {
  readonly id: RefundId
  readonly service_env_id: ServiceEnvId
  readonly mode: Mode
  readonly transaction_id: TransactionId
  readonly amount: string
  readonly currency: CurrencyCode
  readonly funds_amount: string
  readonly fees_refunded: string
  readonly status: RefundStatus
  readonly reason: string | null
  readonly origin: RefundOrigin
  readonly provider: string
  readonly provider_reference: string | null
  readonly operator_request_id: OperatorRequestId
  readonly requested_by: string
  readonly approvals_needed: number
  readonly approved_by: string | null
  readonly second_approved_by: string | null
  readonly failure_code: string | null
  readonly attention_at: string | null
  readonly created_at: string
  readonly completed_at: string | null
}

function toRecord(row: RefundRow): RefundRecord {
  return {
    id: row.id,
    serviceEnvId: row.service_env_id,
    mode: row.mode,
    transactionId: row.transaction_id,
    amount: money(BigInt(row.amount), row.currency),
    fundsAmount: BigInt(row.funds_amount),
    feesRefunded: money(BigInt(row.fees_refunded), row.currency),
    status: row.status,
    reason: row.reason,
    origin: row.origin,
    provider: row.provider,
    providerReference: row.provider_reference,
    operatorRequestId: row.operator_request_id,
    requestedBy: row.requested_by,
    approvalsNeeded: row.approvals_needed,
    approvedBy: row.approved_by,
    secondApprovedBy: row.second_approved_by,
    failureCode: row.failure_code,
    attentionAt: timeOf(row.attention_at),
    createdAt: new Date(row.created_at),
    completedAt: timeOf(row.completed_at),
  }
}
