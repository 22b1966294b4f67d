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
import { notInBooks } from './ports.ts'
import { lookAgain, stepFailure } from './until-done.ts'

const lookers: (() => void)[] = []

/** What to do when somebody cancels this run: it means "look now", and never that its fact is abandoned. */
export function onLookNow(look: () => void): void {
  lookers.push(look)
}

/**
 * A workflow that only its own end closes. Cancelled in the Temporal UI it looks at once at what it waits for, and goes on;
 * told to look again, it tries again what failed; where the books do not know its fact it ends as an orphan.
 */
export function untilItsOwnEnd<Parameters extends readonly unknown[], Result>(
  main: (...parameters: Parameters) => Promise<Result>,
): (...parameters: Parameters) => Promise<Result | Orphan> {
  return async (...parameters) => {
    setHandler(signals.lookAgain, lookAgain)
    CancellationScope.current().cancelRequested.catch(() => {
      lookAgain()
      for (const look of lookers) look()
    })
    try {
      return await CancellationScope.nonCancellable(() => main(...parameters))
    } catch (error) {
      if (stepFailure(error)?.type === notInBooks) return endOrphan()
      throw error
    }
  }
}

/** Somebody wants this run to look, since it was last asked. */
export class LookNow {
  #isAsked = false

  constructor() {
    onLookNow(() => {
      this.#isAsked = true
    })
  }

  /** True once for each time that somebody asked. */
  take(): boolean {
    const wasAsked = this.#isAsked
    this.#isAsked = false
    return wasAsked
  }

  get isAsked(): boolean {
    return this.#isAsked
  }

  /** Waits so long at most, until it is asked, or until the history is long; the summary names the timer in it. */
  async pause(ms: number, summary: string): Promise<void> {
    await condition(() => this.#isAsked || isHistoryLong(), ms, { summary })
    this.#isAsked = false
  }
}

function endOrphan(): Orphan {
  setCurrentDetails('Ended: the books know nothing of it.')
  upsertSearchAttributes([{ key: searchAttributes.transactionStatus, value: 'orphan' }])
  return 'orphan'
}
