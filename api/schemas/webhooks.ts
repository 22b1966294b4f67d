import Type from 'typebox'
import { deliveryStatuses } from '#domain/webhooks/delivery.ts'
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
    next_secret: part.optional(
      part.shape(
        { last4: part.text, takes_over_at: part.time },
        'Le secret qui remplacera celui-ci ; absent quand aucun n’attend.',
      ),
    ),
    secret: part.optional(part.uuid),
    signing_secret: part.optional(
      Type.String({
        pattern: '^whsec_',
        description:
          'Le même secret, écrit pour les bibliothèques Standard Webhooks ; à son renouvellement seulement.',
      }),
    ),
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

const deliveryFields = {
  id: part.uuid,
  object: part.kind('webhook_delivery'),
  mode: part.mode,
  event_id: Type.String({
    format: 'uuid',
    description: 'L’événement, celui de l’en-tête webhook-id.',
  }),
  type: Type.String({ description: 'Type de l’événement.' }),
  test: Type.Boolean({ description: 'Vrai pour un événement de test.' }),
  endpoint_id: part.uuid,
  url: Type.String({ description: 'Adresse du webhook aujourd’hui.' }),
  transaction_id: part.orNull(part.uuid),
  reference: part.textOrNull,
  status: part.oneOf(...deliveryStatuses),
  attempts: Type.Integer({ description: 'Envois commencés, six au plus.' }),
  last_http_status: part.orNull(part.wholeNumber),
  last_error: Type.Union([part.text, Type.Null()], {
    description: 'Pourquoi le dernier envoi a manqué.',
  }),
  next_attempt_at: part.timeOrNull,
  created_at: part.time,
  completed_at: part.timeOrNull,
}

/** See docs/webhooks.md#statuses. */
export const webhookDelivery: NamedSchema = {
  name: 'WebhookDelivery',
  schema: part.shape(deliveryFields),
}

/** The same with what was sent. */
export const webhookDeliveryDetail: NamedSchema = {
  name: 'WebhookDeliveryDetail',
  schema: part.shape({
    ...deliveryFields,
    sends: Type.Array(
      part.shape({
        number: Type.Integer({ description: 'L’en-tête X-Service-Attempt.' }),
        extra: Type.Boolean({ description: 'Demandé après l’abandon de la livraison.' }),
        url: part.text,
        started_at: part.time,
        finished: part.flag,
        http_status: part.orNull(part.wholeNumber),
        error: part.textOrNull,
        duration_ms: part.orNull(part.wholeNumber),
        response_extract: Type.Union([part.text, Type.Null()], {
          description: 'Début de la réponse du serveur, 500 caractères au plus.',
        }),
      }),
      { description: 'Les cent derniers envois, le plus ancien d’abord.' },
    ),
  }),
}

/** See docs/webhooks.md#events-by-the-api. */
export const event: NamedSchema = {
  name: 'Event',
  schema: part.shape({
    id: Type.String({
      format: 'uuid',
      description: 'Identifiant de l’événement, le même à chaque envoi, dans l’en-tête webhook-id.',
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
