import {
  ApiError,
  AuthenticationError,
  ConflictError,
  DuplicateReferenceError,
  type ErrorKind,
  fieldsIn,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type RefusedAnswer,
  ServerError,
  ValidationError,
} from './errors.ts'
import { retryAfterSeconds } from './retry.ts'

/** What may happen to a request whose answer is lost. */
export type Risk = 'none' | 'keyed' | 'unkeyed'

/** The remedy for an answer that never arrived, or arrived broken. */
export const adviceAfterLoss: Readonly<Record<Risk, string>> = {
  none: 'Check the base address and the network; nothing was changed.',
  keyed:
    'It may have been accepted all the same: ask once more with the same idempotency key, or look for its reference, ' +
    'before anybody pays twice.',
  unkeyed: 'It may have been done all the same: look before you ask again.',
}

/** The error of a refusal, of the class that fits its status and code. */
export function refusalError(refusal: RefusedAnswer, headers: Headers, risk: Risk): ApiError {
  const { status, code } = refusal
  if (status === 429) return rateLimited(refusal, retryAfterSeconds(headers))
  if (code === 'duplicate_reference') {
    return new DuplicateReferenceError(refusal, advice.duplicate_reference, 'duplicate_reference')
  }
  if (status >= 500) return new ServerError(refusal, serverAdvice(refusal, risk), 'server')
  if (status === 422) return new ValidationError(refusal, fieldAdvice(refusal), 'validation')
  const [kind, Kind] = kinds[status] ?? (['api', ApiError] as const)
  return new Kind(refusal, status === 408 ? adviceAfterLoss[risk] : adviceFor(refusal), kind)
}

function serverAdvice(refusal: RefusedAnswer, risk: Risk): string {
  if (refusal.status === 501) return adviceFor(refusal)
  return risk === 'none' ? 'Try again in a while.' : adviceAfterLoss[risk]
}

function adviceFor({ code, status }: RefusedAnswer): string {
  if (code === 'unknown') return adviceForStrangers
  return advice[code] ?? adviceOf[status] ?? 'Its page says what to do.'
}

type Kind = new (refusal: RefusedAnswer, advice: string, kind: ErrorKind) => ApiError

const kinds: Readonly<Record<number, readonly [ErrorKind, Kind]>> = {
  401: ['authentication', AuthenticationError],
  403: ['permission', PermissionError],
  404: ['not_found', NotFoundError],
  409: ['conflict', ConflictError],
  410: ['conflict', ConflictError],
}

/** For an answer that is not the service's. */
export const adviceForStrangers =
  'Check the base address, and what stands between: a proxy, a portal of the network.'

const adviceOf: Readonly<Record<number, string>> = {
  400: 'Correct the request.',
  401: 'Check the key: whole, of the right mode, and not renewed since.',
  403: 'Use a key that may do this; the secret key may do most.',
  404: 'Check the id, and that the key is of the same mode and service.',
  409: 'Read what is there, and decide by its state.',
  410: 'Make a new one.',
}

const advice: Readonly<Record<string, string>> & { readonly duplicate_reference: string } = {
  idempotency_conflict:
    'The key belongs to another request: use a new idempotency key for this one.',
  request_in_progress:
    'It is still being worked on: ask once more in a minute, with the same idempotency key.',
  duplicate_reference:
    'Read the transaction in details.transaction_id before you make a second payment.',
  not_implemented: 'The documentation says what this service offers.',
  route_not_found: 'Check the method and the path, and that the base address ends before /v2.',
  method_not_allowed: 'Check the method and the path.',
  live_mode_required: 'Use a live key.',
  sandbox_mode_required: 'Use a sandbox key.',
  operation_not_allowed: 'Ask the owner of the account, or support.',
}

function rateLimited(refusal: RefusedAnswer, seconds: number | null): RateLimitError {
  const what =
    seconds === null
      ? 'Ask less often, and again in a minute.'
      : `Ask again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, with the same idempotency key.`
  return new RateLimitError(refusal, what, seconds)
}

/** The sentence of a refusal with one field is about that field already. */
function fieldAdvice({ details }: RefusedAnswer): string {
  const { field } = details
  const fields = fieldsIn(details['fields'])
  if (fields.length < 2) {
    return typeof field === 'string' ? `Field: ${field}.` : 'Correct the request.'
  }
  const said = fields.map(({ field, message }) => `${field}: ${message}`)
  return `Correct these fields: ${said.join(' ')}`
}
