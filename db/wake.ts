import { randomUUID } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { anyOf, inMs, now } from './functions.ts'
import { onPool, translate } from './sql.ts'
import {
  type Changes,
  column,
  db,
  type Expression,
  type Params,
  prepared,
  sql,
} from './statements.ts'

/**
 * Wakes readers that wait for a change: in this process through a map, in others by NOTIFY, which is sent only while
 * somebody listens (a notification in every commit would be a global lock). Waiting holds no connection.
 */
export interface Wake {
  /** Resolves at the change, when the time is over or when `signal` aborts: the caller then reads the current state. */
  wait(subjectId: string, options: WaitOptions): Promise<void>
  /**
   * Announces that these subjects have changed. Call it after the commit; if a notification is lost, a reader just
   * waits longer.
   */
  announce(subjectIds: readonly string[]): Promise<void>
  /** Calls `heard` at each change of this subject, and when a change may have been missed. */
  hear(subjectId: string, heard: () => void): Hearing
  /** Notifies listeners in this process; the commit notifies those in others. */
  tellHere(subjectId: string): void
  close(): Promise<void>
}

export interface WaitOptions {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Read once the wait is registered: true if the change has already happened. */
  readonly isOver: () => Promise<boolean>
}

/** A listener for changes. */
interface Hearing {
  /** False while changes in other processes cannot be heard; the connection is being restored. */
  isUp(): boolean
}

const channel = 'changed'
const reconnectPauseMs = 500
const connectTimeoutMs = 2000

/** `url` is for the one connection that listens; it is opened at the first wait. */
export function createWake(pool: Pool, url: string): Wake {
  const processId = randomUUID()
  const books = onPool(pool)
  const waiters = new Map<string, Set<() => void>>()
  const hearers = new Map<string, Set<() => void>>()
  const wakeLocally = (subjectId: string): void => {
    for (const wakeUp of waiters.get(subjectId) ?? []) wakeUp()
    for (const heard of hearers.get(subjectId) ?? []) heard()
  }
  const lost = (): void => {
    for (const all of hearers.values()) for (const heard of all) heard()
  }
  const listener = createListener(url, { hear: wakeLocally, lost })
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
        // A change committed before this read is seen by it; one committed after it wakes this wait.
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
    tellHere: wakeLocally,
    hear(subjectId, heard) {
      hearers.set(subjectId, (hearers.get(subjectId) ?? new Set()).add(heard))
      return hearingOf(listener)
    },
    close: () => listener.close(),
  }
}

function hearingOf(listener: Listener): Hearing {
  return {
    isUp() {
      if (listener.isUp()) return true
      void listener.ready().catch(forgetAnyway)
      return false
    },
  }
}

/** Notifies those who wait for this subject when the statement's transaction commits; part of a select. */
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
        conflict.columns(['subjectId', 'processId']).doUpdateSet((eb): Changes<'waiting'> => ({
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

/** If a notification could not be sent, a reader just waits until its time is over and reads again. */
function forgetAnyway(): void {}

interface Listener {
  ready(): Promise<void>
  isUp(): boolean
  close(): Promise<void>
}

/** One connection that listens for notifications and reconnects by itself when it is lost. */
function createListener(
  url: string,
  { hear, lost }: { readonly hear: (subjectId: string) => void; readonly lost: () => void },
): Listener {
  let connecting: Promise<Client> | undefined
  let isUp = false
  let isClosed = false
  const open = async (): Promise<Client> => {
    const client = await listening(url, hear)
    isUp = true
    client.once('end', () => {
      isUp = false
      connecting = undefined
      lost()
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
      // Somebody else may already be retrying.
      if (connecting === mine) connecting = undefined
      throw translate(error)
    }
  }
  return {
    ready,
    isUp: () => isUp,
    async close() {
      isClosed = true
      await (await connecting?.catch(() => undefined))?.end()
    },
  }
}

async function listening(url: string, hear: (subjectId: string) => void): Promise<Client> {
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
  return client
}
