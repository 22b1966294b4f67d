import {
  CancellationScope,
  condition,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import type { Orphan } from './contract.ts'
import { searchAttributes } from '#workflows/contract/search-attributes.ts'
import { signals } from '#workflows/contract/messages.ts'
import { isHistoryLong } from './history-length.ts'
import { notInBooks } from './contract/results.ts'
import { lookAgain, stepFailure } from './until-done.ts'

const lookers: (() => void)[] = []

/**
 * Registers what to do when somebody cancels this run or sends it `lookNow`: both mean "look now", never that its
 * subject is abandoned.
 */
export function onLookNow(look: () => void): void {
  lookers.push(look)
}

/**
 * Wraps a workflow that closes only when its subject has ended. When cancelled in the Temporal UI, and on each
 * `lookNow`, it checks at once what it is waiting for, and continues; on `lookAgain` it retries what failed; if its
 * subject is not in the database it ends as an orphan.
 */
export function untilItsOwnEnd<Parameters extends readonly unknown[], Result>(
  main: (...parameters: Parameters) => Promise<Result>,
): (...parameters: Parameters) => Promise<Result | Orphan> {
  return async (...parameters) => {
    setHandler(signals.lookAgain, lookAgain)
    setHandler(signals.lookNow, lookNow)
    // Only once in a run's life: Temporal does not deliver a second cancellation.
    CancellationScope.current().cancelRequested.catch(lookNow)
    try {
      return await CancellationScope.nonCancellable(() => main(...parameters))
    } catch (error) {
      if (stepFailure(error)?.type === notInBooks) return endOrphan()
      throw error
    }
  }
}

function lookNow(): void {
  lookAgain()
  for (const look of lookers) look()
}

/** Collects requests to look. */
export class LookNow {
  #isAsked = false

  constructor() {
    onLookNow(() => {
      this.ask()
    })
  }

  /** Something has happened; the database says what. */
  ask(): void {
    this.#isAsked = true
  }

  /** True once per request. */
  take(): boolean {
    const wasAsked = this.#isAsked
    this.#isAsked = false
    return wasAsked
  }

  get isAsked(): boolean {
    return this.#isAsked
  }

  /**
   * Waits for this long at most, until asked to look, or until the history is long; true if it was asked. The summary
   * names the timer in the history.
   */
  async pause(ms: number, summary: string): Promise<boolean> {
    await condition(() => this.#isAsked || isHistoryLong(), ms, { summary })
    return this.take()
  }
}

function endOrphan(): Orphan {
  setCurrentDetails('Ended: its fact is not in the database.')
  upsertSearchAttributes([{ key: searchAttributes.transactionStatus, value: 'orphan' }])
  return 'orphan'
}
