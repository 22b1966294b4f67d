import { setTimeout as pause } from 'node:timers/promises'
import { checkInvariants } from '#test/support/invariants.ts'
import { endsNow } from './checks/ends.ts'
import type { World } from './world.ts'

/** Looks at the books again and again while they are hurt. */
export interface Watcher {
  /** Every end that was ever seen, by id. */
  readonly ends: ReadonlyMap<string, string>
  /** How often it looked. */
  looks(): number
  stop(): Promise<void>
}

const betweenMs = 3000

/** What breaks at any moment is noted, and so is each end that changes; what a restored backup takes back is forgotten. */
export function startWatcher(world: World): Watcher {
  const { journal } = world
  const ends = new Map<string, string>()
  let looks = 0
  let isOver = false
  let forgotten = 0
  const look = async (): Promise<void> => {
    const before = journal.lost.length
    const [broken, now] = [await checkInvariants(world.database), await endsNow(world)]
    // Neither side of a restored backup can be held against the other.
    if (journal.lost.length !== before) return
    if (journal.lost.length !== forgotten) ends.clear()
    forgotten = journal.lost.length
    broken.forEach((violation) => journal.complain(violation))
    for (const [id, end] of now) {
      if (ends.has(id) && ends.get(id) !== end) {
        journal.complain({ rule: 'I4 what has ended stays as it ended', subject: id })
      }
      ends.set(id, end)
    }
    looks += 1
  }
  const ended = (async () => {
    while (!isOver) {
      // Where the books are out of reach there is nothing to see.
      await look().catch(() => {})
      await pause(betweenMs)
    }
  })()
  return {
    ends,
    looks: () => looks,
    async stop() {
      isOver = true
      await ended
    },
  }
}
