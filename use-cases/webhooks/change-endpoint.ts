import { fail } from '#domain/errors/errors.ts'
import type { EndpointId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type Query } from '#db/statements.ts'
import type { NewEndpoint } from './create-endpoint.ts'

export interface EndpointOrder {
  readonly serviceEnvId: ServiceEnvId
  readonly id: EndpointId
}

/**
 * Gives a webhook another address, label or choice of types. What waits for it goes to the new address; the choice holds
 * for events from now on (docs/webhooks.md#subscriptions). Refusal: webhook_endpoint_not_found.
 */
export async function changeWebhookEndpoint(
  database: Database,
  order: EndpointOrder,
  { url, label, events }: Omit<NewEndpoint, 'isEnabled'>,
): Promise<void> {
  const allEvents = events.includes('*')
  const terms = { url, label, allEvents, events: [...events] }
  await write(onPool(database.pool), webhookOf(order).set(terms))
}

/** Lets a webhook receive again what happens from now on. Refusal: webhook_endpoint_not_found. */
export async function enableWebhookEndpoint(
  database: Database,
  order: EndpointOrder,
): Promise<void> {
  await write(onPool(database.pool), webhookOf(order).set({ status: 'enabled' }))
}

/** The writing of one webhook that is there; it says what. */
export const webhookOf = ({ serviceEnvId, id }: EndpointOrder) =>
  db
    .updateTable('webhookEndpoint')
    .where('id', '=', id)
    .where('serviceEnvId', '=', serviceEnvId)
    .where('deletedAt', 'is', null)

/** Writes it. Refusal: webhook_endpoint_not_found. */
export async function write(tx: Sql, webhook: Query<unknown>): Promise<void> {
  if ((await tx.run(webhook)) === 0) throw fail('webhook_endpoint_not_found')
}
