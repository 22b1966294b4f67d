import { condition, setCurrentDetails, setHandler } from '@temporalio/workflow'
import { signals } from '#workflows/contract/messages.ts'
import { isHistoryLong } from './history-length.ts'
import { LookNow } from './own-end.ts'

const secondMs = 1000
/** Growing, so that a payment is looked at about twelve times in its quarter of an hour; the last one is repeated. */
export const lookPausesMs: readonly number[] = [3, 5, 10, 20, 40, 60, 90, 120, 180].map(
  (seconds) => seconds * secondMs,
)

/** After so many callbacks a payment is looked at on schedule alone: a flood must not fill its run's history. */
const callbacksHeardMax = 20

/** Counts the operator's callbacks; twice, early or late, they only ever mean "look now", as a cancelled run does. */
export class OperatorEar {
  #unheard = 0
  #heard = 0
  #isWoken = false
  readonly #lookNow = new LookNow()

  constructor() {
    setHandler(signals.operatorAnswered, () => {
      this.#unheard += 1
    })
  }

  /** The end is in the books: nothing is waited for any more. */
  wake(): void {
    this.#isWoken = true
  }

  /**
   * Waits for a callback until this time at most, or until `isEnough`, and tells whether one came; `details` say in the
   * run what it waits for.
   */
  async listen(until: number, details: string, isEnough = isHistoryLong): Promise<boolean> {
    setCurrentDetails(details)
    const isHeard = (): boolean =>
      this.#isWoken ||
      this.#lookNow.isAsked ||
      (this.#unheard > 0 && this.#heard < callbacksHeardMax)
    if (until > Date.now()) {
      await condition(() => isHeard() || isEnough(), until - Date.now(), {
        summary: 'Wait for the operator',
      })
    }
    const hasHeard = isHeard()
    this.#lookNow.take()
    if (hasHeard) this.#heard += 1
    this.#unheard = 0
    return hasHeard
  }
}

/** The pause before look number `looks + 1` at a payment that the operator has, or may have. */
export function lookPauseMs(looks: number, pausesMs = lookPausesMs): number {
  return pausesMs[Math.min(looks, pausesMs.length - 1)] ?? 0
}

/** The pause before asking again an operator that was unavailable `refusals + 1` times: 1, 2, 4 … seconds, up to the longest. */
export function askPauseMs(refusals: number, longestMs = 180 * secondMs): number {
  return Math.min(secondMs * 2 ** Math.min(refusals, 10), longestMs)
}

const askPausesMs = [1, 2, 4, 15, 45, 90, 180].map((seconds) => seconds * secondMs)
/** The looks begin at most so far down: a payer takes a minute and a half. */
const looksBeforeMax = 6

/**
 * The pauses before asking again and before looking, of a payment whose operator was unavailable. Asks and looks share
 * what a run may hold: the looks go on where the asks have got to, or both together would fill its history.
 */
export const sparingPauses = {
  askMs: (refusals: number): number => askPausesMs[Math.min(refusals, askPausesMs.length - 1)] ?? 0,
  looksBefore: (refusals: number): number => Math.min(refusals + 1, looksBeforeMax),
}

/** `<YYYY-MM-DDTHH:MM:SSZ>`, as every time that people read here. */
export function clock(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
