import Type from 'typebox'
import {
  flag,
  kind,
  mode,
  type NamedSchema,
  oneOf,
  optional,
  shape,
  text,
  textOrNull,
  time,
  uuid,
} from './parts.ts'

/** See docs/webhooks.md#endpoints; `secret` in the answer of its creation alone. */
export const webhookEndpoint: NamedSchema = {
  name: 'WebhookEndpoint',
  schema: shape({
    id: uuid,
    object: kind('webhook_endpoint'),
    url: text,
    label: textOrNull,
    status: oneOf('enabled', 'disabled'),
    all_events: flag,
    events: Type.Array(text),
    mode,
    secret_last4: text,
    created_at: time,
    secret: optional(uuid),
  }),
}

/** See docs/webhooks.md#endpoints. */
export const deletedWebhookEndpoint: NamedSchema = {
  name: 'DeletedWebhookEndpoint',
  schema: shape({ id: uuid, object: kind('webhook_endpoint'), deleted: Type.Literal(true) }),
}

/** See docs/webhooks.md#events. */
export const webhookEventType: NamedSchema = {
  name: 'WebhookEventType',
  schema: shape({
    id: text,
    object: kind('webhook_event_type'),
    code: text,
    group: text,
    group_label: text,
    label: text,
    description: text,
  }),
}
