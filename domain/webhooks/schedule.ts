/** Attempts of a delivery before it is abandoned (docs/webhooks.md#attempts). */
export const WEBHOOK_ATTEMPTS_MAX = 6

/**
 * The wait before the attempt that follows a failed one (1 to 6), by WEBHOOK_RETRY_SCHEDULE; undefined when none follows
 * and the delivery is abandoned. A schedule shorter than five ends sooner; a longer one never makes a seventh attempt.
 */
export function retryDelayMs(
  failedAttempt: number,
  delaysMs: readonly number[],
): number | undefined {
  return failedAttempt < WEBHOOK_ATTEMPTS_MAX ? delaysMs[failedAttempt - 1] : undefined
}
