import Type from 'typebox'
import { asId, type EndpointId } from '#domain/ids.ts'
import { findEndpoint } from '#use-cases/webhooks/find-endpoints.ts'
import type { ApiContext } from '#http/context.ts'
import { idParameter } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentWebhookEndpoint } from '#api/present/webhook-endpoint.ts'
import { webhookEndpoint as webhookEndpointSchema } from '#api/schemas/webhooks.ts'

const params = Type.Object({ id: idParameter('webhook_endpoint_not_found') })

/** One webhook of the service in the key's mode. */
export function readWebhookEndpoint(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/webhook_endpoints/:id',
    keys: ['secret'],
    summary: 'Lire un webhook',
    answer: { object: webhookEndpointSchema },
    params,
    async handler({ caller, params }) {
      const id = asId<EndpointId>(params.id)
      const endpoint = await findEndpoint(context.database, caller.serviceEnvId, id)
      return { body: { data: presentWebhookEndpoint(endpoint) } }
    },
  })
}
