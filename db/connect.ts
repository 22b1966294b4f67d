import { MikroORM, type EntityManager } from '@mikro-orm/postgresql'
import { Pool } from 'pg'
import type { DatabasePlace } from '#platform/env-database.ts'
import type { Keyring } from '#platform/keyring.ts'
import { ormOptions, poolOptions } from './config.ts'
import { createWake, type Wake } from './wake.ts'

/** A process's access to the database: statements on its pool, and an entity manager for editing a whole row. */
export interface Database {
  readonly pool: Pool
  readonly keyring: Keyring
  readonly wake: Wake
  /** A fresh entity manager: one per request or activity, never shared. */
  em(): EntityManager
  /** True when the database answers a trivial question. */
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

export interface DatabaseOptions extends DatabasePlace {
  readonly keyring: Keyring
}

/** Connects to the database, which need not answer yet: each statement fails by itself while it is down. */
export function connectDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = new Pool(poolOptions(options))
  // A connection lost while idle needs no report: the next statement fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // Created on first use, so that a starting process does not wait for it.
  let orm: MikroORM | undefined
  const wake = createWake(pool, options.directUrl ?? options.url)
  return Promise.resolve({
    pool,
    keyring: options.keyring,
    wake,
    em() {
      orm ??= new MikroORM(ormOptions(pool))
      return orm.em.fork()
    },
    isReachable: async () => {
      try {
        await pool.query('select 1')
        return true
      } catch {
        return false
      }
    },
    close: async () => {
      await wake.close()
      await orm?.close(true)
      await pool.end()
    },
  })
}
