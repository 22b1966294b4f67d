import { condition, setCurrentDetails, setHandler, defineSignal } from '@temporalio/workflow'
import { signals } from './contract.ts'

/** Pauses between two looks at the operator, growing; the last one is repeated until the time is up. */
export const pausesMs: readonly number[] = [3, 5, 10, 20, 40, 60, 90, 120, 180].map((s) => s * 1000)

const operatorAnswered = defineSignal(signals.operatorAnswered)

/** Counts the operator's callbacks; twice, early or late, they only ever mean "look now". */
export class OperatorEar {
  #unheard = 0

  constructor() {
    setHandler(operatorAnswered, () => {
      this.#unheard += 1
    })
  }

  /** Waits for a callback until this time at most; `details` say in the run what it waits for. */
  async listen(until: number, details: string): Promise<void> {
    setCurrentDetails(details)
    const isHeard = (): boolean => this.#unheard > 0
    if (until > Date.now()) {
      await condition(isHeard, until - Date.now(), { summary: 'Wait for the operator' })
    }
    this.#unheard = 0
  }
}

/** The pause before look number `looks + 1`. */
export function pauseMs(looks: number): number {
  return pausesMs[Math.min(looks, pausesMs.length - 1)] ?? 0
}

/** `<YYYY-MM-DDTHH:MM:SSZ>`, as every time that people read here. */
export function clock(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
