import type { TSchema } from 'typebox'
import { type ErrorCode, errorTable, isErrorCode } from '#domain/errors/errors.ts'
import { isJsonObject, type JsonObject } from '#http/json.ts'
import { refusesKey, type Route } from '#http/route.ts'
import { jsonSchemaOf } from '#http/schema-compiler.ts'

/** Codes that refuse a payment because of its price, its payer's number, its card or its link. */
export const refusalsOf = {
  price: [
    'amount_too_small',
    'amount_out_of_bounds',
    'currency_not_supported',
    'exchange_rate_unavailable',
    'provider_unavailable',
    'payment_method_unavailable',
  ],
  number: [
    'provider_not_detected',
    'phone_international_required',
    'invalid_phone_number',
    'phone_country_mismatch',
    'invalid_provider',
    'missing_field',
  ],
  card: [
    'invalid_card',
    'invalid_card_number',
    'unsupported_card_network',
    'expired_card',
    'invalid_card_cvc',
  ],
  link: [
    'payment_link_already_paid',
    'payment_link_in_progress',
    'payment_link_expired',
    'payment_link_cancelled',
  ],
} as const satisfies Readonly<Record<string, readonly ErrorCode[]>>

/** Every code that a merchant route may answer, for its key, format, fields or rules. */
export function refusalCodes(route: Route): readonly ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      'invalid_request',
      'unknown_version',
      ...(route.since
        ? (['not_implemented', 'route_not_found', 'method_not_allowed'] as const)
        : []),
      'rate_limited',
      'internal_error',
      'service_unavailable',
      ...keyCodes(route),
      ...(route.scope === undefined ? [] : (['scope_required'] as const)),
      ...queryCodes(route),
      ...bodyCodes(route),
      ...idempotencyCodes(route),
      ...schemaCodes(route.params),
      ...(route.about?.codes ?? []),
    ]),
  ].toSorted()
}

/** The codes by HTTP status, lowest first. */
export function byStatus(codes: readonly ErrorCode[]): [status: number, codes: ErrorCode[]][] {
  const found = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { http } = errorTable[code]
    found.set(http, [...(found.get(http) ?? []), code])
  }
  return [...found].toSorted(([a], [b]) => a - b)
}

const keyKinds = 4

function keyCodes({ keys }: Route): ErrorCode[] {
  if (keys === 'none' || 'staff' in keys) return []
  const isSecret = keys.length === 1
  return [
    'missing_api_key',
    'invalid_api_key',
    ...(isSecret ? (['secret_key_required'] as const) : []),
    ...(!isSecret && keys.length < keyKinds ? (['key_not_allowed'] as const) : []),
  ]
}

function queryCodes({ query }: Route): ErrorCode[] {
  const required = query && jsonSchemaOf(query)['required']
  return [
    'unknown_parameter',
    'validation_failed',
    ...(query ? (['invalid_parameter'] as const) : []),
    ...(Array.isArray(required) && required.length > 0 ? (['missing_parameter'] as const) : []),
    ...schemaCodes(query),
  ]
}

function bodyCodes({ method, body }: Route): ErrorCode[] {
  if (method !== 'POST' && method !== 'PATCH') return []
  return [
    'invalid_json',
    'invalid_body',
    'invalid_content_type',
    'invalid_content_encoding',
    'request_too_large',
    'unknown_field',
    ...(body && hasRequired(jsonSchemaOf(body)) ? (['missing_field'] as const) : []),
    ...schemaCodes(body),
  ]
}

function idempotencyCodes(route: Route): ErrorCode[] {
  const { idempotency } = route
  if (idempotency === 'none') return refusesKey(route) ? ['idempotency_not_supported'] : []
  return [
    'invalid_idempotency_key',
    'idempotency_conflict',
    'request_in_progress',
    ...(idempotency === 'required' ? (['missing_idempotency_key'] as const) : []),
  ]
}

/** The codes that a schema's parts are refused with. */
function schemaCodes(schema: TSchema | undefined): ErrorCode[] {
  return schema === undefined ? [] : codesIn(jsonSchemaOf(schema))
}

function codesIn(node: unknown): ErrorCode[] {
  if (Array.isArray(node)) return node.flatMap(codesIn)
  if (!isJsonObject(node)) return []
  const { code } = node
  return [...(isErrorCode(code) ? [code] : []), ...Object.values(node).flatMap(codesIn)]
}

function hasRequired(node: JsonObject): boolean {
  const { required } = node
  if (Array.isArray(required) && required.length > 0) return true
  return Object.values(node).some((child) => isJsonObject(child) && hasRequired(child))
}
