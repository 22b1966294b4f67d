import { fail } from '#domain/errors/errors.ts'
import type { DeliveryId, ServiceEnvId } from '#domain/ids.ts'
import {
  askAttempts,
  attemptUnderWay,
  lately,
  retriesPerHourMax,
  retryAll,
} from './asked-attempts.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'

export interface DeliveryOrder {
  readonly serviceEnvId: ServiceEnvId
  readonly id: DeliveryId
}

/**
 * Sends a missed delivery again, now (docs/webhooks.md#statuses; docs/webhooks.md#retries-by-hand). A failed one gets
 * its next attempt early, an abandoned one an extra attempt; so does one without news for ten minutes. Refusals:
 * delivery_not_found, delivery_not_retryable (received, or in progress), webhook_disabled, rate_limited after ten in
 * an hour.
 */
export async function retryDelivery(
  database: Database,
  outbox: Outbox,
  order: DeliveryOrder,
): Promise<void> {
  const announced = await inTransaction(database.pool, async (tx) => {
    const delivery = await lockRetryable(tx, order)
    if (delivery.status === 'pending' && delivery.hasNews) throw fail('delivery_not_retryable')
    const oldest = await tx.first(oldestCounted(order))
    if (oldest) throw fail('rate_limited', { retry_after_seconds: oldest.seconds })
    return retryAll(tx, [order.id], null)
  })
  outbox.kick(announced)
}

/**
 * In sandbox: makes the next attempt of a failed delivery now instead of when it is due, as often as it has attempts
 * left. Refusals: delivery_not_found, also in live; delivery_not_retryable if none is due; webhook_disabled.
 */
export async function advanceDelivery(
  database: Database,
  outbox: Outbox,
  order: DeliveryOrder,
): Promise<void> {
  const announced = await inTransaction(database.pool, async (tx) => {
    const delivery = await lockRetryable(tx, order)
    if (delivery.mode !== 'sandbox') throw fail('delivery_not_found')
    if (delivery.status !== 'failed') throw fail('delivery_not_retryable')
    return askAttempts(tx, [order.id])
  })
  outbox.kick(announced)
}

/** Locks the endpoint's row first, as everywhere: a concurrent stop happens entirely before or entirely after. */
async function lockRetryable(tx: Sql, order: DeliveryOrder) {
  const endpoint = await tx.first(lockEndpoint(order))
  if (endpoint === undefined) throw fail('delivery_not_found')
  if (endpoint.deletedAt !== null) throw fail('delivery_not_retryable')
  await tx.first(lockDelivery(order))
  // A separate statement, so that it sees what the previous holder of the lock has written.
  const delivery = await tx.only(readDelivery(order))
  if (delivery.status === 'delivered' || delivery.isBeingSent) throw fail('delivery_not_retryable')
  if (endpoint.status === 'disabled') throw fail('webhook_disabled')
  return delivery
}

const lockEndpoint = prepared((p: Params<DeliveryOrder>) =>
  db
    .selectFrom('webhookEndpoint')
    .select(['status', 'deletedAt'])
    .where('id', '=', (eb) =>
      eb
        .selectFrom('webhookDelivery')
        .select('endpointId')
        .where('id', '=', p.id)
        .where('serviceEnvId', '=', p.serviceEnvId),
    )
    .forShare(),
)

const lockDelivery = prepared((p: Params<{ id: DeliveryId }>) =>
  db.selectFrom('webhookDelivery').select('id').where('id', '=', p.id).forUpdate(),
)

const readDelivery = prepared((p: Params<{ id: DeliveryId }>) =>
  db
    .selectFrom('webhookDelivery as d')
    .innerJoin('serviceEnv as s', 's.id', 'd.serviceEnvId')
    .select(['d.status', 's.mode'])
    .select((eb) => [
      // True if something happened in the last ten minutes.
      eb
        .or([
          eb(
            eb.fn<Date>('greatest', [
              'd.createdAt',
              eb
                .selectFrom('webhookRetry as r')
                .select((of) => of.fn.max('r.askedAt').as('at'))
                .whereRef('r.deliveryId', '=', 'd.id'),
            ]),
            '>',
            lately,
          ),
          eb.exists(
            eb
              .selectFrom('webhookAttempt as a')
              .select('a.id')
              .whereRef('a.deliveryId', '=', 'd.id')
              .where('a.startedAt', '>', lately),
          ),
        ])
        .as('hasNews'),
      eb.exists(attemptUnderWay(eb.ref('d.id'))).as('isBeingSent'),
    ])
    .where('d.id', '=', p.id),
)

/** Of the retries counted, the one whose hour ends first. */
const oldestCounted = prepared((p: Params<{ id: DeliveryId }>) =>
  db
    .selectFrom('webhookRetry')
    .select(
      sql<number>`ceil(extract(epoch from ${column('webhookRetry.askedAt')} + interval '1 hour' - now()))::int`.as(
        'seconds',
      ),
    )
    .where('deliveryId', '=', p.id)
    .where('askedAt', '>', sql<Date>`now() - interval '1 hour'`)
    .orderBy('askedAt', 'desc')
    .offset(retriesPerHourMax - 1)
    .limit(1),
)
