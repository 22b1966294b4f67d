import { handOver } from './hand-over.ts'
import type { OutboxEntry, OutboxOptions, OutboxRow } from './outbox-entry.ts'
import { onPool, type Sql } from './sql.ts'

export type { OutboxEntry, OutboxOptions } from './outbox-entry.ts'

/** What a process needs to hand the outbox over to Temporal. */
export interface Outbox {
  /** After a commit: hands these entries over at once, without making the caller wait. What fails stays for the relay. */
  kick(ids: readonly string[]): void
  /** Hands over what is due, a batch at a time; returns how many entries Temporal took. */
  relay(): Promise<number>
  /** Hands over nothing new, and resolves when nothing is being handed over any more; the rest stays for the relay. */
  drain(): Promise<void>
}

/** Records entries in the transaction that makes them due; `kick` their ids after its commit. */
export async function enqueue(sql: Sql, entries: readonly OutboxEntry[]): Promise<string[]> {
  if (entries.length === 0) return []
  const rows = await sql.rows<{ id: string }>(
    `insert into outbox (kind, subject_id, signal, starts_run, search_attributes, summary, due_at)
     select kind, "subjectId", signal, coalesce("startsRun", false), coalesce("searchAttributes", '{}'),
       coalesce(summary, ''), now() + interval '2 seconds'
     from jsonb_to_recordset($1::jsonb) as e(kind text, "subjectId" uuid, signal text, "startsRun" boolean,
       "searchAttributes" jsonb, summary text)
     returning id`,
    [JSON.stringify(entries)],
  )
  return rows.map(({ id }) => id)
}

/** The only way to a workflow's start. A second start and a signal to a closed run are harmless, so each entry may be handed over twice. */
export function createOutbox(options: OutboxOptions): Outbox {
  const sql = onPool(options.pool)
  const underWay = new Set<Promise<unknown>>()
  const waitingKicks: string[] = []

  const handOverAll = async (rows: readonly OutboxRow[]): Promise<number> => {
    const each = (some: readonly OutboxRow[]) =>
      Promise.all(some.map((row) => handOverOne(options, row)))
    // A signal finds its run only after the start that was announced with it.
    const started = await each(rows.filter(({ signal: name }) => name === null))
    const signalled = await each(rows.filter(({ signal: name }) => name !== null))
    const taken = [...started, ...signalled].flat()
    if (taken.length > 0) await sql.rows('delete from outbox where id = any($1::bigint[])', [taken])
    return taken.length
  }
  const track = (work: Promise<unknown>): void => {
    const tracked = work.catch(options.onError).finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }
  const work = async (): Promise<void> => {
    const ids = waitingKicks.splice(0, batchSize)
    await handOverAll(await sql.rows<OutboxRow>(readEntries, [ids]))
    if (waitingKicks.length > 0) await work()
  }
  return {
    kick(ids) {
      // A burst must not starve the payments already under way: beyond the bound the relay takes over.
      if (waitingKicks.length + ids.length > waitingKicksMax) return
      waitingKicks.push(...ids)
      if (underWay.size < kicksAtOnceMax && waitingKicks.length > 0) track(work())
    },
    relay: async () => handOverAll(await sql.rows<OutboxRow>(claimDue, [batchSize])),
    drain: async () => {
      // What has not left yet is the relay's: a process that ends while Temporal is silent must not try it all first.
      waitingKicks.length = 0
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

const batchSize = 50
const kicksAtOnceMax = 16
const waitingKicksMax = 1000

const columns = 'id, kind, subject_id, signal, starts_run, search_attributes, summary'
const readEntries = `select ${columns}
  from outbox where id = any($1::bigint[])`

// Rows are taken by what they are, never by "after the last one": a commit that comes late is not passed over.
const claimDue = `update outbox set tries = tries + 1,
    due_at = now() + least(interval '1 second' * power(2, least(tries, 5)), interval '30 seconds')
  where id in (
    select id from outbox where due_at <= now() order by due_at limit $1 for update skip locked)
  returning ${columns}`

/** The entry's id when it is done, nothing when it stays owed. */
async function handOverOne(options: OutboxOptions, row: OutboxRow): Promise<string[]> {
  try {
    await handOver(options, row)
    return [row.id]
  } catch (error) {
    options.onError(error)
    return []
  }
}
