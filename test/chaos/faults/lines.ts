import { setTimeout as pause } from 'node:timers/promises'
import type { Gate } from '#test/faults/gate.ts'
import { expirySeconds, type Parts } from '#test/chaos/parts.ts'
import { manners } from '#test/chaos/shops.ts'
import { type Fault, seconds, spellMs } from './fault.ts'

/** Every connection to PostgreSQL ends, some at its end and some at ours. */
export const cutPostgres: Fault = {
  lane: 'lines',
  async hurt({ world, random }) {
    if (random.chance(0.5)) {
      for (const slot of slotsOf(world.parts)) slot.gates.postgres.cut()
      return 'all connections to PostgreSQL cut'
    }
    await world.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return 'all backends of PostgreSQL ended'
  },
}

export const cutTemporal: Fault = {
  lane: 'lines',
  hurt({ world }) {
    for (const slot of slotsOf(world.parts)) slot.gates.temporal.cut()
    return Promise.resolve('all connections to Temporal cut')
  },
}

/** One process reaches the database, or Temporal, or neither, no more; the others do. */
export const partOne: Fault = {
  lane: 'lines',
  async hurt(site) {
    const slot = site.random.pick(slotsOf(site.world.parts))
    const { postgres, temporal } = slot.gates
    const gates = site.random.pick([[postgres], [temporal], [postgres, temporal]])
    const fate = site.random.chance(0.5) ? 'freeze' : 'shut'
    const forMs = spellMs(site)
    await spent(gates, fate, forMs)
    const how = fate === 'freeze' ? 'hears nothing from' : 'is refused by'
    const whom =
      gates.length === 2 ? 'both servers' : gates[0] === postgres ? 'PostgreSQL' : 'Temporal'
    return `${slot.name} ${how} ${whom} for ${seconds(forMs)}`
  },
}

/** Everything takes its time. */
export const slowLines: Fault = {
  lane: 'lines',
  async hurt(site) {
    const { parts } = site.world
    const gates = [
      ...slotsOf(parts).flatMap(({ gates: { postgres, temporal } }) => [postgres, temporal]),
      ...parts.operators.map(({ gate }) => gate),
      ...parts.shops.map(({ gate }) => gate),
    ]
    const byMs = 20 + site.random.below(200)
    const forMs = spellMs(site)
    await held(
      forMs,
      () => gates.forEach((gate) => gate.slow(byMs)),
      () => gates.forEach((gate) => gate.slow(0)),
    )
    return `all lines slower by ${byMs} ms for ${seconds(forMs)}`
  },
}

/** Nobody answers at its address, and what was under way is cut. */
export const operatorDown = oneAt(
  'operators',
  'shut',
  ({ name }, time) => `${name} away for ${time}`,
)

/** It takes connections and answers nothing: shorter than the time before an expiry in which nothing is sent. */
export const operatorFrozen = oneAt(
  'operators',
  'freeze',
  ({ name }, time) => `${name} frozen for ${time}`,
)

export const receiverDown = oneAt(
  'shops',
  'shut',
  ({ name }, time) => `the receiver "${name}" away for ${time}`,
)

function oneAt(
  far: 'operators' | 'shops',
  fate: Fate,
  told: (whom: { readonly name: string }, time: string) => string,
): Fault {
  return {
    lane: 'lines',
    async hurt(site) {
      const whom = site.random.pick<{ name: string; gate: Gate }>(site.world.parts[far])
      const forMs = spellMs(site)
      await spent([whom.gate], fate, forMs)
      return told(whom, seconds(forMs))
    },
  }
}

export const receiverErrs: Fault = {
  lane: 'lines',
  async hurt(site) {
    const shop = site.random.pick(site.world.parts.shops)
    const manner = site.random.pick(manners.filter((one) => one !== 'plain'))
    const forMs = spellMs(site)
    await held(
      forMs,
      () => shop.behave(manner),
      () => shop.behave('plain'),
    )
    return `the receiver "${shop.name}": ${manner} for ${seconds(forMs)}`
  },
}

const overExpiryMs = 3000

/** Nobody reaches Temporal for longer than a payment lives: every clock has passed every expiry when it is back. */
export const timePasses: Fault = {
  lane: 'lines',
  async hurt({ world }) {
    const gates = slotsOf(world.parts).map((slot) => slot.gates.temporal)
    const forMs = expirySeconds * 1000 + overExpiryMs
    await spent(gates, 'shut', forMs)
    return `Temporal out of reach for ${seconds(forMs)}, past every expiry`
  },
}

function slotsOf({ apis, workers }: Parts) {
  return [...apis, ...workers]
}

/** What becomes of a gate, and what undoes it. */
const undoing = { shut: 'open', freeze: 'thaw' } as const
type Fate = keyof typeof undoing

function spent(gates: readonly Gate[], fate: Fate, forMs: number): Promise<void> {
  return held(
    forMs,
    () => gates.forEach((gate) => gate[fate]()),
    () => gates.forEach((gate) => gate[undoing[fate]]()),
  )
}

/** Something for a while; its end comes whatever happens. */
async function held(forMs: number, begin: () => void, end: () => void): Promise<void> {
  begin()
  try {
    await pause(forMs)
  } finally {
    end()
  }
}
