import { isoTime } from '#domain/text/text.ts'
import type { EndpointRecord } from '#use-cases/webhooks/find-endpoints.ts'

/**
 * The webhook endpoint object (docs/webhooks.md#endpoints), without its secret; a scheduled next secret is mentioned.
 */
export function presentWebhookEndpoint(endpoint: EndpointRecord) {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    url: endpoint.url,
    label: endpoint.label,
    status: endpoint.status,
    all_events: endpoint.allEvents,
    events: endpoint.events,
    mode: endpoint.mode,
    secret_last4: endpoint.secretLast4,
    created_at: isoTime(endpoint.createdAt),
    ...nextSecret(endpoint),
  }
}

function nextSecret({ nextSecretLast4, nextSecretAt }: EndpointRecord) {
  if (nextSecretAt === null) return {}
  return { next_secret: { last4: nextSecretLast4, takes_over_at: isoTime(nextSecretAt) } }
}
