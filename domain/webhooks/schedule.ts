const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Attempts of a delivery before it is abandoned (docs/webhooks.md#attempts). */
export const WEBHOOK_ATTEMPTS_MAX = 6

/** The wait after the failure of attempts 1 to 5 (docs/webhooks.md#attempts); WEBHOOK_RETRY_SCHEDULE replaces it. */
export const webhookRetryDelaysMs: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
]

/**
 * The wait before the attempt that follows a failed one (1 to 6); undefined when none follows and the delivery is
 * abandoned. A schedule shorter than five ends sooner; a longer one never makes a seventh attempt.
 */
export function retryDelayMs(
  failedAttempt: number,
  delaysMs: readonly number[] = webhookRetryDelaysMs,
): number | undefined {
  return failedAttempt < WEBHOOK_ATTEMPTS_MAX ? delaysMs[failedAttempt - 1] : undefined
}
