import {
  detailsIn,
  errorTable,
  fail,
  type MessageLanguage,
  messageOf,
  ServiceError,
} from '#domain/errors/errors.ts'
import type { AnswerBody } from './route.ts'

/** Content type of every envelope. */
export const jsonType = 'application/json; charset=utf-8'

/** The text of a success: `{ data, meta: { request_id, ... } }` (docs/api.md#envelopes). */
export function envelopeText(requestId: string, { data, meta }: AnswerBody): string {
  return JSON.stringify({ data, meta: { request_id: requestId, ...meta } })
}

/** The text of a refusal: `{ error: { code, type, message, details, request_id, doc_url } }` (docs/api.md#errors). */
export function errorText(
  error: ServiceError,
  requestId: string,
  { docsUrl, language = 'fr' }: { readonly docsUrl: string; readonly language?: MessageLanguage },
): string {
  const { code } = error
  const { type } = errorTable[code]
  const message = messageOf(error, language)
  const details = detailsIn(language, error)
  const doc_url = language === 'fr' ? `${docsUrl}/erreurs#${code}` : `${docsUrl}/en/errors#${code}`
  return JSON.stringify({ error: { code, type, message, details, request_id: requestId, doc_url } })
}

/** HTTP status and extra headers of a refusal. */
export function errorHead({ code, details }: ServiceError): {
  status: number
  headers: Readonly<Record<string, string>>
} {
  const status = errorTable[code].http
  const retryAfter = retryAfterSeconds(code, details['retry_after_seconds'])
  return {
    status,
    headers: {
      ...(status === 401 && { 'WWW-Authenticate': challenge(code) }),
      ...(retryAfter !== null && { 'Retry-After': String(retryAfter) }),
    },
  }
}

/**
 * What a thrown value becomes for the caller: a refusal stays as it is, an unavailable dependency is 503, anything
 * else is 500 without details.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (isUnavailable(error)) return fail('service_unavailable')
  return fail('internal_error')
}

/** Thrown when a dependency such as the database is temporarily unavailable. */
export type UnavailableError = Error & { readonly code: 'unavailable' }

/** True for errors marked `code: 'unavailable'` where they occurred. */
export function isUnavailable(error: unknown): error is UnavailableError {
  return error instanceof Error && 'code' in error && error.code === 'unavailable'
}

function challenge(code: ServiceError['code']): string {
  const realm = 'Bearer realm="payment-service"'
  const isUnasked = code === 'missing_api_key' || code === 'session_required'
  return isUnasked ? realm : `${realm}, error="invalid_token"`
}

/** Seconds for `Retry-After` if the refusal gives none (docs/api.md#idempotency; docs/api.md#limits). */
const retryAfterDefaults: Partial<Record<ServiceError['code'], number>> = {
  request_in_progress: 1,
  service_unavailable: 2,
  rate_limited: 60,
  too_many_attempts: 60,
  sandbox_rate_limited: 60,
}

function retryAfterSeconds(code: ServiceError['code'], given: unknown): number | null {
  if (typeof given === 'number' && Number.isFinite(given)) return Math.max(1, Math.ceil(given))
  return retryAfterDefaults[code] ?? null
}
