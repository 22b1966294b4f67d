import { randomUUID } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import {
  asId,
  type DeliveryId,
  type RefundId,
  type ServiceEnvId,
  type TransactionId,
} from '#domain/ids.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import { samplePayload } from '#domain/webhooks/samples.ts'
import type { Database } from '#db/connect.ts'
import { recordTestEvent } from '#db/events.ts'
import type { Outbox } from '#db/outbox.ts'
import { inTransaction } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'
import { lockServiceEnv } from '#use-cases/settings/lock-service-env.ts'
import type { EndpointOrder } from './change-endpoint.ts'

/** Per service and mode (docs/webhooks.md#test-events). */
const testsPerHourMax = 5

/**
 * Sends one endpoint an event of this type that is marked as a test, in the normal way (docs/webhooks.md#test-events).
 * Refusals: webhook_endpoint_not_found, webhook_disabled, rate_limited.
 */
export async function sendTestEvent(
  database: Database,
  outbox: Outbox,
  { serviceEnvId, id, type }: EndpointOrder & { readonly type: EventType },
): Promise<DeliveryId> {
  const { announced, deliveryId } = await inTransaction(database.pool, async (tx) => {
    const { mode, now } = await tx.only(lockServiceEnv({ serviceEnvId }))
    const endpoint = await tx.first(lockEndpoint({ serviceEnvId, id }))
    if (endpoint === undefined) throw fail('webhook_endpoint_not_found')
    if (endpoint.status === 'disabled') throw fail('webhook_disabled')
    const oldest = await tx.first(oldestCounted({ serviceEnvId }))
    if (oldest) throw fail('rate_limited', { retry_after_seconds: oldest.seconds })
    const data = samplePayload(type, { mode, serviceEnvId, now, ...freshIds() })
    return recordTestEvent(tx, database.keyring, { type, serviceEnvId, data, endpoint })
  })
  outbox.kick(announced)
  return deliveryId
}

const lockEndpoint = prepared((p: Params<EndpointOrder>) =>
  db
    .selectFrom('webhookEndpoint')
    .select(['id', 'status', 'secretSealed', 'secretVersion'])
    .where('id', '=', p.id)
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('deletedAt', 'is', null)
    .forShare(),
)

/** Of the tests counted, the one whose hour ends first. */
const oldestCounted = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('event')
    .select(
      sql<number>`ceil(extract(epoch from ${column('event.createdAt')} + interval '1 hour' - now()))::int`.as(
        'seconds',
      ),
    )
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('isTest', '=', sql.lit(true))
    .where('createdAt', '>', sql<Date>`now() - interval '1 hour'`)
    .orderBy('createdAt', 'desc')
    .offset(testsPerHourMax - 1)
    .limit(1),
)

/** Ids of objects that do not exist. */
function freshIds() {
  return {
    transactionId: asId<TransactionId>(randomUUID()),
    refundId: asId<RefundId>(randomUUID()),
  }
}
