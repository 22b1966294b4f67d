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
    const isSilent = site.random.chance(0.5)
    const forMs = spellMs(site)
    const [begin, end] = isSilent ? (['freeze', 'thaw'] as const) : (['shut', 'open'] as const)
    for (const gate of gates) gate[begin]()
    try {
      await pause(forMs)
    } finally {
      for (const gate of gates) gate[end]()
    }
    const how = isSilent ? 'hears nothing from' : 'is refused by'
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
    await slowed(gates, byMs, forMs)
    return `all lines slower by ${byMs} ms for ${seconds(forMs)}`
  },
}

async function slowed(gates: readonly Gate[], byMs: number, forMs: number): Promise<void> {
  for (const gate of gates) gate.slow(byMs)
  try {
    await pause(forMs)
  } finally {
    for (const gate of gates) gate.slow(0)
  }
}

/** Nobody answers at its address, and what was under way is cut. */
export const operatorDown: Fault = {
  lane: 'lines',
  async hurt(site) {
    const { name, gate } = site.random.pick(site.world.parts.operators)
    const forMs = spellMs(site)
    gate.shut()
    try {
      await pause(forMs)
    } finally {
      gate.open()
    }
    return `${name} away for ${seconds(forMs)}`
  },
}

/** It takes connections and answers nothing: shorter than the time before an expiry in which nothing is sent. */
export const operatorFrozen: Fault = {
  lane: 'lines',
  async hurt(site) {
    const { name, gate } = site.random.pick(site.world.parts.operators)
    const forMs = spellMs(site)
    gate.freeze()
    try {
      await pause(forMs)
    } finally {
      gate.thaw()
    }
    return `${name} frozen for ${seconds(forMs)}`
  },
}

export const receiverDown: Fault = {
  lane: 'lines',
  async hurt(site) {
    const { name, gate } = site.random.pick(site.world.parts.shops)
    const forMs = spellMs(site)
    gate.shut()
    try {
      await pause(forMs)
    } finally {
      gate.open()
    }
    return `the receiver "${name}" away for ${seconds(forMs)}`
  },
}

export const receiverErrs: Fault = {
  lane: 'lines',
  async hurt(site) {
    const shop = site.random.pick(site.world.parts.shops)
    const manner = site.random.pick(manners.filter((one) => one !== 'plain'))
    const forMs = spellMs(site)
    shop.behave(manner)
    try {
      await pause(forMs)
    } finally {
      shop.behave('plain')
    }
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
    for (const gate of gates) gate.shut()
    try {
      await pause(forMs)
    } finally {
      for (const gate of gates) gate.open()
    }
    return `Temporal out of reach for ${seconds(forMs)}, past every expiry`
  },
}

function slotsOf({ apis, workers }: Parts) {
  return [...apis, ...workers]
}
