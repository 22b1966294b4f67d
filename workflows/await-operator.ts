import { condition, patched, setCurrentDetails, setHandler } from '@temporalio/workflow'
import { signals } from '#workflows/contract/messages.ts'
import { isHistoryLong } from './history-length.ts'
import { LookNow } from './own-end.ts'

const secondMs = 1000
/** Growing pauses: a payment is checked about twelve times in its fifteen minutes. The last pause repeats. */
export const lookPausesMs: readonly number[] = [3, 5, 10, 20, 40, 60, 90, 120, 180].map(
  (seconds) => seconds * secondMs,
)

/** After this many callbacks a payment is only checked on schedule: a flood must not fill its history. */
const callbacksHeardMax = 20

/**
 * Counts the operator's callbacks. Duplicate, early or late, they only ever mean "look now"; so does cancelling the
 * run.
 */
export class CallbackSignal {
  #unheard = 0
  #heard = 0
  #isWoken = false
  readonly #lookNow = new LookNow()

  constructor() {
    setHandler(signals.operatorAnswered, () => {
      this.#unheard += 1
    })
  }

  /** The end is recorded: stop waiting. */
  wake(): void {
    this.#isWoken = true
  }

  /**
   * Waits for a callback, until this time at most or until `isEnough`; returns whether one came. `details` tells the
   * Temporal UI what the run waits for.
   */
  async listen(until: number, details: string, isEnough = isHistoryLong): Promise<boolean> {
    setCurrentDetails(details)
    if (until > Date.now()) {
      await condition(() => this.#isHeard() || isEnough(), until - Date.now(), {
        summary: 'Wait for the operator',
      })
    }
    return this.#take()
  }

  /** Waits for a callback while something else has the time; false if that is over first. */
  async hear(isOver: () => boolean): Promise<boolean> {
    await condition(() => this.#isHeard() || isOver())
    return !isOver() && this.#take()
  }

  #isHeard(): boolean {
    const isCalled = this.#unheard > 0 && this.#heard < callbacksHeardMax
    return this.#isWoken || this.#lookNow.isAsked || isCalled
  }

  #take(): boolean {
    const hasHeard = this.#isHeard()
    const isCallback = this.#unheard > 0 || this.#isWoken
    this.#lookNow.take()
    // Runs of the previous version counted every wish to look as a callback.
    if (hasHeard && (isCallback || !patched('look-now-is-no-callback'))) this.#heard += 1
    this.#unheard = 0
    return hasHeard
  }
}

/** The pause before status check number `looks + 1` of a payment that the operator has, or may have. */
export function lookPauseMs(looks: number, pausesMs = lookPausesMs): number {
  return pausesMs[Math.min(looks, pausesMs.length - 1)] ?? 0
}

/**
 * The pause before asking again an operator that was unavailable `refusals + 1` times: 1, 2, 4 … seconds, up to the
 * longest.
 */
export function askPauseMs(refusals: number, longestMs = 180 * secondMs): number {
  return Math.min(secondMs * 2 ** Math.min(refusals, 10), longestMs)
}

const askPausesMs = [1, 2, 4, 15, 45, 90, 180].map((seconds) => seconds * secondMs)
/** Status checks start no further into the list of pauses than this: a payer needs about a minute and a half. */
const looksBeforeMax = 6

/**
 * Pauses before requests and before status checks, for a payment whose operator was unavailable. Both share one
 * budget: status checks continue in the list where the requests stopped, because both in full would fill the history.
 */
export const sparingPauses = {
  askMs: (refusals: number): number => askPausesMs[Math.min(refusals, askPausesMs.length - 1)] ?? 0,
  looksBefore: (refusals: number): number => Math.min(refusals + 1, looksBeforeMax),
}

/** `<YYYY-MM-DDTHH:MM:SSZ>`, the form of every time shown in the Temporal UI. */
export function clock(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
