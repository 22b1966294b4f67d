import Type from 'typebox'
import { webhookEventTypes } from '#domain/webhooks/events.ts'
import type { NamedSchema } from './parts.ts'
import * as part from './parts.ts'

/** See docs/webhooks.md#endpoints; `secret` in the answer of its creation alone. */
export const webhookEndpoint: NamedSchema = {
  name: 'WebhookEndpoint',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('webhook_endpoint'),
    url: part.text,
    label: part.textOrNull,
    status: part.oneOf('enabled', 'disabled'),
    all_events: part.flag,
    events: Type.Array(part.text),
    mode: part.mode,
    secret_last4: part.text,
    created_at: part.time,
    secret: part.optional(part.uuid),
  }),
}

/** See docs/webhooks.md#endpoints. */
export const deletedWebhookEndpoint: NamedSchema = {
  name: 'DeletedWebhookEndpoint',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('webhook_endpoint'),
    deleted: Type.Literal(true),
  }),
}

/** See docs/webhooks.md#events-by-the-api. */
export const event: NamedSchema = {
  name: 'Event',
  schema: part.shape({
    id: Type.String({
      format: 'uuid',
      description:
        'Identifiant de l’événement, le même à chaque envoi dans l’en-tête webhook-id précédé de « evt_ ».',
    }),
    object: part.kind('event'),
    type: Type.Unsafe<string>({
      type: 'string',
      enum: webhookEventTypes.map(({ code }) => code),
      description: 'Type de l’événement, le champ event du webhook.',
    }),
    mode: part.mode,
    test: Type.Boolean({ description: 'Vrai pour un événement de test, à ignorer.' }),
    created_at: part.time,
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'Les mêmes champs que data dans le webhook de ce type.',
      },
    ),
  }),
}

/** See docs/webhooks.md#events. */
export const webhookEventType: NamedSchema = {
  name: 'WebhookEventType',
  schema: part.shape({
    id: part.text,
    object: part.kind('webhook_event_type'),
    code: part.text,
    group: part.text,
    group_label: part.text,
    label: part.text,
    description: part.text,
  }),
}
