import Type from 'typebox'
import { asId, type EndpointId } from '#domain/ids.ts'
import { standardSecret } from '#domain/webhooks/standard-secret.ts'
import {
  changeWebhookEndpoint,
  enableWebhookEndpoint,
  type EndpointOrder,
} from '#use-cases/webhooks/change-endpoint.ts'
import { findEndpoint } from '#use-cases/webhooks/find-endpoints.ts'
import { renewWebhookSecret } from '#use-cases/webhooks/renew-secret.ts'
import { sendTestEvent } from '#use-cases/webhooks/send-test-event.ts'
import { stopWebhookEndpoint } from '#use-cases/webhooks/stop-endpoint.ts'
import { presentWebhookEndpoint } from '#api/present/webhook-endpoint.ts'
import { webhookDeliveryDetail as detailSchema } from '#api/schemas/webhook-deliveries.ts'
import { webhookEndpoint as endpointSchema } from '#api/schemas/webhooks.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, said } from '#http/fields.ts'
import { type About, type Route, route } from '#http/route.ts'
import { addedVersion } from '#http/added-version.ts'
import { about } from './about.ts'
import { deliveryAt, detailOf } from './deliveries.ts'
import {
  checkedUrl,
  endpointFields,
  endpointParams as params,
  eventCodes,
  eventsErrors,
  urlErrors,
} from './fields.ts'

const { url, label, events } = endpointFields

/** Changes the URL, label or event types of an endpoint; absent fields stay. */
export function changeWebhookEndpointRoute(context: ApiContext) {
  return route({
    method: 'PATCH',
    path: '/v2/webhook_endpoints/:id',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Modifier un webhook',
    about: about.changeWebhookEndpoint,
    answer: { object: endpointSchema },
    params,
    body: Type.Object({
      url: Type.Optional(url),
      label: Type.Optional(
        said(Type.Union([label, Type.Null()]), 'Your label; null removes it.', 'Shop'),
      ),
      events: Type.Optional(events),
    }),
    checkFields: ({ body }) => [...urlErrors(body.url, context), ...eventsErrors(body.events)],
    async handler({ caller: { serviceEnvId }, params, body }) {
      const order = { serviceEnvId, id: asId<EndpointId>(params.id) }
      const change = { ...body, ...(body.url && { url: checkedUrl(body.url, context) }) }
      await changeWebhookEndpoint(context.database, order, change)
      return { body: await endpointOf(context, order) }
    },
  })
}

/** Enables an endpoint for events from now on. */
export function enableWebhookEndpointRoute(context: ApiContext) {
  return stateRoute(context, {
    path: '/v2/webhook_endpoints/:id/enable',
    summary: 'Activer un webhook',
    about: about.enableWebhookEndpoint,
    work: (order) => enableWebhookEndpoint(context.database, order),
  })
}

/** Disables an endpoint: it receives nothing, and its pending deliveries are abandoned. */
export function disableWebhookEndpointRoute(context: ApiContext) {
  return stateRoute(context, {
    path: '/v2/webhook_endpoints/:id/disable',
    summary: 'Désactiver un webhook',
    about: about.disableWebhookEndpoint,
    work: (order) =>
      stopWebhookEndpoint(context.database, context.outbox, { ...order, change: 'disabled' }),
  })
}

interface StateRoute extends Pick<Route, 'path' | 'summary'> {
  readonly about: About
  readonly work: (order: EndpointOrder) => Promise<unknown>
}

function stateRoute(context: ApiContext, { work, ...described }: StateRoute) {
  return route({
    method: 'POST',
    keys: ['secret'],
    since: addedVersion,
    ...described,
    answer: { object: endpointSchema },
    params,
    async handler({ caller: { serviceEnvId }, params }) {
      const order = { serviceEnvId, id: asId<EndpointId>(params.id) }
      await work(order)
      return { body: await endpointOf(context, order) }
    },
  })
}

/** Gives an endpoint a new secret, at once or in a day (docs/webhooks.md#secrets). */
export function rotateWebhookSecretRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/webhook_endpoints/:id/rotate',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Renouveler le secret d’un webhook',
    about: about.rotateWebhookSecret,
    actsAnew: true,
    answer: { object: endpointSchema },
    params,
    body: Type.Object({
      starts: Type.Optional(
        said(
          choiceField('invalid_field', ['now', 'in_24_hours']),
          '`now`, the default: the old secret stops signing at once. `in_24_hours`: until then both sign, and the old one still encrypts.',
          'in_24_hours',
        ),
      ),
    }),
    async handler({ caller: { serviceEnvId }, params, body }) {
      const order = { serviceEnvId, id: asId<EndpointId>(params.id) }
      const { starts: start = 'now' } = body
      const { secret } = await renewWebhookSecret(context.database, { ...order, start })
      const { data } = await endpointOf(context, order)
      return { body: { data: { ...data, secret, signing_secret: standardSecret(secret) } } }
    },
  })
}

const ping = 'test.ping'

/** Sends an endpoint a test event, the same way as real ones (docs/webhooks.md#test-events). */
export function testWebhookEndpointRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/webhook_endpoints/:id/test',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Envoyer un événement de test',
    about: about.testWebhookEndpoint,
    answer: { object: detailSchema },
    success: 202,
    params,
    body: Type.Object({
      type: Type.Optional(
        said(
          choiceField('invalid_events', eventCodes),
          'Type of the event to send; `test.ping` by default.',
          'payment.success',
        ),
      ),
    }),
    async handler({ caller, params, body }) {
      const order = { serviceEnvId: caller.serviceEnvId, id: asId<EndpointId>(params.id) }
      const test = { ...order, type: body.type ?? ping }
      const id = await sendTestEvent(context.database, context.outbox, test)
      return { body: await detailOf(context, caller, id), headers: deliveryAt(id) }
    },
  })
}

async function endpointOf({ database }: ApiContext, { serviceEnvId, id }: EndpointOrder) {
  return { data: presentWebhookEndpoint(await findEndpoint(database, serviceEnvId, id)) }
}
