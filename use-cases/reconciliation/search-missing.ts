import type { ReconciliationId } from '#domain/ids.ts'
import { boundsOf, edgeMs } from '#domain/reconciliation/reconciliation.ts'
import type { Sql } from '#db/sql.ts'

const ordersAtOnce = 5000

/** Looks for the next orders of the period that no statement has; true when there are no more. */
export async function searchNext(sql: Sql, id: ReconciliationId): Promise<boolean> {
  const { from, to } = await sql.one<{ from: string; to: string }>(readDays, [id])
  const bounds = boundsOf({ from, to })
  if (bounds === undefined) throw new RangeError('a reconciliation without a period')
  const { orders } = await sql.one<{ orders: number }>(search, [
    id,
    new Date(bounds.start.getTime() - edgeMs),
    new Date(bounds.end.getTime() - edgeMs),
    ordersAtOnce,
  ])
  return orders < ordersAtOnce
}

/**
 * All is matched. What an earlier statement lacked and this one has, or the other way round, is closed: an order near the
 * edge of a period stands on either.
 */
export async function endReconciliation(sql: Sql, id: ReconciliationId): Promise<void> {
  await sql.rows(closeFound, [id])
  await sql.rows(`update reconciliation set state = 'done', completed_at = now() where id = $1`, [
    id,
  ])
}

const readDays = `select from_day::text as from, to_day::text as to from reconciliation where id = $1`

/** Money that moved, by what we know of it, and that no statement of this operator tells of. */
const search = `with r as (select * from reconciliation where id = $1),
  batch as (
    select o.* from operator_order o, r
    where o.provider = r.provider and o.mode = 'live' and o.kind = any(r.kinds) and o.standing = 'moved'
      and o.known_at >= $2 and o.known_at < $3
      and (r.last_known_at is null or (o.known_at, o.id) > (r.last_known_at, r.last_order_id))
      and case when r.service_env_id is null then not exists (
          select from operator_account a where a.service_env_id = o.service_env_id and a.provider = o.provider)
        else o.service_env_id = r.service_env_id end
    order by o.known_at, o.id limit $4),
  missing as (
    insert into reconciliation_difference
      (reconciliation_id, kind, order_kind, order_id, transaction_id, refund_id, amount, currency, status)
    select $1, 'missing_there', b.kind, b.id, b.transaction_id, b.refund_id, b.amount, b.currency, b.status from batch b
    where not exists (select from operator_statement_line l where l.order_id = b.id)
    order by b.known_at, b.id),
  moved as (
    update reconciliation set orders_done = orders_done + (select count(*) from batch),
      last_known_at = (select known_at from batch order by known_at desc, id desc limit 1),
      last_order_id = (select id from batch order by known_at desc, id desc limit 1)
    where id = $1 and exists (select from batch))
  select count(*)::int as orders from batch`

const closeFound = `update reconciliation_difference d set closed_at = now(), found_in = found.reconciliation_id
  from (select l.order_id, min(l.reconciliation_id::text)::uuid as reconciliation_id
    from reconciliation_difference o join operator_statement_line l on l.order_id = o.order_id
    where o.kind = 'missing_there' and o.closed_at is null
      and (o.reconciliation_id = $1 or l.reconciliation_id = $1)
    group by l.order_id) found
  where d.kind = 'missing_there' and d.closed_at is null and d.order_id = found.order_id`
