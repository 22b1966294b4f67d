import { webhookLabelLengthMax } from '#domain/webhooks/texts.ts'
import { said } from './parts.ts'
import * as part from './parts.ts'
import { eventType, ofTransaction } from './webhooks.ts'

/** See docs/webhooks.md#listeners. */
export const webhookListener = part.kindOf(
  'WebhookListener',
  'A developer’s machine that `payments listen` passes sandbox events on to.',
  {
    id: said(part.uuid, 'Id of the listener.', '0197a3c2-9b20-7c0d-9e21-4b6f8d2a1c70'),
    object: part.kind('webhook_listener'),
    mode: said(part.mode, 'Always sandbox.', 'sandbox'),
    label: said(
      part.textUpTo(webhookLabelLengthMax),
      'The label that its developer chose.',
      'listen-3f2a',
    ),
    created_at: said(part.time, 'When it was created, in UTC.', '2026-11-22T09:30:00Z'),
    last_seen_at: said(
      part.time,
      'When it last announced itself, in UTC; it does so every minute.',
      '2026-11-22T09:31:00Z',
    ),
  },
)

/** See docs/webhooks.md#listeners. */
export const webhookListenerResult = part.kindOf(
  'WebhookListenerResult',
  'What became of one event that a listener passed on.',
  {
    id: said(
      part.uuid,
      'Id of the event; the header `webhook-id`.',
      '0197a3c2-ee10-7c0d-9e21-4b6f8d2a1c70',
    ),
    object: part.kind('webhook_listener_result'),
    mode: said(part.mode, 'Always sandbox.', 'sandbox'),
    type: said(eventType, 'Type of the event.', 'payment.success'),
    test: said(part.flag, 'True for a test event.', false),
    ...ofTransaction,
    status: said(
      part.oneOf('delivered', 'failed'),
      '`delivered`: the local server answered 2xx. `failed`: it gave another answer, or none yet.',
      'delivered',
    ),
    http_status: said(
      part.orNull(part.wholeNumber),
      'HTTP status of the last answer; null if there was none.',
      200,
    ),
    error: said(
      part.orNull(part.oneOf('http_status', 'redirect', 'connection_failed', 'timeout')),
      'Why the last try failed; null if it did not.',
      null,
    ),
    duration_ms: said(part.wholeNumber, 'How long the last try took, in milliseconds.', 84),
    tries: said(part.wholeNumber, 'How often it was tried.', 1),
    forwarded_at: said(
      part.time,
      'When the last try began, in UTC, by the clock of that machine.',
      '2026-11-22T09:30:04Z',
    ),
    created_at: said(part.time, 'When it was first reported, in UTC.', '2026-11-22T09:30:05Z'),
  },
)
