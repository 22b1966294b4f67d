import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#db/connect.ts'

/** A process that dies at its nth statement: before it is sent, or after it was done and before its answer came. */
export interface Crash {
  readonly at: number
  readonly side: 'before' | 'after'
  /** True where another process does the step again, as Temporal would; else somebody else comes by later. */
  readonly isRepeated: boolean
}

class Crashed extends Error {}

/** The same books, as a process holds them that may die: what it had not committed is rolled back. */
export interface MortalDatabase {
  readonly database: Database
  /** Runs a step; true when it crashed on its way. */
  run(step: () => Promise<unknown>, crash: Crash | null): Promise<boolean>
  /** Runs a step up to its nth statement, then another one, then the rest: a worker that was slow is overtaken. */
  overtake(slow: () => Promise<unknown>, at: number, other: () => Promise<unknown>): Promise<void>
}

/** Who waits for a lock of the slow one waits so long, before that goes on. */
const lockWaitMs = 30

type Send = (query: never) => Promise<unknown>

/** Wraps the pool alone: every statement goes to the database as it is. */
export function mortal(database: Database): MortalDatabase {
  let armed:
    | { left: number; readonly strike: (send: () => Promise<unknown>) => Promise<unknown> }
    | undefined
  const guarded = (send: Send) => async (query: never) => {
    if (query === 'rollback' || armed === undefined || armed.left > 0) {
      if (armed !== undefined) armed.left -= 1
      return send(query)
    }
    const { strike } = armed
    armed = undefined
    return strike(() => send(query))
  }
  const pool = new Proxy(database.pool, {
    get(target, name) {
      if (name === 'query') return guarded((query) => target.query(query))
      if (name !== 'connect') return Reflect.get(target, name) as unknown
      return async () => {
        const client = await target.connect()
        return {
          query: guarded((query) => client.query(query)),
          release: (broken?: Error) => client.release(broken),
        }
      }
    },
  })
  return {
    database: { ...database, pool },
    async run(step, crash) {
      armed = crash === null ? undefined : { left: crash.at, strike: dying(crash) }
      try {
        await step()
        return false
      } catch (error) {
        if (!(error instanceof Crashed)) throw error
        if (crash?.isRepeated === true) await step()
        return true
      } finally {
        armed = undefined
      }
    },
    async overtake(slow, at, other) {
      const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const strike = async (send: () => Promise<unknown>): Promise<unknown> => {
        reached.resolve()
        await go.promise
        return send()
      }
      armed = { left: at, strike }
      const first = slow()
      await Promise.race([reached.promise, Promise.allSettled([first])])
      armed = undefined
      const second = other()
      await Promise.race([Promise.allSettled([second]), pause(lockWaitMs)])
      go.resolve()
      for (const end of await Promise.allSettled([first, second])) {
        if (end.status === 'rejected') throw end.reason
      }
    },
  }
}

function dying({ side }: Crash) {
  return async (send: () => Promise<unknown>): Promise<never> => {
    if (side === 'after') await send()
    throw new Crashed('a process died')
  }
}
