import { randomUUID } from 'node:crypto'
import { Client, type Pool } from 'pg'

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

/** `url` is for the one connection that listens; it is opened at the first wait. */
export function createWake(pool: Pool, url: string): Wake {
  const processId = randomUUID()
  const waiters = new Map<string, Set<() => void>>()
  const wakeLocally = (subjectId: string): void => {
    for (const wakeUp of waiters.get(subjectId) ?? []) wakeUp()
  }
  const listener = createListener(url, wakeLocally)

  return {
    async wait(subjectId, options) {
      const change = Promise.withResolvers<void>()
      const alarm = setTimeout(change.resolve, options.timeoutMs)
      const waiting = waiters.get(subjectId) ?? new Set()
      waiters.set(subjectId, waiting.add(change.resolve))
      options.signal.addEventListener('abort', () => change.resolve(), { once: true })
      try {
        await listener.ready()
        await pool.query(armWaiting, [subjectId, processId, options.timeoutMs])
        // A change committed before this read is seen by it; one committed after finds us armed.
        if (await options.isOver()) return
        await change.promise
      } finally {
        clearTimeout(alarm)
        waiting.delete(change.resolve)
        if (waiting.size === 0) waiters.delete(subjectId)
      }
    },
    async announce(subjectIds) {
      subjectIds.forEach(wakeLocally)
      await pool.query(notifyOthers, [channel, subjectIds, processId]).catch(forgetAnyway)
    },
    close: () => listener.close(),
  }
}

const armWaiting = {
  name: 'wake_arm',
  text: `insert into waiting values ($1, $2, now() + $3::int * interval '1 ms')
    on conflict (subject_id, process_id) do update set until = greatest(waiting.until, excluded.until)`,
}
const notifyOthers = {
  name: 'wake_notify',
  text: `select pg_notify($1, subject_id::text) from waiting
    where subject_id = any($2::uuid[]) and process_id <> $3 and until > now() group by subject_id`,
}

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
    const client = new Client({ connectionString: url, application_name: 'payment-service wake' })
    client.on('notification', (message) => hear(message.payload ?? ''))
    client.on('error', () => {})
    client.on('end', reopen)
    await client.connect()
    await client.query(`listen ${channel}`)
    return client
  }
  const reopen = (): void => {
    connecting = undefined
    if (isClosed) return
    setTimeout(() => void ready().catch(forgetAnyway), reconnectPauseMs).unref()
  }
  const ready = async (): Promise<void> => {
    connecting ??= open()
    try {
      await connecting
    } catch (error) {
      connecting = undefined
      throw error
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
