import { randomUUID } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type DeliveryId, type RefundId, type TransactionId } from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import { samplePayload } from '#domain/webhooks/samples.ts'
import type { Database } from '#db/connect.ts'
import { recordTestEvent, type SealingEndpoint } from '#db/events.ts'
import type { Outbox } from '#db/outbox.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import type { EndpointOrder } from './change-endpoint.ts'

/** Of a service in one mode (spec: Test events). */
const testsPerHourMax = 5

/**
 * Sends one webhook an event of this type that is marked as a test, by the way of real ones (spec: Test events).
 * Refusals: webhook_endpoint_not_found, webhook_disabled, rate_limited.
 */
export async function sendTestEvent(
  database: Database,
  outbox: Outbox,
  { serviceEnvId, id, type }: EndpointOrder & { readonly type: EventType },
): Promise<DeliveryId> {
  const { announced, deliveryId } = await inTransaction(database.pool, async (sql) => {
    // One at a time, so that the count is exact; payments of the service go on.
    const { mode, now } = await sql.one<{ mode: Mode; now: string }>(
      'select mode, now() as now from service_env where id = $1 for no key update',
      [serviceEnvId],
    )
    const [endpoint] = await sql.rows<SealingEndpoint & { status: string }>(
      `select id, status, secret_sealed, secret_version from webhook_endpoint
       where id = $1 and service_env_id = $2 and deleted_at is null for share`,
      [id, serviceEnvId],
    )
    if (endpoint === undefined) throw fail('webhook_endpoint_not_found')
    if (endpoint.status === 'disabled') throw fail('webhook_disabled')
    await refuseAboveLimit(sql, serviceEnvId)
    const data = samplePayload(type, { mode, serviceEnvId, now: new Date(now), ...freshIds() })
    return recordTestEvent(sql, database.keyring, { type, serviceEnvId, data, endpoint })
  })
  outbox.kick(announced)
  return deliveryId
}

/** Of what does not exist. */
function freshIds() {
  return {
    transactionId: asId<TransactionId>(randomUUID()),
    refundId: asId<RefundId>(randomUUID()),
  }
}

async function refuseAboveLimit(sql: Sql, serviceEnvId: string): Promise<void> {
  const [oldest] = await sql.rows<{ seconds: number }>(
    `select ceil(extract(epoch from created_at + interval '1 hour' - now()))::int as seconds from event
     where service_env_id = $1 and is_test and created_at > now() - interval '1 hour'
     order by created_at desc offset $2 - 1 limit 1`,
    [serviceEnvId, testsPerHourMax],
  )
  if (oldest) throw fail('rate_limited', { retry_after_seconds: oldest.seconds })
}
