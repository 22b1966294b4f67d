import { fail } from '#domain/errors/errors.ts'
import type { EndpointId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Query } from '#db/statements.ts'
import type { NewEndpoint } from './create-endpoint.ts'
import { type EndpointRecord, lockEndpoint } from './find-endpoints.ts'

export interface EndpointOrder {
  readonly serviceEnvId: ServiceEnvId
  readonly id: EndpointId
}

/**
 * Changes address, label or event types of an endpoint; what is left out stays. Waiting deliveries go to the new
 * address; new event types apply to events from now on (docs/webhooks.md#subscriptions). Refusal:
 * webhook_endpoint_not_found, changed_meanwhile.
 */
export async function changeWebhookEndpoint(
  database: Database,
  order: EndpointOrder & {
    /** True if the endpoint is still what the change was made from. */
    readonly isStill?: (now: EndpointRecord) => boolean
  },
  change: Partial<Omit<NewEndpoint, 'isEnabled'>>,
): Promise<void> {
  const { url, label, events } = change
  const terms = {
    ...(url !== undefined && { url }),
    ...(label !== undefined && { label }),
    ...(events && { allEvents: events.includes('*'), events: [...events] }),
  }
  // Even without a change, the endpoint has to exist.
  const written = Object.keys(terms).length > 0 ? terms : { id: order.id }
  await inTransaction(database.pool, async (tx) => {
    const { isStill } = order
    if (isStill && !isStill(await lockEndpoint(tx, order))) throw fail('changed_meanwhile')
    await write(tx, webhookOf(order).set(written))
  })
}

/** Enables an endpoint: it receives what happens from now on. Refusal: webhook_endpoint_not_found. */
export async function enableWebhookEndpoint(
  database: Database,
  order: EndpointOrder,
): Promise<void> {
  await write(onPool(database.pool), webhookOf(order).set({ status: 'enabled' }))
}

/** The update of one existing endpoint; the caller adds the values. */
export const webhookOf = ({ serviceEnvId, id }: EndpointOrder) =>
  db
    .updateTable('webhookEndpoint')
    .where('id', '=', id)
    .where('serviceEnvId', '=', serviceEnvId)
    .where('deletedAt', 'is', null)

/** Runs the update. Refusal: webhook_endpoint_not_found. */
export async function write(tx: Sql, webhook: Query<unknown>): Promise<void> {
  if ((await tx.run(webhook)) === 0) throw fail('webhook_endpoint_not_found')
}
