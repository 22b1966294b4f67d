import { fail } from '#domain/errors.ts'
import type { EndpointId, ServiceEnvId } from '#domain/ids.ts'
import type { Mode } from '#domain/transaction.ts'
import type { Database } from '#db/connect.ts'
import { type WebhookEndpoint, WebhookEndpointSchema } from '#db/entities/webhook.ts'

/** A webhook as its owner may see it, without its secret. */
export interface EndpointRecord {
  readonly id: EndpointId
  readonly url: string
  readonly label: string | null
  readonly status: 'enabled' | 'disabled'
  readonly allEvents: boolean
  readonly events: readonly string[]
  readonly mode: Mode
  readonly secretLast4: string
  readonly createdAt: Date
}

/** The webhooks of a service in one mode, oldest first; deleted ones are not among them. */
export async function listEndpoints(
  database: Database,
  serviceEnvId: ServiceEnvId,
): Promise<EndpointRecord[]> {
  const found = await database
    .em()
    .find(
      WebhookEndpointSchema,
      { serviceEnv: serviceEnvId, deletedAt: null },
      { populate: ['serviceEnv'], orderBy: { createdAt: 'asc', id: 'asc' } },
    )
  return found.map(toRecord)
}

/** One webhook. Refusal: webhook_endpoint_not_found, also for another service's. */
export async function findEndpoint(
  database: Database,
  serviceEnvId: ServiceEnvId,
  id: EndpointId,
): Promise<EndpointRecord> {
  const found = await database
    .em()
    .findOne(
      WebhookEndpointSchema,
      { id, serviceEnv: serviceEnvId, deletedAt: null },
      { populate: ['serviceEnv'] },
    )
  if (found === null) throw fail('webhook_endpoint_not_found')
  return toRecord(found)
}

function toRecord(endpoint: WebhookEndpoint): EndpointRecord {
  return {
    id: endpoint.id,
    url: endpoint.url,
    label: endpoint.label ?? null,
    status: endpoint.status,
    allEvents: endpoint.allEvents,
    events: endpoint.events,
    mode: endpoint.serviceEnv.mode,
    secretLast4: endpoint.secretLast4,
    createdAt: endpoint.createdAt,
  }
}
