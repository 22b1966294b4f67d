/**
 * What a run does about a step that fails: tries it again soon, for the cause goes by itself; tries it again later, for it
 * may be mended; or stops and asks the staff, for it will fail the same way until somebody mends it.
 */
export type FailureClass = 'soon' | 'later' | 'ask'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

interface FailurePolicy {
  /** The first pauses, and the longest. */
  readonly firstMs: number
  readonly longestMs: number
  /** The pause grows with the trouble: this share of the time that it has lasted. */
  readonly share: number
  /** How long it may last before the staff is asked. */
  readonly asksAfterMs: number
}

/** How long each class waits (docs/workflows.md#steps-that-fail): about fifteen tries in the first hour of `later`. */
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

/** The pause before the next try, in whole milliseconds, of a step that has failed for so long. */
export function failurePauseMs(failure: FailureClass, lastedMs: number): number {
  const { firstMs, longestMs, share } = failurePolicies[failure]
  return Math.round(Math.min(Math.max(firstMs, lastedMs * share), longestMs))
}

/** True where the staff is to be asked about a step that has failed for so long. */
export function isToAsk(failure: FailureClass, lastedMs: number): boolean {
  return lastedMs >= failurePolicies[failure].asksAfterMs
}

/** What a run asks the staff about. */
export interface StepTrouble {
  /** The name of the step. */
  readonly step: string
  /** What its error is. */
  readonly code: string
}
