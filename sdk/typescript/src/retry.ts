/** How a client repeats what did not work. */
export interface RetryOptions {
  /** Tries after the first; 3 by default. */
  readonly maxRetries: number
  /** A longer `Retry-After` than this is told to the caller instead of waited for; 60 by default. */
  readonly maxRetryAfterSeconds: number
}

const baseMs = 500
const backoffMsMax = 8000
const spreadMsMax = 250

/** The pause before the next try, counted from 0: doubled each time, and half of it by chance. */
export function backoffMs(retry: number): number {
  const whole = Math.min(baseMs * 2 ** retry, backoffMsMax)
  return whole / 2 + (Math.random() * whole) / 2
}

/**
 * What `Retry-After` asks for, seconds or a date; null where it says nothing. A date is read by the clock of the service,
 * its `Date` header: the clock of this machine may be wrong.
 */
export function retryAfterSeconds(headers: Headers): number | null {
  const text = headers.get('Retry-After')?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const until = Date.parse(text)
  if (!/[a-z]/i.test(text) || Number.isNaN(until)) return null
  const now = Date.parse(headers.get('Date') ?? '')
  return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1000))
}

/** As long as the service asks for, and a little more by chance, so that not all come back at once. */
export function askedPauseMs(seconds: number): number {
  return seconds * 1000 + Math.random() * spreadMsMax
}
