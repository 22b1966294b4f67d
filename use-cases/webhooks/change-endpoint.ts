import { fail } from '#domain/errors/errors.ts'
import type { EndpointId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import type { NewEndpoint } from './create-endpoint.ts'

export interface EndpointOrder {
  readonly serviceEnvId: ServiceEnvId
  readonly id: EndpointId
}

/**
 * Gives a webhook another address, label or choice of types. What waits for it goes to the new address; the choice holds
 * for events from now on (spec: Subscriptions 3). Refusal: webhook_endpoint_not_found.
 */
export async function changeWebhookEndpoint(
  database: Database,
  { serviceEnvId, id }: EndpointOrder,
  { url, label, events }: Omit<NewEndpoint, 'isEnabled'>,
): Promise<void> {
  await requireOne(
    onPool(database.pool).rows(
      `update webhook_endpoint set url = $3, label = $4, all_events = $5, events = $6
       where id = $1 and service_env_id = $2 and deleted_at is null returning id`,
      [id, serviceEnvId, url, label, events.includes('*'), [...events]],
    ),
  )
}

/** Lets a webhook receive again what happens from now on. Refusal: webhook_endpoint_not_found. */
export async function enableWebhookEndpoint(
  database: Database,
  { serviceEnvId, id }: EndpointOrder,
): Promise<void> {
  await requireOne(
    onPool(database.pool).rows(
      `update webhook_endpoint set status = 'enabled'
       where id = $1 and service_env_id = $2 and deleted_at is null returning id`,
      [id, serviceEnvId],
    ),
  )
}

async function requireOne(changed: Promise<readonly unknown[]>): Promise<void> {
  if ((await changed).length === 0) throw fail('webhook_endpoint_not_found')
}
