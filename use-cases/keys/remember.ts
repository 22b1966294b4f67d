import type { Caller } from './caller.ts'
import type { Database } from '#db/connect.ts'
import { addressCounter, type RequestLimits } from '#db/rate-limit.ts'
import type { RequestTally } from '#db/request-tally.ts'
import { askBooks, type KeyAdmission, keyCounter, keyDigest, type KeyRequest } from './admit.ts'

/** Admits requests with keys, like `admitKey`. */
type KeyDoor = (request: KeyRequest) => Promise<KeyAdmission>

/** How long a key's holder is cached, unless a change of any key is announced. */
const rememberedMs = 1000
const rememberedMax = 10_000
/** The subject under which changes of keys are announced (db/migrations/03-terminals.sql). */
export const keysChanged = 'api_key'

/**
 * The key check of an API process. A server's or web page's key that was just admitted is admitted again without a
 * query, while its limits are far. Changes of keys are announced to all processes; a process that cannot hear them
 * queries each time.
 */
export function createKeyDoor(
  database: Pick<Database, 'pool' | 'keyring' | 'wake'>,
  { perIpPerMinute, perKeyPerMinute }: RequestLimits,
  tally: RequestTally,
): KeyDoor {
  const memory = createMemory(database.wake)
  const ofAddress = (address: string) => ({ key: addressCounter(address), max: perIpPerMinute })
  const ofKey = (holder: Caller, address: string) => ({
    key: keyCounter(holder, address),
    max: perKeyPerMinute,
  })

  function withoutBooks(name: string, { address, kinds }: KeyRequest): KeyAdmission | undefined {
    const holder = memory.holderOf(name)
    if (holder === undefined) return undefined
    const isAsked = kinds.includes(holder.kind)
    const counters = isAsked ? [ofAddress(address), ofKey(holder, address)] : [ofAddress(address)]
    const [first, second] = tally.count(counters) ?? []
    return first && { address: first, holder, key: second ?? null }
  }

  return async (request) => {
    const digest = keyDigest(database, request.token)
    const name = digest.toString('latin1')
    const admitted = withoutBooks(name, request)
    if (admitted !== undefined) return admitted
    const { address, kinds } = request
    // Whatever was counted ahead for a key was counted for its address as well.
    await tally.settle(addressCounter(address))
    const before = memory.changes()
    const asked = { digest, address, kinds, addressMax: perIpPerMinute }
    const { counted, holder, isLasting } = await askBooks(database, asked)
    // A row read before a change was announced may be outdated.
    if (holder !== null && isLasting && memory.changes() === before) memory.keep(name, holder)
    const isCounted = holder !== null && counted.key !== null
    return {
      address: tally.learn(ofAddress(address), counted.address),
      holder,
      key: isCounted ? tally.learn(ofKey(holder, address), counted.key) : null,
    }
  }
}

/** Holders of keys by digest, valid while announcements are heard. */
function createMemory(wake: Database['wake']) {
  const kept = new Map<string, { readonly holder: Caller; readonly until: number }>()
  let changes = 0
  const hearing = wake.hear(keysChanged, () => {
    changes += 1
    kept.clear()
  })
  return {
    changes: () => changes,
    holderOf(name: string): Caller | undefined {
      const known = kept.get(name)
      if (known === undefined || performance.now() >= known.until) return undefined
      return hearing.isUp() ? known.holder : undefined
    },
    keep(name: string, holder: Caller): void {
      if (kept.size >= rememberedMax) kept.clear()
      if (hearing.isUp()) kept.set(name, { holder, until: performance.now() + rememberedMs })
    },
  }
}
