import { webhookEventTypes } from '#domain/webhooks/events.ts'
import { route } from '#http/route.ts'
import { webhookEventType as webhookEventTypeSchema } from '#api/schemas/webhooks.ts'

/** The catalogue of event types, by group, in French (docs/webhooks.md#events). */
export function listWebhookEventTypes() {
  return route({
    method: 'GET',
    path: '/v2/webhook_event_types',
    keys: ['secret'],
    summary: 'Lister les types d’événements',
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
      const meta = { has_more: false, next_cursor: null, limit: data.length }
      return { body: { data, meta } }
    },
  })
}
