/** Maximum wait of a read, whatever it asked for (docs/api.md#waits). */
export const waitSecondsMax = 5
/** Concurrent waits of one key; further ones are answered at once (docs/api.md#waits). */
export const waitsPerKeyMax = 2

/** `none`: no wait was asked for. `skipped`: the key already had too many waits. */
export type WaitOutcome = 'none' | 'waited' | 'skipped'

export type WaitRequest = {
  /** The owner of the slots: the key, not the caller's address. */
  readonly key: string
  /** As requested, 0 to 20; undefined if not requested. */
  readonly seconds: number | undefined
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
}

/** The wait slots of one process. */
export type WaitSlots = {
  /**
   * Runs `until` in a slot of the key. Ends, and frees the slot, when `until` ends, when the time is over or when the
   * client leaves; in the last two cases it aborts `until` by its signal and does not wait for it.
   */
  run(request: WaitRequest, until: (ended: AbortSignal) => Promise<unknown>): Promise<WaitOutcome>
  /** Slots currently taken, over all keys. */
  taken(): number
}

/** Wait slots, counted by key. */
export function createWaitSlots(): WaitSlots {
  const takenByKey = new Map<string, number>()
  function change(key: string, by: 1 | -1): void {
    const count = (takenByKey.get(key) ?? 0) + by
    if (count === 0) takenByKey.delete(key)
    else takenByKey.set(key, count)
  }
  return {
    async run({ key, seconds = 0, signal }, until) {
      if (seconds <= 0 || signal.aborted) return 'none'
      if ((takenByKey.get(key) ?? 0) >= waitsPerKeyMax) return 'skipped'
      change(key, 1)
      try {
        await raceWithEnd(Math.min(seconds, waitSecondsMax) * 1000, signal, until)
        return 'waited'
      } finally {
        change(key, -1)
      }
    },
    taken: () => [...takenByKey.values()].reduce((sum, count) => sum + count, 0),
  }
}

/** The header that reports a skipped wait (docs/api.md#headers). */
export function waitHeaders(outcome: WaitOutcome): Record<string, string> {
  return outcome === 'skipped' ? { 'Service-Wait': 'skipped' } : {}
}

async function raceWithEnd(
  milliseconds: number,
  signal: AbortSignal,
  until: (ended: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const controller = new AbortController()
  const end = () => controller.abort()
  const timer = setTimeout(end, milliseconds)
  signal.addEventListener('abort', end, { once: true })
  const ended = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  try {
    await Promise.race([until(controller.signal), ended])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    // Stops whatever still waits, also if its own error ended the race.
    controller.abort()
  }
}
