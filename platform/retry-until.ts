import { setTimeout as pause } from 'node:timers/promises'

/** Repeated work. */
export interface Turns {
  /** Does one turn; returns the pause before the next in milliseconds, or `done`. */
  readonly turn: () => Promise<number | 'done'>
  /** Called after a failed turn, with the number of failures in a row; returns the pause before the next. */
  readonly failed: (error: unknown, inARow: number) => number
}

/** Repeats turns in the background until it is stopped; `stop` waits for the one under way. */
export function retryUntilStopped(turns: Turns): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const ended = retryUntil(stopping.signal, turns)
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** Repeats turns until one is done or the signal aborts, which also ends a pause. Never rejects. */
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
