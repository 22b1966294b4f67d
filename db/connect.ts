import { MikroORM, type EntityManager } from '@mikro-orm/postgresql'
import { Pool } from 'pg'
import type { Keyring } from '#platform/keyring.ts'
import { ormOptions, poolOptions } from './config.ts'
import { createWake, type Wake } from './wake.ts'

/** The books, as a process holds them: statements on its pool, and an entity manager where one row is edited as a whole. */
export interface Database {
  readonly pool: Pool
  readonly keyring: Keyring
  readonly wake: Wake
  /** A fresh entity manager: one for each request or step, never shared. */
  em(): EntityManager
  /** True when the database answers a trivial question. */
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
  readonly keyring: Keyring
  /** Connections at most, the listening one aside. */
  readonly poolSize?: number
}

/** Opens the books. The database need not answer yet: each statement says for itself that it cannot be reached. */
export function connectDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = new Pool(poolOptions(options.url, options.poolSize ?? defaultPoolSize))
  // A connection lost while it idles is no news: the next statement says so.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // Made when it is first asked for: a process that starts does not wait for it.
  let orm: MikroORM | undefined
  const wake = createWake(pool, options.url)
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

const defaultPoolSize = 20
