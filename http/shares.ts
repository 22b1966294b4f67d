import { fail } from '#domain/errors/errors.ts'

/** Room of one process for several callers at once, so that the burst of one leaves room for the others. */
export interface Shares {
  /** Runs `work` in the share of this name, after what waits there already. Refusal: rate_limited where too much waits. */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

export interface ShareLimits {
  /** Of one name, running at the same time. */
  readonly atOnceMax: number
  /** Of one name, waiting for their turn. */
  readonly waitingMax: number
}

interface Share {
  running: number
  readonly waiting: (() => void)[]
}

/** Shares of a process, by name; a name that nobody uses takes no memory. */
export function createShares({ atOnceMax, waitingMax }: ShareLimits): Shares {
  const shares = new Map<string, Share>()
  async function enter(share: Share): Promise<void> {
    if (share.running < atOnceMax) {
      share.running += 1
      return
    }
    if (share.waiting.length >= waitingMax) throw fail('rate_limited', { retry_after_seconds: 1 })
    // Whoever leaves hands on their place: it is taken already.
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
