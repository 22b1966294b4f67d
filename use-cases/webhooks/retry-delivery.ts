import { fail } from '#domain/errors/errors.ts'
import type { DeliveryId, ServiceEnvId } from '#domain/ids.ts'
import { askAttempts, countRetries, retriesPerHourMax, silentMinutes } from './asked-attempts.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

export interface DeliveryOrder {
  readonly serviceEnvId: ServiceEnvId
  readonly id: DeliveryId
}

/**
 * Sends a missed delivery once more, now (spec: Webhook delivery status; decisions 23). A failed one has its next attempt,
 * an abandoned one an extra one; so has one of which there was no news for ten minutes. Refusals: delivery_not_found,
 * delivery_not_retryable (received, or under way), webhook_disabled, rate_limited after ten in an hour.
 */
export async function retryDelivery(
  database: Database,
  outbox: Outbox,
  order: DeliveryOrder,
): Promise<void> {
  const announced = await inTransaction(database.pool, async (sql) => {
    const delivery = await lockRetryable(sql, order)
    if (delivery.status === 'pending' && delivery.has_news) throw fail('delivery_not_retryable')
    await refuseAboveLimit(sql, order.id)
    await countRetries(sql, [order.id], null)
    return askAttempts(sql, [order.id])
  })
  outbox.kick(announced)
}

/**
 * In sandbox: makes the next attempt of a failed delivery now instead of when it is due, as often as it has attempts.
 * Refusals: delivery_not_found, also in live; delivery_not_retryable where none is due; webhook_disabled.
 */
export async function advanceDelivery(
  database: Database,
  outbox: Outbox,
  order: DeliveryOrder,
): Promise<void> {
  const announced = await inTransaction(database.pool, async (sql) => {
    const delivery = await lockRetryable(sql, order)
    if (delivery.mode !== 'sandbox') throw fail('delivery_not_found')
    if (delivery.status !== 'failed') throw fail('delivery_not_retryable')
    return askAttempts(sql, [order.id])
  })
  outbox.kick(announced)
}

interface RetryableRow {
  readonly status: 'pending' | 'failed' | 'delivered' | 'abandoned'
  readonly mode: 'live' | 'sandbox'
  /** True where something happened in the last ten minutes. */
  readonly has_news: boolean
  readonly is_being_sent: boolean
}

/** The webhook's row first, as everywhere: a stop in the same moment comes wholly before or wholly after. */
async function lockRetryable(sql: Sql, { serviceEnvId, id }: DeliveryOrder): Promise<RetryableRow> {
  const [endpoint] = await sql.rows<{ status: string; is_deleted: boolean }>(
    `select e.status, e.deleted_at is not null as is_deleted from webhook_endpoint e
     where e.id = (select endpoint_id from webhook_delivery where id = $1 and service_env_id = $2) for share`,
    [id, serviceEnvId],
  )
  if (endpoint === undefined) throw fail('delivery_not_found')
  if (endpoint.is_deleted) throw fail('delivery_not_retryable')
  await sql.rows('select id from webhook_delivery where id = $1 for update', [id])
  // A statement of its own: it sees what whoever held the row before has written.
  const delivery = await sql.one<RetryableRow>(readDelivery, [id])
  if (delivery.status === 'delivered' || delivery.is_being_sent)
    throw fail('delivery_not_retryable')
  if (endpoint.status === 'disabled') throw fail('webhook_disabled')
  return delivery
}

const lately = `now() - interval '${silentMinutes} minutes'`

const readDelivery = `select d.status, s.mode,
    greatest(d.created_at, (select max(r.asked_at) from webhook_retry r where r.delivery_id = d.id)) > ${lately}
      or exists (select from webhook_attempt a where a.delivery_id = d.id and a.started_at > ${lately}) as has_news,
    exists (select from webhook_attempt a
      where a.delivery_id = d.id and a.finished_at is null and a.started_at > ${lately}) as is_being_sent
  from webhook_delivery d join service_env s on s.id = d.service_env_id where d.id = $1`

async function refuseAboveLimit(sql: Sql, id: DeliveryId): Promise<void> {
  const [oldest] = await sql.rows<{ seconds: number }>(
    `select ceil(extract(epoch from asked_at + interval '1 hour' - now()))::int as seconds from webhook_retry
     where delivery_id = $1 and asked_at > now() - interval '1 hour'
     order by asked_at desc offset $2 - 1 limit 1`,
    [id, retriesPerHourMax],
  )
  if (oldest) throw fail('rate_limited', { retry_after_seconds: oldest.seconds })
}
