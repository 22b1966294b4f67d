import Type from 'typebox'
import { webhookEventTypes } from '#domain/webhooks/events.ts'
import { webhookLabelLengthMax } from '#domain/webhooks/texts.ts'
import { said } from './parts.ts'
import * as part from './parts.ts'

/** The codes of the catalogue. */
export const eventType = part.named(
  'EventType',
  part.oneOf(...webhookEventTypes.map(({ code }) => code)),
  'Stable code of an event type. New ones may join.',
)

/** What an event tells of, as its deliveries and results name it. */
export const ofTransaction = {
  transaction_id: said(
    part.orNull(part.uuid),
    'The transaction it is about; null if there is none.',
    '0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10',
  ),
  reference: said(part.orNull(part.reference), 'Reference of that transaction.', 'ORDER-1042'),
}

const nextSecret = part.named(
  'NextSecret',
  part.shape({
    last4: said(Type.String({ minLength: 4, maxLength: 4 }), 'Its last four characters.', '7e02'),
    takes_over_at: said(part.time, 'When it replaces the secret, in UTC.', '2026-11-23T09:30:00Z'),
  }),
  'A secret that waits to replace the one of an endpoint: until then both sign, and the old one encrypts.',
)

/** See docs/webhooks.md#endpoints; only the answer that creates it contains `secret`. */
export const webhookEndpoint = part.kindOf(
  'WebhookEndpoint',
  'An address of yours that events are sent to.',
  {
    id: said(part.uuid, 'Id of the endpoint.', '0197a3c2-8a10-7c0d-9e21-4b6f8d2a1c70'),
    object: part.kind('webhook_endpoint'),
    url: said(part.endpointUrl, 'Where events are sent.', 'https://shop.example/hook'),
    label: said(part.orNull(part.textUpTo(webhookLabelLengthMax)), 'Your label.', 'Shop'),
    status: said(
      part.oneOf('enabled', 'disabled'),
      'A disabled endpoint receives nothing.',
      'enabled',
    ),
    all_events: said(part.flag, 'True for `["*"]`: every type, including future ones.', true),
    events: said(
      Type.Array(part.oneOf('*', ...webhookEventTypes.map(({ code }) => code))),
      'Types it receives, or `["*"]`.',
      ['*'],
    ),
    mode: said(part.mode, 'Live or sandbox.', 'sandbox'),
    secret_last4: said(
      Type.String({ minLength: 4, maxLength: 4 }),
      'Last four characters of its secret.',
      'b1c9',
    ),
    created_at: said(part.time, 'When it was created, in UTC.', '2026-11-22T09:30:00Z'),
    next_secret: part.optional(
      said(nextSecret, 'The secret that will replace this one; left out if none is waiting.'),
    ),
    secret: part.optional(
      said(
        part.uuid,
        'Secret that signs and encrypts; store it. Only in the answers that create or renew it.',
        '3f0c1f4e-9a57-4c1b-8d2e-6a7b5c4db1c9',
      ),
    ),
    signing_secret: part.optional(
      said(
        Type.String({ pattern: '^whsec_' }),
        'The same secret in the form that Standard Webhooks libraries expect. Only in the answer that renews it.',
        'whsec_M2YwYzFmNGUtOWE1Ny00YzFiLThkMmUtNmE3YjVjNGRiMWM5',
      ),
    ),
  },
)

/** See docs/webhooks.md#endpoints. */
export const deletedWebhookEndpoint = part.kindOf(
  'DeletedWebhookEndpoint',
  'A webhook endpoint that is gone.',
  {
    id: said(part.uuid, 'Its former id.', '0197a3c2-8a10-7c0d-9e21-4b6f8d2a1c70'),
    object: part.kind('webhook_endpoint'),
    deleted: said(Type.Literal(true), 'Always true.', true),
  },
)

/** See docs/webhooks.md#events-by-the-api. */
export const event = part.kindOf('Event', 'Something that happened, as webhooks tell it.', {
  id: said(
    part.uuid,
    'Id of the event, and the header `webhook-id` of each of its deliveries.',
    '0197a3c2-ee10-7c0d-9e21-4b6f8d2a1c70',
  ),
  object: part.kind('event'),
  type: said(eventType, 'Type of the event, the field `event` of the webhook.', 'payment.success'),
  mode: said(part.mode, 'Live or sandbox.', 'sandbox'),
  test: said(part.flag, 'True for a test event: do nothing with it.', false),
  created_at: said(part.time, 'When it was recorded, in UTC.', '2026-11-22T09:30:04Z'),
  data: said(
    Type.Object({}, { additionalProperties: true }),
    'The same fields as `data` of the webhook of this type.',
    { transactionId: '0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10' },
  ),
})

/** See docs/webhooks.md#events. */
export const webhookEventType = part.kindOf(
  'WebhookEventType',
  'An event type of the catalogue, with its French texts.',
  {
    id: said(eventType, 'Its code.', 'payment.success'),
    object: part.kind('webhook_event_type'),
    code: said(eventType, 'Its code.', 'payment.success'),
    group: said(
      part.oneOf('payments', 'withdrawals', 'refunds', 'funds', 'test'),
      'Group it belongs to.',
      'payments',
    ),
    group_label: said(part.text, 'French label of the group.', 'Paiements'),
    label: said(part.text, 'French label.', 'Paiement réussi'),
    description: said(part.text, 'When it is sent, in French.', 'Un encaissement est validé.'),
  },
)
