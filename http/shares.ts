import { fail } from '#domain/errors/errors.ts'

/** Divides a process's capacity between callers, so that one caller's burst leaves room for the others. */
export interface Shares {
  /**
   * Runs `work` in the share of this name, after what already waits there. Refusal: rate_limited if too much waits.
   */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

export interface ShareLimits {
  /** Maximum running at once, per name. */
  readonly atOnceMax: number
  /** Maximum waiting, per name. */
  readonly waitingMax: number
}

interface Share {
  running: number
  readonly waiting: (() => void)[]
}

/** The shares of a process, by name; unused names take no memory. */
export function createShares({ atOnceMax, waitingMax }: ShareLimits): Shares {
  const shares = new Map<string, Share>()
  async function enter(share: Share): Promise<void> {
    if (share.running < atOnceMax) {
      share.running += 1
      return
    }
    if (share.waiting.length >= waitingMax) throw fail('rate_limited', { retry_after_seconds: 1 })
    // Whoever leaves hands over their place, so it is already taken.
    await new Promise<void>((resolve) => void share.waiting.push(resolve))
  }
  function leave(name: string, share: Share): void {
    const next = share.waiting.shift()
    if (next !== undefined) return next()
    share.running -= 1
    if (share.running === 0) shares.delete(name)
  }
  return {
    async run(name, work) {
      const share = shares.get(name) ?? { running: 0, waiting: [] }
      shares.set(name, share)
      await enter(share)
      try {
        return await work()
      } finally {
        leave(name, share)
      }
    },
  }
}
