/** How a client retries. */
export interface RetryOptions {
  /** Retries after the first attempt; 3 by default. */
  readonly maxRetries: number
  /** A longer `Retry-After` is reported to the caller instead of waited for; 60 by default. */
  readonly maxRetryAfterSeconds: number
}

const baseMs = 500
const backoffMsMax = 8000
const spreadMsMax = 250
const skippedMsMin = 2000
const skippedSpreadMs = 1000

/** The pause before a retry, numbered from 0: doubled each time, half of it random. */
export function backoffMs(retry: number): number {
  const whole = Math.min(baseMs * 2 ** retry, backoffMsMax)
  return whole / 2 + (Math.random() * whole) / 2
}

/**
 * The seconds in `Retry-After`, from seconds or a date; null if it is missing or invalid. A date is compared with the
 * service's `Date` header, because this machine's clock may be wrong.
 */
export function retryAfterSeconds(headers: Headers): number | null {
  const text = headers.get('Retry-After')?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const until = Date.parse(text)
  if (!/[a-z]/i.test(text) || Number.isNaN(until)) return null
  const now = Date.parse(headers.get('Date') ?? '')
  return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1000))
}

/** The pause after `Service-Wait: skipped`: the answer came at once, because all waits of the key are taken. */
export function skippedPauseMs(): number {
  return skippedMsMin + Math.random() * skippedSpreadMs
}

/** As long as the service asks, plus some jitter, so that clients do not all return at once. */
export function askedPauseMs(seconds: number): number {
  return seconds * 1000 + Math.random() * spreadMsMax
}
