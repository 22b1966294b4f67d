import Type from 'typebox'
import { endpointsMax } from '#use-cases/webhooks/create-endpoint.ts'
import { listEndpoints } from '#use-cases/webhooks/find-endpoints.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentWebhookEndpoint } from '#api/present/webhook-endpoint.ts'
import { webhookEndpoint as webhookEndpointSchema } from '#api/schemas/webhooks.ts'

/** The webhooks of the service in the key's mode (docs/webhooks.md#endpoints). */
export function listWebhookEndpoints(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/webhook_endpoints',
    keys: ['secret'],
    summary: 'Lister les webhooks',
    answer: { object: webhookEndpointSchema, isList: true, meta: { count: Type.Integer() } },
    async handler({ caller }) {
      const endpoints = await listEndpoints(context.database, caller.serviceEnvId)
      return {
        body: {
          data: endpoints.map(presentWebhookEndpoint),
          meta: {
            has_more: false,
            next_cursor: null,
            limit: endpointsMax,
            count: endpoints.length,
          },
        },
      }
    },
  })
}
