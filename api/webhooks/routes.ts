import Type from 'typebox'
import { createWebhookEndpoint, endpointsMax } from '#use-cases/webhooks/create-endpoint.ts'
import { findEndpoint, listEndpoints } from '#use-cases/webhooks/find-endpoints.ts'
import type { ApiContext } from '#http/context.ts'
import { wholeList } from '#http/page.ts'
import { route } from '#http/route.ts'
import { about } from './about.ts'
import { presentWebhookEndpoint } from '#api/present/webhook-endpoint.ts'
import {
  deletedWebhookEndpoint as deletedWebhookEndpointSchema,
  webhookEndpoint as webhookEndpointSchema,
  webhookEventType as webhookEventTypeSchema,
} from '#api/schemas/webhooks.ts'
import { webhookEventTypes } from '#domain/webhooks/events.ts'
import { said } from '#http/fields.ts'
import { asId, type EndpointId } from '#domain/ids.ts'
import { stopWebhookEndpoint } from '#use-cases/webhooks/stop-endpoint.ts'
import {
  checkedUrl,
  endpointFields,
  endpointParams as params,
  eventsErrors,
  urlErrors,
} from './fields.ts'

/** The webhook endpoints of the service in the key's mode (docs/webhooks.md#endpoints). */
export function listWebhookEndpoints(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/webhook_endpoints',
    keys: ['secret'],
    summary: 'Lister les webhooks',
    about: about.listWebhookEndpoints,
    answer: {
      object: webhookEndpointSchema,
      isList: true,
      meta: { count: said(Type.Integer({ minimum: 0 }), 'How many there are.', 1) },
    },
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

const { url, label, events } = endpointFields

/** Body of a new endpoint (docs/webhooks.md#endpoints). */
const endpointBody = Type.Object({
  url,
  label: Type.Optional(label),
  events,
  enabled: Type.Optional(
    said(
      Type.Boolean({ code: 'invalid_enabled' }),
      'Whether it receives from the start; true by default.',
      true,
    ),
  ),
})

/** Creates an endpoint; only this answer contains its secret (docs/webhooks.md#endpoints). */
export function createWebhookEndpointRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/webhook_endpoints',
    keys: ['secret'],
    summary: 'Créer un webhook',
    about: about.createWebhookEndpoint,
    answer: { object: webhookEndpointSchema },
    success: 201,
    body: endpointBody,
    checkFields: ({ body }) => [...urlErrors(body.url, context), ...eventsErrors(body.events)],
    async handler({ caller, body }) {
      const { endpoint, secret } = await createWebhookEndpoint(
        context.database,
        caller.serviceEnvId,
        {
          url: checkedUrl(body.url, context),
          label: body.label ?? null,
          events: body.events,
          isEnabled: body.enabled ?? true,
        },
      )
      return {
        body: { data: { ...presentWebhookEndpoint(endpoint), secret } },
        headers: { Location: `/v2/webhook_endpoints/${endpoint.id}` },
      }
    },
  })
}

/** One webhook endpoint of the service in the key's mode. */
export function readWebhookEndpoint(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/webhook_endpoints/:id',
    keys: ['secret'],
    summary: 'Lire un webhook',
    about: about.getWebhookEndpoint,
    answer: { object: webhookEndpointSchema },
    params,
    async handler({ caller, params }) {
      const id = asId<EndpointId>(params.id)
      const endpoint = await findEndpoint(context.database, caller.serviceEnvId, id)
      return { body: { data: presentWebhookEndpoint(endpoint) } }
    },
  })
}

/** Deletes an endpoint for good; its deliveries stay in the history (docs/webhooks.md#endpoints). */
export function deleteWebhookEndpoint(context: ApiContext) {
  return route({
    method: 'DELETE',
    path: '/v2/webhook_endpoints/:id',
    keys: ['secret'],
    summary: 'Supprimer un webhook',
    about: about.deleteWebhookEndpoint,
    answer: { object: deletedWebhookEndpointSchema },
    params,
    async handler({ caller, params }) {
      const id = asId<EndpointId>(params.id)
      const { serviceEnvId } = caller
      const stop = { serviceEnvId, id, change: 'deleted' } as const
      await stopWebhookEndpoint(context.database, context.outbox, stop)
      return { body: { data: { id, object: 'webhook_endpoint', deleted: true } } }
    },
  })
}

/** The catalogue of event types, by group, in French (docs/webhooks.md#events). */
export function listWebhookEventTypes() {
  return route({
    method: 'GET',
    path: '/v2/webhook_event_types',
    keys: ['secret'],
    summary: 'Lister les types d’événements',
    about: about.listWebhookEventTypes,
    answer: { object: webhookEventTypeSchema, isList: true },
    handler() {
      const data = webhookEventTypes.map((type) => ({
        id: type.code,
        object: 'webhook_event_type',
        code: type.code,
        group: type.group,
        group_label: type.groupLabel,
        label: type.label,
        description: type.description,
      }))
      return { body: wholeList(data) }
    },
  })
}
