import { asId } from '#domain/ids.ts'
import {
  type EventType,
  type WebhookEventType,
  webhookEventTypes,
} from '#domain/webhooks/events.ts'
import { exampleLinkPayment, examplePayload, type SampleFacts } from '#domain/webhooks/samples.ts'
import type { JsonObject } from '#http/json.ts'
import { eventSchema, nameOf } from '#api/schemas/webhook-events.ts'
import type { Components } from './components.ts'
import type { Tag } from './tags.ts'

/** The webhooks that the service sends, one entry per event type (docs/webhooks.md#the-request). */
export function describeWebhooks(components: Components, sealed: Sealed): JsonObject {
  return Object.fromEntries(
    webhookEventTypes.map((type) => [type.code, { post: requestOf(components, type, sealed) }]),
  )
}

/** Example bodies, sealed once with `exampleSecret`. */
export type Sealed = Readonly<Partial<Record<EventType, Signatures & { readonly payload: string }>>>

interface Signatures {
  /** `X-Service-Signature`. */
  readonly signature: string
  /** `webhook-signature`. */
  readonly standard: string
}

/** The secret that the examples are sealed with; no endpoint has it. */
export const exampleSecret = '3f0c1f4e-9a57-4c1b-8d2e-6a7b5c4db1c9'

/** Id and time that the examples are signed with. */
export const exampleStamp = {
  id: '0197a3c2-ee10-7c0d-9e21-4b6f8d2a1c70',
  timestamp: '1795339804',
} as const

/** The decrypted event of an example, made by the same code as real ones. */
export function exampleEvent(type: EventType): {
  readonly event: EventType
  readonly data: object
} {
  return { event: type, data: examplePayload(type, exampleFacts) }
}

/** The payment.success of a payment through a link, decrypted. */
export function exampleLinkEvent(): { readonly event: EventType; readonly data: object } {
  return { event: 'payment.success', data: exampleLinkPayment(exampleFacts) }
}

const exampleFacts: SampleFacts = {
  mode: 'sandbox',
  serviceEnvId: '0197a3c2-3333-7d44-8f0a-3c9e1b7d2a10',
  transactionId: asId('0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10'),
  refundId: asId('0197a3c2-aaaa-7d44-8f0a-3c9e1b7d2a10'),
  now: new Date('2026-11-22T09:30:04Z'),
}

/**
 * Webhooks have a tag of their own: generators make one class per tag, and if calls and events shared one, one of
 * them would be lost.
 */
export const webhookEventsTag: Tag = {
  name: 'Webhook events',
  french: 'Événements envoyés',
  description: 'What the service sends to your webhooks.',
}

function requestOf(components: Components, type: WebhookEventType, sealed: Sealed): JsonObject {
  const { code } = type
  const { name, schema } = eventSchema(code)
  const { $ref } = components.publicSchema(schema)
  const example = sealed[code]
  return {
    operationId: `on${nameOf(code)}`,
    summary: `${code} is sent`,
    description: `${whenSent[code]} The body is sealed: \`${name}\` is the content of \`payload\` once it is decrypted and \`data\` is parsed too. Answer 2xx within 10 seconds; anything else is sent again after 1 minute, 5 minutes, 30 minutes, 2 hours and 6 hours.`,
    tags: [webhookEventsTag.name],
    security: [],
    parameters: parameters(example),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['payload'],
            additionalProperties: false,
            properties: {
              payload: {
                type: 'string',
                contentMediaType: 'application/json',
                contentSchema: { $ref },
                description:
                  'Base64 of a 16-byte initialization vector followed by the AES-256-CBC ciphertext, which is itself base64 text, under the first 32 bytes of the secret. The plaintext is JSON `{ event, data }`, where `data` is itself JSON text.',
              },
            },
          },
          ...(example && { example: { payload: example.payload } }),
        },
      },
    },
    responses: {
      '2XX': { description: 'Received. It is never sent again.' },
      '4XX': { description: 'Not received: it is sent again, as after 3xx, 5xx and a time-out.' },
    },
    'x-event': code,
    'x-opened-example': exampleEvent(code),
  }
}

function parameters({ signature, standard }: Partial<Signatures> = {}): JsonObject[] {
  return [
    {
      name: 'X-Service-Signature',
      in: 'header',
      required: true,
      description:
        'HMAC-SHA-256 of the text of `payload` under the secret, in lower-case hexadecimal. Compare it in constant time.',
      schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      ...(signature !== undefined && { example: signature }),
    },
    {
      name: 'X-Service-Delivery',
      in: 'header',
      required: true,
      description:
        'Id of the delivery, the same at every attempt: store it under a unique constraint and ignore duplicates.',
      schema: { type: 'string', format: 'uuid' },
      example: '0197a3c2-de11-7d44-8f0a-3c9e1b7d2a10',
    },
    {
      name: 'X-Service-Attempt',
      in: 'header',
      required: true,
      description: 'Number of the attempt, 1 to 6.',
      schema: { type: 'integer', minimum: 1, maximum: 6 },
      example: 1,
    },
    ...standardParameters,
    {
      name: 'webhook-signature',
      in: 'header',
      required: true,
      description: `\`v1,\` and base64 of HMAC-SHA-256 over \`id.timestamp.body\`, with the text of the secret as the key; two, separated by a space, while two secrets are valid. Standard Webhooks libraries expect the secret as \`whsec_\` followed by its base64. The examples are signed with the secret \`${exampleSecret}\`.`,
      schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)?$' },
      ...(standard !== undefined && { example: standard }),
    },
  ]
}

/** The headers of Standard Webhooks, for the same body (docs/webhooks.md#the-request). */
const standardParameters: readonly JsonObject[] = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description:
      'Id of the event, the same at every attempt and for every endpoint; `GET /v2/events/{id}` reads it.',
    schema: { type: 'string', format: 'uuid' },
    example: exampleStamp.id,
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description:
      'Time of this attempt in seconds since 1970: refuse anything more than five minutes off.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: exampleStamp.timestamp,
  },
]

/** When each event is sent, in English. */
export const whenSent: Readonly<Record<EventType, string>> = {
  'payment.success': 'A collection succeeded: the payer was debited.',
  'payment.failed':
    'A collection failed, expired or was cancelled; `status` and `message` say why.',
  'withdrawal.pending': 'A bank transfer was asked for and waits to be made.',
  'withdrawal.success': 'A payout or bank transfer was made.',
  'withdrawal.failed': 'A payout or bank transfer was refused; amount and fee are back.',
  'withdrawal.cancelled': 'A bank transfer was cancelled before it was made.',
  'refund.pending': 'A refund was asked for and waits for approval.',
  'refund.success': 'A refund was paid to the payer.',
  'refund.rejected': 'A refund was refused by the service.',
  'refund.failed': 'A refund failed at the operator; the amount is back on the balance.',
  'refund.cancelled': 'A refund was cancelled before approval.',
  'funds.held': 'Funds of a successful payment are held for verification.',
  'funds.released': 'Held funds are released into the available balance.',
  'test.ping': 'You asked for a test in the portal.',
}
