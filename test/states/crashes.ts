import { setTimeout as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

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

/** Between two looks whether the other one has ended, or waits for a lock of the slow one. */
const lookEveryMs = 2
/** Histories side by side might wait for each other: then one goes on. */
const looksMax = 5000

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
  /** The connections of this process, by the number of the server's own process for each. */
  const held = new Set<number>()
  const connect = async () => {
    const client: PoolClient & { readonly processID?: number | null } =
      await database.pool.connect()
    const processId = client.processID ?? 0
    held.add(processId)
    return {
      query: guarded((query) => client.query(query)),
      release: (broken?: Error) => {
        held.delete(processId)
        client.release(broken)
      },
    }
  }
  const alone = async (query: never): Promise<unknown> => {
    const client = await connect()
    try {
      return await client.query(query)
    } finally {
      client.release()
    }
  }
  const pool = new Proxy(database.pool, {
    get(target, name) {
      if (name === 'query') return alone
      return name === 'connect' ? connect : (Reflect.get(target, name) as unknown)
    },
  })
  /** True where one of ours waits for what another of ours holds. */
  const isBlocked = async (): Promise<boolean> => {
    const blocked = await onPool(database.pool).rows(
      'select from unnest($1::int[]) as pid where pg_blocking_pids(pid) && $1::int[]',
      [[...held]],
    )
    return blocked.length > 0
  }
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
      await untilOver(second, isBlocked)
      go.resolve()
      for (const end of await Promise.allSettled([first, second])) {
        if (end.status === 'rejected') throw end.reason
      }
    },
  }
}

/** Until it has ended, or can go no further: by what the database says, for a busy machine is slow at either. */
async function untilOver(work: Promise<unknown>, isBlocked: () => Promise<boolean>): Promise<void> {
  let isOver = false
  const over = Promise.allSettled([work]).then(() => {
    isOver = true
  })
  for (let looks = 0; looks < looksMax; looks += 1) {
    await Promise.race([over, pause(lookEveryMs)])
    if (isOver || (await isBlocked())) return
  }
}

function dying({ side }: Crash) {
  return async (send: () => Promise<unknown>): Promise<never> => {
    if (side === 'after') await send()
    throw new Crashed('a process died')
  }
}
