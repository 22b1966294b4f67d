import type { JsonObject } from '#http/json.ts'

/** Response headers, by the name under which operations refer to them. */
export const headers = {
  RequestId: {
    description: 'Id of the call: quote it to support. The same as `request_id` in the body.',
    schema: { type: 'string', format: 'uuid' },
    example: '0197a3c2-0d1e-7a55-8f0a-3c9e1b7d2a10',
  },
  ServiceVersion: {
    description: 'Version of the API that answered.',
    schema: { type: 'string', pattern: String.raw`^\d+\.\d+\.\d+$` },
    example: '2.4.0',
  },
  RetryAfter: {
    description: 'Seconds to wait before calling again.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  RateLimitPolicy: {
    description:
      'The limit that counted the call: of the `key` or the `address`, `q` calls within `w` seconds.',
    schema: { type: 'string' },
    example: '"key";q=120;w=60',
  },
  RateLimit: {
    description: 'What is left of that limit: `r` calls for the next `t` seconds.',
    schema: { type: 'string' },
    example: '"key";r=117;t=42',
  },
  IdempotentReplayed: {
    description:
      '`true` if this is the stored answer of an earlier call with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  ServiceWait: {
    description:
      '`skipped` if `wait` was not honoured, because two calls of this key are already waiting. Pause for two seconds before you read again.',
    schema: { type: 'string', const: 'skipped' },
    example: 'skipped',
  },
  Location: {
    description: 'Address of the created object.',
    schema: { type: 'string' },
    example: '/v2/transactions/0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10',
  },
  WwwAuthenticate: {
    description: 'How to authenticate.',
    schema: { type: 'string' },
    example: 'Bearer realm="payment-service"',
  },
} as const satisfies Readonly<Record<string, JsonObject>>

const names: Readonly<Record<keyof typeof headers, string>> = {
  RequestId: 'X-Request-Id',
  ServiceVersion: 'Service-Version',
  RetryAfter: 'Retry-After',
  RateLimitPolicy: 'RateLimit-Policy',
  RateLimit: 'RateLimit',
  IdempotentReplayed: 'Idempotent-Replayed',
  ServiceWait: 'Service-Wait',
  Location: 'Location',
  WwwAuthenticate: 'WWW-Authenticate',
}

/** References to headers, in addition to those that every answer has. */
export function headerReferences(more: readonly (keyof typeof headers)[]): JsonObject {
  const all = ['RequestId', 'ServiceVersion', 'RateLimitPolicy', 'RateLimit', ...more] as const
  return Object.fromEntries(
    all.map((name) => [names[name], { $ref: `#/components/headers/${name}` }]),
  )
}
