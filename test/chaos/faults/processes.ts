import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import type { Parts } from '#test/chaos/parts.ts'
import type { Slot } from '#test/chaos/slot.ts'
import { type Fault, seconds, type Site, spellMs } from './fault.ts'

type Part = 'api' | 'worker' | 'Temporal' | 'PostgreSQL'

/** What can be done to a part, whatever it is. */
interface Victim {
  readonly name: string
  kill(): Promise<void>
  /** Asks it to end. */
  stop(): Promise<void>
  start(): Promise<void>
  freeze(): void
  thaw(): void
}

/** As a crash would, then started again after a while. */
export const killing = (part: Part): Fault => ({
  lane: 'processes',
  async hurt(site) {
    const victim = victimOf(site, part)
    const awayMs = site.random.chance(0.5) ? 0 : spellMs(site)
    await victim.kill()
    await pause(awayMs)
    await victim.start()
    return `${victim.name} killed, away ${seconds(awayMs)}`
  },
})

export const stopping = (part: Part): Fault => ({
  lane: 'processes',
  async hurt(site) {
    const victim = victimOf(site, part)
    await victim.stop()
    await victim.start()
    return `${victim.name} stopped and started`
  },
})

/** It goes on afterwards, and knows nothing of the time between. */
export const freezing = (part: Part): Fault => ({
  lane: 'processes',
  async hurt(site) {
    const victim = victimOf(site, part)
    const forMs = spellMs(site) + spellMs(site)
    victim.freeze()
    try {
      await pause(forMs)
    } finally {
      victim.thaw()
    }
    return `${victim.name} frozen for ${seconds(forMs)}`
  },
})

const everything = ['PostgreSQL', 'Temporal', 'api', 'worker'] as const

const endingEverything = (how: 'killed' | 'stopped'): Fault => ({
  lane: 'processes',
  async hurt({ world: { parts } }) {
    const victims = everything.flatMap((part) => victimsOf(parts, part))
    await Promise.all(victims.map((victim) => (how === 'killed' ? victim.kill() : victim.stop())))
    await startInOrder(parts)
    return `all processes ${how} at once`
  },
})

export const killEverything = endingEverything('killed')
export const stopEverything = endingEverything('stopped')

async function startInOrder(parts: Parts): Promise<void> {
  await Promise.all([parts.postgres.restart(), parts.temporal.restart()])
  await Promise.all([...parts.apis, ...parts.workers].map((slot) => slot.start()))
}

/** As a supervisor rolls machines: the same build comes back. */
export const replaceAll: Fault = {
  lane: 'processes',
  async hurt({ world: { parts } }) {
    for (const slot of [...parts.workers, ...parts.apis]) await restart(slot)
    return 'every process replaced in turn'
  },
}

/** The next build takes the place of the last, worker by worker, while both are at work. */
export const deploy: Fault = {
  lane: 'processes',
  isLong: true,
  async hurt(site) {
    const { apis, workers, builds } = site.world.parts
    const [first, ...others] = workers
    const old = builds.begin()
    if (first !== undefined) await restart(first, builds.variables())
    await builds.makeCurrent()
    // What only the old one goes on with ends there (docs/changing-a-workflow.md#deploying); the rest is moved.
    await builds.drained(old, site.world.temporal)
    for (const slot of [...others, ...apis]) await restart(slot, builds.variables())
    builds.retire(old)
    return `${old} replaced by the next build`
  },
}

async function restart(slot: Slot, changes?: Readonly<Record<string, string>>): Promise<void> {
  await slot.stop()
  await slot.start(changes)
}

const clockFile = fileURLToPath(new URL('../shifted-clock-main.ts', import.meta.url))
const shiftsMs = [-600_000, 600_000, 3_600_000]

/** One process lives in another time for a while, as a machine whose clock is wrong. */
export const shiftClock: Fault = {
  lane: 'processes',
  async hurt(site) {
    const { parts } = site.world
    const slot = site.random.pick([...parts.apis, ...parts.workers])
    const shiftMs = site.random.pick(shiftsMs)
    await slot.stop()
    await slot.start({
      NODE_OPTIONS: `--import=${clockFile}`,
      CLOCK_SHIFT_MS: String(shiftMs),
    })
    await pause(2 * spellMs(site))
    await slot.stop()
    await slot.start({ NODE_OPTIONS: '', CLOCK_SHIFT_MS: '0' })
    return `the clock of ${slot.name} moved by ${shiftMs / 60_000} minutes`
  },
}

/** Temporal starts again, and knows of no run. */
export const loseTemporal: Fault = {
  lane: 'processes',
  async hurt({ world: { parts } }) {
    await parts.temporal.lose()
    // It has forgotten which version is current, too (docs/runbook.md).
    await parts.builds.makeCurrent()
    return 'the store of Temporal deleted'
  },
}

function victimOf({ world, random }: Site, part: Part): Victim {
  return random.pick(victimsOf(world.parts, part))
}

function victimsOf(parts: Parts, part: Part): Victim[] {
  if (part === 'api') return parts.apis.map(ofSlot)
  if (part === 'worker') return parts.workers.map(ofSlot)
  return [part === 'Temporal' ? temporalOf(parts) : postgresOf(parts)]
}

function ofSlot(slot: Slot): Victim {
  return {
    name: slot.name,
    kill: () => slot.kill(),
    stop: () => slot.stop(),
    start: () => slot.start(),
    freeze: () => slot.signal('SIGSTOP'),
    thaw: () => slot.signal('SIGCONT'),
  }
}

function temporalOf({ temporal }: Parts): Victim {
  return {
    name: 'Temporal',
    kill: () => temporal.kill(),
    stop: () => temporal.stop(),
    start: () => temporal.restart(),
    freeze: () => temporal.signal('SIGSTOP'),
    thaw: () => temporal.signal('SIGCONT'),
  }
}

/** Its processes are many: what freezes is the lines to it. */
function postgresOf({ postgres, apis, workers }: Parts): Victim {
  const gates = [...apis, ...workers].map((slot) => slot.gates.postgres)
  return {
    name: 'PostgreSQL',
    kill: () => postgres.kill(),
    stop: () => postgres.stop(),
    start: () => postgres.restart(),
    freeze: () => gates.forEach((gate) => gate.freeze()),
    thaw: () => gates.forEach((gate) => gate.thaw()),
  }
}
