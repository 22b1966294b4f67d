/**
 * What a run does when an activity fails: retries soon, because the cause passes by itself; retries later, because
 * somebody may fix it; or asks staff for attention, because it will fail the same way until somebody repairs it.
 */
export type FailureClass = 'soon' | 'later' | 'ask'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

interface FailurePolicy {
  /** The first pause, and the longest. */
  readonly firstMs: number
  readonly longestMs: number
  /** The pause grows as a share of the time that the failure has lasted. */
  readonly share: number
  /** How long it may last before staff is notified. */
  readonly asksAfterMs: number
}

/**
 * How long each class waits (docs/workflows.md#activities-that-fail): `later` makes about fifteen tries in the first
 * hour.
 */
export const failurePolicies: Readonly<Record<FailureClass, FailurePolicy>> = {
  soon: {
    firstMs: 5 * secondMs,
    longestMs: 10 * minuteMs,
    share: 1 / 4,
    asksAfterMs: Number.POSITIVE_INFINITY,
  },
  later: { firstMs: 10 * secondMs, longestMs: 4 * hourMs, share: 1 / 2, asksAfterMs: hourMs },
  ask: { firstMs: 4 * hourMs, longestMs: 4 * hourMs, share: 0, asksAfterMs: 0 },
}

/** The pause before the next try, in whole milliseconds, of an activity that has failed for this long. */
export function failurePauseMs(failure: FailureClass, lastedMs: number): number {
  const { firstMs, longestMs, share } = failurePolicies[failure]
  return Math.round(Math.min(Math.max(firstMs, lastedMs * share), longestMs))
}

/** True if staff must be notified of an activity that has failed for this long. */
export function isToAsk(failure: FailureClass, lastedMs: number): boolean {
  return lastedMs >= failurePolicies[failure].asksAfterMs
}

/** What a run needs attention for. */
export interface StepTrouble {
  /** The name of the activity. */
  readonly step: string
  /** The code of its error. */
  readonly code: string
}
