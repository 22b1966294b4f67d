import { randomUUID } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { anyOf, inMs, now } from './functions.ts'
import { onPool, translate } from './sql.ts'
import { column, db, type Expression, type Params, prepared, sql } from './statements.ts'

/**
 * Wakes whoever waits for a change: in this process through a map, in others by NOTIFY, which is sent only when
 * somebody listens there (a notification in every commit would be a global lock). Waiting holds no connection.
 */
export interface Wake {
  /** Resolves at the change, when the time is over or when `signal` aborts: the caller then reads how things stand. */
  wait(subjectId: string, options: WaitOptions): Promise<void>
  /** Tells that these subjects have changed. Call it after the commit; a lost notification only costs patience. */
  announce(subjectIds: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface WaitOptions {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Read once the wait is armed: true when the change has come already. */
  readonly isOver: () => Promise<boolean>
}

const channel = 'changed'
const reconnectPauseMs = 500
const connectTimeoutMs = 2000

/** `url` is for the one connection that listens; it is opened at the first wait. */
export function createWake(pool: Pool, url: string): Wake {
  const processId = randomUUID()
  const books = onPool(pool)
  const waiters = new Map<string, Set<() => void>>()
  const wakeLocally = (subjectId: string): void => {
    for (const wakeUp of waiters.get(subjectId) ?? []) wakeUp()
  }
  const listener = createListener(url, wakeLocally)
  const arm = async (subjectId: string, timeoutMs: number): Promise<void> => {
    await listener.ready()
    await books.run(armWaiting({ subjectId, processId, timeoutMs }))
  }

  return {
    async wait(subjectId, options) {
      if (options.signal.aborted) return
      const change = Promise.withResolvers<void>()
      const alarm = setTimeout(change.resolve, options.timeoutMs)
      const waiting = waiters.get(subjectId) ?? new Set()
      waiters.set(subjectId, waiting.add(change.resolve))
      const leave = (): void => change.resolve()
      options.signal.addEventListener('abort', leave, { once: true })
      try {
        await arm(subjectId, options.timeoutMs)
        // A change committed before this read is seen by it; one committed after finds us armed.
        if (await options.isOver()) return
        await change.promise
      } finally {
        clearTimeout(alarm)
        options.signal.removeEventListener('abort', leave)
        waiting.delete(change.resolve)
        if (waiting.size === 0) waiters.delete(subjectId)
      }
    },
    async announce(subjectIds) {
      subjectIds.forEach(wakeLocally)
      await books.all(notifyOthers({ subjectIds, processId })).catch(forgetAnyway)
    },
    close: () => listener.close(),
  }
}

/** Tells whoever waits for this subject when the transaction of the statement commits; part of what is selected. */
export function tellWaiting(subjectId: Expression<string>) {
  const subject = column('waiting.subjectId', 'w')
  return db
    .selectFrom('waiting as w')
    .select(sql<bigint>`count(pg_notify(${sql.lit(channel)}, ${subject}::text))`.as('told'))
    .where('w.subjectId', '=', subjectId)
    .where('w.until', '>', now)
}

const armWaiting = prepared(
  (p: Params<{ subjectId: string; processId: string; timeoutMs: number }>) =>
    db
      .insertInto('waiting')
      .values({
        subjectId: p.subjectId,
        processId: p.processId,
        until: inMs(p.timeoutMs),
      })
      .onConflict((conflict) =>
        conflict.columns(['subjectId', 'processId']).doUpdateSet((eb) => ({
          until: eb.fn<Date>('greatest', ['waiting.until', 'excluded.until']),
        })),
      ),
)

const notifyOthers = prepared((p: Params<{ subjectIds: readonly string[]; processId: string }>) =>
  db
    .selectFrom('waiting')
    .select((eb) => sql`pg_notify(${channel}, ${eb.ref('subjectId')}::text)`.as('told'))
    .where('subjectId', '=', anyOf(p.subjectIds))
    .where('processId', '!=', p.processId)
    .where('until', '>', now)
    .groupBy('subjectId'),
)

/** A notification that could not be sent costs patience only: a waiter reads again at the end of its time. */
function forgetAnyway(): void {}

interface Listener {
  ready(): Promise<void>
  close(): Promise<void>
}

/** One connection that hears notifications and comes back by itself when it is lost. */
function createListener(url: string, hear: (subjectId: string) => void): Listener {
  let connecting: Promise<Client> | undefined
  let isClosed = false
  const open = async (): Promise<Client> => {
    const client = new Client({
      connectionString: url,
      application_name: 'payment-service wake',
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    })
    client.on('notification', (message) => hear(message.payload ?? ''))
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      await client.end().catch(forgetAnyway)
      throw error
    }
    client.once('end', () => {
      connecting = undefined
      comeBack()
    })
    return client
  }
  const comeBack = (): void => {
    if (isClosed) return
    setTimeout(() => void ready().catch(comeBack), reconnectPauseMs).unref()
  }
  const ready = async (): Promise<void> => {
    if (isClosed) return
    const mine = (connecting ??= open())
    try {
      await mine
    } catch (error) {
      // Somebody else may be trying anew already.
      if (connecting === mine) connecting = undefined
      throw translate(error)
    }
  }
  return {
    ready,
    async close() {
      isClosed = true
      await (await connecting?.catch(() => undefined))?.end()
    },
  }
}
