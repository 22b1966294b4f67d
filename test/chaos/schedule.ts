import { setTimeout as pause } from 'node:timers/promises'
import { type FaultKind, faultOf } from './faults/catalogue.ts'
import type { Fault, Site } from './faults/fault.ts'
import { type Random, seeded } from '#test/support/random.ts'

/** A fault to come: after which pause, and the seed of its own choices. */
interface Planned {
  readonly kind: FaultKind
  readonly afterMs: number
  readonly seed: number
}

const lanes = ['processes', 'lines'] as const
const pauseMsMax = 4000

/** What one lane does, without end: every kind once, in an order of chance, then every kind again. */
function* plan(random: Random, kinds: readonly FaultKind[]): Generator<Planned> {
  while (kinds.length > 0) {
    for (const kind of random.shuffled(kinds)) {
      yield { kind, afterMs: 500 + random.below(pauseMsMax), seed: random.below(2 ** 31) }
    }
  }
}

/** Does faults of both lanes until the time is up; each takes back what it did before the next of its lane. */
export async function runSchedule(
  site: Omit<Site, 'random'>,
  options: {
    readonly seed: number
    readonly kinds: readonly FaultKind[]
    readonly until: number
    readonly said: (kind: FaultKind, what: string) => void
  },
): Promise<void> {
  const room = openRoom()
  const random = seeded(options.seed)
  await Promise.all(
    lanes.map(async (lane) => {
      const kinds = options.kinds.filter((kind) => faultOf(kind).lane === lane)
      for (const planned of plan(random.fork(), kinds)) {
        await pause(planned.afterMs)
        if (Date.now() >= options.until) return
        const fault = faultOf(planned.kind)
        await room.within(fault, () => doFault(site, planned, options.said))
      }
    }),
  )
}

async function doFault(
  site: Omit<Site, 'random'>,
  { kind, seed }: Planned,
  said: (kind: FaultKind, what: string) => void,
): Promise<void> {
  const entry = { kind, what: '', from: Date.now(), to: undefined as number | undefined }
  site.world.journal.faults.push(entry)
  const what = await faultOf(kind).hurt({ ...site, random: seeded(seed) })
  if (what === undefined) {
    site.world.journal.faults.splice(site.world.journal.faults.indexOf(entry), 1)
    return said(kind, 'left out, there was nothing to hurt')
  }
  entry.what = what
  entry.to = Date.now()
  said(kind, what)
}

/** Lets faults in together, but for those that must be alone. */
function openRoom() {
  let inside = 0
  let waits = 0
  const pollMs = 50
  return {
    async within({ isAlone }: Fault, work: () => Promise<void>): Promise<void> {
      if (isAlone) {
        waits += 1
        while (inside > 0) await pause(pollMs)
        inside += 1
        try {
          await work()
        } finally {
          inside -= 1
          waits -= 1
        }
        return
      }
      while (waits > 0) await pause(pollMs)
      inside += 1
      try {
        await work()
      } finally {
        inside -= 1
      }
    },
  }
}
