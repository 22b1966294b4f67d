import { MikroORM, type EntityManager } from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import type { Keyring } from '#platform/keyring.ts'
import { ormOptions } from './config.ts'
import { DatabaseUnavailable, translate } from './sql.ts'
import { createWake, type Wake } from './wake.ts'

/** The books, as a process holds them: reads through the entity manager, hot writes as statements on its pool. */
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
export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  const orm = new MikroORM(ormOptions(options.url, options.poolSize ?? defaultPoolSize))
  // The entity manager opens this pool lazily; MikroORM is the only one that makes it.
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool
  const wake = createWake(pool, options.url)
  let isClosed = false
  return {
    pool,
    keyring: options.keyring,
    wake,
    em: () => {
      // The ORM would open a pool anew, which nobody closes.
      if (isClosed) throw new DatabaseUnavailable('the books are closed')
      return translating(orm.em.fork())
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
      isClosed = true
      await wake.close()
      await orm.close(true)
      // The ORM ends the pool only when it has asked something itself.
      if (!pool.ending) await pool.end()
    },
  }
}

const defaultPoolSize = 20

/** The ORM has its own words for a database that is away; its reads fail in ours, as statements do. */
function translating(em: EntityManager): EntityManager {
  return new Proxy(em, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property)
      if (typeof value !== 'function') return value
      return (...parameters: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, parameters)
        return result instanceof Promise ? result.catch(rethrow) : result
      }
    },
  })
}

function rethrow(error: unknown): never {
  throw translate(error)
}
