import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { World } from '#test/chaos/world.ts'
import { untilOver } from '#test/chaos/quiet.ts'
import { type Fault, seconds, spellMs } from './fault.ts'

const backup = 'backup'
/** Copied through the log, a sequence may go back by what was written ahead of it when the server dies soon after. */
const whole = 'strategy file_copy'
const quietMs = 90_000

/**
 * A backup is taken at a quiet moment; then, in the middle of the work, every process dies and the backup takes the place
 * of the database: what came after it never was, as far as the books know. That is recorded, as by `npm run migrate --
 * --restored`.
 */
export const restoreBackup: Fault = {
  lane: 'processes',
  isAlone: true,
  isLong: true,
  async hurt(site) {
    const { world, load } = site
    await load.rest()
    try {
      if (!(await untilOver(world, quietMs))) return undefined
      const from = Date.now()
      await takeBackup(world)
      load.resume()
      const forMs = 2 * spellMs(site)
      await pause(forMs)
      const { apis, workers } = world.parts
      await Promise.all([...apis, ...workers].map((slot) => slot.kill()))
      await restore(world)
      world.journal.lost.push({ from, to: Date.now() })
      await Promise.all([...apis, ...workers].map((slot) => slot.start()))
      return `the database restored: ${seconds(forMs)} of work lost`
    } finally {
      load.resume()
    }
  },
}

/** A database is copied while nobody is in it. */
async function takeBackup(world: World): Promise<void> {
  const { name, onServer } = serverOf(world)
  const { apis, workers } = world.parts
  const gates = [...apis, ...workers].map((slot) => slot.gates.postgres)
  for (const gate of gates) gate.shut()
  await onServer(
    `drop database if exists ${backup}`,
    `alter database ${name} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    `create database ${backup} template ${name} ${whole}`,
    `alter database ${name} with allow_connections true`,
  )
  for (const gate of gates) gate.open()
}

async function restore(world: World): Promise<void> {
  const { name, onServer } = serverOf(world)
  await onServer(
    `drop database ${name} with (force)`,
    `create database ${name} template ${backup} ${whole}`,
  )
  const books = new Client({ connectionString: world.parts.postgres.url })
  await books.connect()
  try {
    await books.query('update installation set restored_at = now()')
  } finally {
    await books.end()
  }
}

function serverOf({ parts }: World) {
  const url = new URL(parts.postgres.url)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  return {
    name,
    onServer: async (...statements: readonly string[]): Promise<void> => {
      const client = new Client({ connectionString: url.href })
      await client.connect()
      try {
        for (const statement of statements) await client.query(statement)
      } finally {
        await client.end()
      }
    },
  }
}
