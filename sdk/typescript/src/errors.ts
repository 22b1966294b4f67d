/** The kind of an error, for programs: one for each class below. */
export type ErrorKind =
  | 'authentication'
  | 'permission'
  | 'not_found'
  | 'conflict'
  | 'duplicate_reference'
  | 'validation'
  | 'rate_limited'
  | 'server'
  | 'api'
  | 'timeout'
  | 'connection'
  | 'invalid_response'
  | 'invalid_amount'
  | 'wait_timeout'
  | 'webhook'

/** Every error of this library: `kind` for programs, `message` for people, with a remedy. */
export class PaymentServiceError extends Error {
  readonly kind: ErrorKind

  constructor(kind: ErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.kind = kind
  }
}

/** One refused field of a request. */
export interface RefusedField {
  readonly field: string
  readonly code: string
  readonly message: string
}

/** The service's refusal. */
export interface RefusedAnswer {
  readonly status: number
  readonly code: string
  readonly type: string
  /** The service's message, which may be shown to people as it is. */
  readonly sentence: string
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string | null
  readonly docUrl: string | null
}

/** A refusal by the service. Programs test `code`; `sentence` may be shown to people as it is. */
export class ApiError extends PaymentServiceError implements RefusedAnswer {
  readonly status: number
  readonly code: string
  readonly type: string
  readonly sentence: string
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string | null
  readonly docUrl: string | null

  constructor(refusal: RefusedAnswer, advice: string, kind: ErrorKind = 'api') {
    super(kind, messageOf(refusal, advice))
    this.status = refusal.status
    this.code = refusal.code
    this.type = refusal.type
    this.sentence = refusal.sentence
    this.details = refusal.details
    this.requestId = refusal.requestId
    this.docUrl = refusal.docUrl
  }
}

/** 401: no key, or an unknown one. */
export class AuthenticationError extends ApiError {}
/** 403: not allowed with this key or account. */
export class PermissionError extends ApiError {}
/** 404: does not exist in this mode. */
export class NotFoundError extends ApiError {}
/** 409 and 410: the present state does not allow it. */
export class ConflictError extends ApiError {}
/** 5xx: a part of the service, or the operator, is down. */
export class ServerError extends ApiError {}

/** 409 for a reference that another payment already has; `transactionId` is that payment. */
export class DuplicateReferenceError extends ApiError {
  get transactionId(): string | null {
    const id = this.details['transaction_id']
    return typeof id === 'string' ? id : null
  }
}

/** 422: refused because of fields or rules; `fields` lists each. */
export class ValidationError extends ApiError {
  get fields(): readonly RefusedField[] {
    const { fields, field } = this.details
    if (Array.isArray(fields)) return fieldsIn(fields)
    return typeof field === 'string' ? [{ field, code: this.code, message: this.sentence }] : []
  }
}

/** A gateway's refusal may have others. */
export function fieldsIn(given: unknown): readonly RefusedField[] {
  const fields: readonly unknown[] = Array.isArray(given) ? given : []
  return fields.filter((one): one is RefusedField => {
    const { field, message } = (one ?? {}) as Partial<Record<keyof RefusedField, unknown>>
    return typeof field === 'string' && typeof message === 'string'
  })
}

/** 429, after all retries, or if the service asks to wait for longer than the client is willing to. */
export class RateLimitError extends ApiError {
  /** Null if the service gave none. */
  readonly retryAfterSeconds: number | null

  constructor(refusal: RefusedAnswer, advice: string, retryAfterSeconds: number | null) {
    super(refusal, advice, 'rate_limited')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No answer in time, at any attempt. */
export class TimeoutError extends PaymentServiceError {}
/** The connection failed, or broke in the middle of an answer. */
export class ConnectionError extends PaymentServiceError {}
/** An answer that does not come from this service. */
export class InvalidResponseError extends PaymentServiceError {}
/** An amount that is not valid in its currency. */
export class InvalidAmountError extends PaymentServiceError {}

/** A payment that was still pending when `waitForFinal` timed out. */
export class WaitTimeoutError extends PaymentServiceError {
  readonly transactionId: string

  constructor(transactionId: string, seconds: number) {
    super(
      'wait_timeout',
      `Transaction ${transactionId} is still pending after ${seconds} seconds. It is not failed: ` +
        'do not ask for it again. Read it later, or let its webhook tell you.',
    )
    this.transactionId = transactionId
  }
}

/** Why a delivery is refused. */
export type WebhookProblem =
  | 'missing_secret'
  | 'missing_signature'
  | 'missing_timestamp'
  | 'timestamp_too_old'
  | 'timestamp_in_future'
  | 'signature_mismatch'
  | 'invalid_body'
  | 'cannot_decrypt'

/** A delivery that must not be trusted: answer 400, and ignore its content. */
export class WebhookError extends PaymentServiceError {
  readonly code: WebhookProblem

  constructor(code: WebhookProblem, message: string) {
    super('webhook', message)
    this.code = code
  }
}

function messageOf(
  { status, code, sentence, requestId, docUrl }: RefusedAnswer,
  advice: string,
): string {
  const request = requestId === null ? '' : `, request ${requestId}`
  const page = docUrl === null ? '' : ` See ${docUrl}`
  return `${sentence} (${status} ${code}${request}). ${advice}${page}`
}
