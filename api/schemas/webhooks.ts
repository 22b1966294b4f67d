import Type from 'typebox'
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
