import Type from 'typebox'
import { deliveryStatuses } from '#domain/webhooks/delivery.ts'
import { extractLengthMax } from '#domain/webhooks/texts.ts'
import { said } from './parts.ts'
import * as part from './parts.ts'
import { eventType, ofTransaction } from './webhooks.ts'

const deliveryFields = {
  id: said(part.uuid, 'Id of the delivery.', '0197a3c2-f120-7c0d-9e21-4b6f8d2a1c70'),
  object: part.kind('webhook_delivery'),
  mode: said(part.mode, 'Live or sandbox.', 'sandbox'),
  event_id: said(
    part.uuid,
    'The event; the header `webhook-id`.',
    '0197a3c2-ee10-7c0d-9e21-4b6f8d2a1c70',
  ),
  type: said(eventType, 'Type of the event.', 'payment.success'),
  test: said(part.flag, 'True for a test event.', false),
  endpoint_id: said(part.uuid, 'The endpoint it goes to.', '0197a3c2-8a10-7c0d-9e21-4b6f8d2a1c70'),
  url: said(part.endpointUrl, 'Address of the endpoint today.', 'https://shop.example/hook'),
  ...ofTransaction,
  status: said(
    part.oneOf(...deliveryStatuses),
    '`pending`: an attempt is due or under way. `failed`: the last one failed, another follows. `delivered` and `abandoned` are final; an abandoned one can be sent again by hand.',
    'delivered',
  ),
  attempts: said(part.wholeNumber, 'Attempts started, six at most not counting those by hand.', 1),
  last_http_status: said(
    part.orNull(part.wholeNumber),
    'HTTP status of the last answer; null if there was none.',
    200,
  ),
  last_error: said(part.textOrNull, 'Why the last attempt failed.', null),
  next_attempt_at: said(part.timeOrNull, 'When the next attempt is due, in UTC.', null),
  created_at: said(part.time, 'When it was recorded, in UTC.', '2026-11-22T09:30:04Z'),
  completed_at: said(part.timeOrNull, 'When it came to its end, in UTC.', '2026-11-22T09:30:05Z'),
}

/** See docs/webhooks.md#statuses. */
export const webhookDelivery = part.kindOf(
  'WebhookDelivery',
  'One event on its way to one endpoint.',
  deliveryFields,
)

const attempt = part.named(
  'WebhookAttempt',
  part.shape({
    number: said(part.wholeNumber, 'Its number, the header `X-Service-Attempt`.', 1),
    extra: said(part.flag, 'True if it was requested after the delivery was abandoned.', false),
    url: said(part.endpointUrl, 'Where it was sent.', 'https://shop.example/hook'),
    started_at: said(part.time, 'When it began, in UTC.', '2026-11-22T09:30:04Z'),
    finished: said(part.flag, 'Whether it is over.', true),
    http_status: said(
      part.orNull(part.wholeNumber),
      'HTTP status of the answer; null if there was none.',
      200,
    ),
    error: said(part.textOrNull, 'Why it failed.', null),
    duration_ms: said(part.orNull(part.wholeNumber), 'How long it took, in milliseconds.', 84),
    response_extract: said(
      part.orNull(part.textUpTo(extractLengthMax)),
      'Start of what your server answered, 500 characters at most.',
      'ok',
    ),
  }),
  'One attempt to send it.',
)

/** The same, with its attempts. */
export const webhookDeliveryDetail = part.kindOf(
  'WebhookDeliveryDetail',
  'One event on its way to one endpoint, with its attempts.',
  {
    ...deliveryFields,
    sends: said(Type.Array(attempt), 'Its last hundred attempts, oldest first.', []),
  },
)
