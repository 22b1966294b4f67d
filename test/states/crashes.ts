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
}

type Send = (query: never) => Promise<unknown>

/** Wraps the pool alone: every statement goes to the database as it is. */
export function mortal(database: Database): MortalDatabase {
  let armed: { left: number; readonly side: Crash['side'] } | undefined
  const guarded = (send: Send) => async (query: never) => {
    if (query === 'rollback' || armed === undefined || armed.left > 0) {
      if (armed !== undefined) armed.left -= 1
      return send(query)
    }
    const { side } = armed
    armed = undefined
    if (side === 'after') await send(query)
    throw new Crashed('a process died')
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
      armed = crash === null ? undefined : { left: crash.at, side: crash.side }
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
  }
}
