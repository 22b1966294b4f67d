import { setTimeout as pause } from 'node:timers/promises'

/** What is done again and again. */
export interface Turns {
  /** One turn; the pause before the next, in milliseconds, or `done`. */
  readonly turn: () => Promise<number | 'done'>
  /** A turn failed, so many in a row with it; the pause before the next. */
  readonly failed: (error: unknown, inARow: number) => number
}

/** Takes turns until one says that it is done, or the signal aborts; a pause ends with the signal. Never rejects. */
export async function retryUntil(signal: AbortSignal, { turn, failed }: Turns): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let next: number | 'done'
    try {
      next = await turn()
      failures = 0
    } catch (error) {
      failures += 1
      next = failed(error, failures)
    }
    if (next === 'done') return
    await pause(next, undefined, { signal }).catch(() => {})
  }
}
