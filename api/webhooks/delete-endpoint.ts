import Type from 'typebox'
import { asId, type EndpointId } from '#domain/ids.ts'
import { stopWebhookEndpoint } from '#use-cases/webhooks/stop-endpoint.ts'
import type { ApiContext } from '#http/context.ts'
import { idParameter } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { deletedWebhookEndpoint as deletedWebhookEndpointSchema } from '#api/schemas/webhooks.ts'

/** Deletes a webhook for good; its deliveries stay in the history (docs/webhooks.md#endpoints). */
export function deleteWebhookEndpoint(context: ApiContext) {
  return route({
    method: 'DELETE',
    path: '/v2/webhook_endpoints/:id',
    keys: ['secret'],
    summary: 'Supprimer un webhook',
    answer: { object: deletedWebhookEndpointSchema },
    params: Type.Object({ id: idParameter('webhook_endpoint_not_found') }),
    async handler({ caller, params }) {
      const id = asId<EndpointId>(params.id)
      const { serviceEnvId } = caller
      await stopWebhookEndpoint(context.database, context.outbox, {
        serviceEnvId,
        id,
        change: 'deleted',
      })
      return { body: { data: { id, object: 'webhook_endpoint', deleted: true } } }
    },
  })
}
