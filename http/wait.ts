/** A read waits this long at most, whatever it asked for (docs/api.md#waits). */
export const waitSecondsMax = 5
/** Waits of one key at the same time; the next one is answered at once (docs/api.md#waits). */
const waitsPerKeyMax = 2

/** `none`: no wait was asked for. `skipped`: too many waits of this key. */
export type WaitOutcome = 'none' | 'waited' | 'skipped'

export type WaitRequest = {
  /** Whose slots are taken: the key, not the caller's address. */
  readonly key: string
  /** As asked, 0 to 20; undefined when not asked. */
  readonly seconds: number | undefined
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
}

/** The waits of one process. */
export type WaitSlots = {
  /**
   * Runs `until` in a slot of the key. It ends, and the slot is free, when `until` does, when the time is over or when the
   * client leaves; in the last two cases `until` is told by its signal, and is not waited for.
   */
  run(request: WaitRequest, until: (ended: AbortSignal) => Promise<unknown>): Promise<WaitOutcome>
  /** Slots taken at this moment, of all keys. */
  taken(): number
}

/** Slots for waits, kept by key. */
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

/** The header that tells of a wait not made (docs/api.md#headers). */
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
    // What still waits is told to stop, also when it was its own error that ended the race.
    controller.abort()
  }
}
