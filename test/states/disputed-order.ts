import type { OperatorRequestId, RefundId, TransactionId } from '#domain/ids.ts'
import type { Place } from './world.ts'

/** The payment or payout of a history, or a refund of it, with what the books have of it. */
export interface Order {
  /** Of the payment or payout. */
  readonly id: TransactionId
  readonly refundId: RefundId | null
  readonly requestId: OperatorRequestId | null
  readonly type: 'collection' | 'payout' | 'refund'
  readonly status: string
  readonly isWatched: boolean
  /** What the operator moves if it carries the order out, and what the books have of that; minor units of XOF. */
  readonly amount: number
  readonly cleared: number
  readonly open: number
}

/** What an account holds of the payment and its refunds; minor units of XOF. */
export interface Held {
  readonly kind: string
  readonly sum: number
  /** True for the account where the payment's funds are. */
  readonly isOfFunds: boolean
}

/** The payment or payout first, then its refunds. */
export function ordersOf({ rows, merchant }: Place): Promise<Order[]> {
  return rows<Order>(orders, merchant.serviceEnvId)
}

/** All accounts that money of the payment went through. */
export function heldOf({ rows, merchant }: Place): Promise<Held[]> {
  return rows<Held>(held, merchant.serviceEnvId)
}

const orders = `
  with money as (
    select m.refund_id, a.kind, sum(e.amount) as sum from ledger_movement m
    join ledger_entry e on e.movement_id = m.id join ledger_account a on a.id = e.account_id
    where m.service_env_id = $1 and m.transaction_id is not null group by 1, 2
  ), orders as (
    select t.id, null::uuid as refund_id, t.operator_request_id as request, t.type::text as type, t.status::text as status,
      case t.type when 'payout' then t.net_amount else t.amount_charged end as amount, t.created_at as at
    from transaction t where t.service_env_id = $1
    union all
    select r.transaction_id, r.id, r.operator_request_id, 'refund', r.status::text, r.amount, r.created_at
    from refund r where r.service_env_id = $1
  )
  select o.id, o.refund_id as "refundId", o.request as "requestId", o.type, o.status, o.amount::int,
    exists (select from late_watch w where w.transaction_id = o.id and w.refund_id is not distinct from o.refund_id
      and w.closed_at is null) as "isWatched",
    coalesce((select sum from money m where m.refund_id is not distinct from o.refund_id
      and m.kind = 'operator_clearing'), 0)::int as cleared,
    coalesce((select sum from money m where m.refund_id is not distinct from o.refund_id
      and m.kind = 'contradicted'), 0)::int as open
  from orders o order by o.refund_id is not null, o.at, o.refund_id`

const held = `
  select a.kind, sum(e.amount)::int as sum,
    coalesce(a.kind = (select t.funds_status::text from transaction t where t.service_env_id = $1), false) as "isOfFunds"
  from ledger_movement m join ledger_entry e on e.movement_id = m.id join ledger_account a on a.id = e.account_id
  where m.service_env_id = $1 and m.transaction_id is not null group by a.kind`
