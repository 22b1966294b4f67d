import { fail } from '#domain/errors/errors.ts'

/** Limits how many streams one process serves, in total and per address. */
export interface StreamSlots {
  /** Takes a slot and returns the function that frees it. Error: rate_limited, after which the page polls instead. */
  take(address: string): () => void
  taken(): number
}

/** Whole mobile networks share an address, so this is generous; pages also work without streams. */
const perAddressMax = 100
const perProcessMax = 2000
const retryAfterSeconds = 30

export function createStreamSlots(
  limits: { readonly perAddress: number; readonly perProcess: number } = {
    perAddress: perAddressMax,
    perProcess: perProcessMax,
  },
): StreamSlots {
  const byAddress = new Map<string, number>()
  let total = 0
  return {
    take(address) {
      const own = byAddress.get(address) ?? 0
      if (own >= limits.perAddress || total >= limits.perProcess) {
        throw fail('rate_limited', { retry_after_seconds: retryAfterSeconds })
      }
      byAddress.set(address, own + 1)
      total += 1
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        total -= 1
        const left = (byAddress.get(address) ?? 1) - 1
        if (left === 0) byAddress.delete(address)
        else byAddress.set(address, left)
      }
    },
    taken: () => total,
  }
}
