import Type from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import { isEventType } from '#domain/webhooks/events.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { checkUrl } from '#use-cases/webhooks/check-url.ts'
import type { ApiContext } from '#http/context.ts'
import { textField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentWebhookEndpoint } from '#api/present/webhook-endpoint.ts'
import { webhookEndpoint as webhookEndpointSchema } from '#api/schemas/webhooks.ts'

const eventsMax = 50
const urlLengthMax = 2048
const everyEvent = '*'

/** Adds a webhook; its secret is in this answer alone (docs/webhooks.md#endpoints). */
export function createWebhookEndpointRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/webhook_endpoints',
    keys: ['secret'],
    summary: 'Créer un webhook',
    answer: { object: webhookEndpointSchema },
    success: 201,
    body: Type.Object({
      url: textField('invalid_url', { min: 1, max: urlLengthMax }),
      label: Type.Optional(textField('invalid_label', { min: 1, max: 255 })),
      events: Type.Array(textField('invalid_events', { min: 1, max: 64 }), {
        code: 'invalid_events',
        minItems: 1,
        maxItems: eventsMax,
        uniqueItems: true,
      }),
      enabled: Type.Optional(Type.Boolean({ code: 'invalid_enabled' })),
    }),
    checkFields: ({ body }) => [...urlErrors(body.url, context), ...eventsErrors(body.events)],
    async handler({ caller, body }) {
      const checked = checkUrl(context, body.url)
      const { endpoint, secret } = await createWebhookEndpoint(
        context.database,
        caller.serviceEnvId,
        {
          url: checked.ok ? checked.url : body.url,
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

function urlErrors(
  url: string | undefined,
  context: Pick<ApiContext, 'webhookPrivateHosts'>,
): FieldError[] {
  if (url === undefined || checkUrl(context, url).ok) return []
  return [{ field: 'url', code: 'invalid_url' }]
}

/** All types, or chosen ones of the catalogue; never both. */
function eventsErrors(events: readonly string[] | undefined): FieldError[] {
  if (events === undefined || (events.length === 1 && events[0] === everyEvent)) return []
  return events.every(isEventType) ? [] : [{ field: 'events', code: 'invalid_events' }]
}
