import { currentTrace, inSpan, inTraceOf } from '#platform/trace.ts'
import { anyOf, inMs, now } from './functions.ts'
import type { SignalName } from '#workflows/contract/messages.ts'
import { handOver } from './runs/hand-over.ts'
import type { OutboxEntry, OutboxOptions, OutboxRow } from './outbox-entry.ts'
import { onPool, type Sql } from './sql.ts'
import {
  type Changes,
  db,
  insertFrom,
  json,
  type Params,
  prepared,
  type Source,
  sql as text,
} from './statements.ts'

export type { OutboxEntry, OutboxOptions } from './outbox-entry.ts'

/** What a process uses to hand outbox entries over to Temporal. */
export interface Outbox {
  /** After a commit: hands these entries over at once, without making the caller wait. The relay retries what fails. */
  kick(entries: readonly Owed[]): void
  /** Hands over what is due, a batch at a time; returns how many entries Temporal accepted. */
  relay(): Promise<number>
  /** Stops handing over, and resolves once nothing is in progress; the rest is left to the relay. */
  drain(): Promise<void>
}

/** A recorded entry: its id, or the whole entry if the writer still has it and nobody needs to read it back. */
export type Owed = string | OutboxRow

/** Records entries in the transaction that makes them due; `kick` their ids after its commit. */
export async function enqueue(sql: Sql, entries: readonly OutboxEntry[]): Promise<string[]> {
  if (entries.length === 0) return []
  const rows = await sql.all(entryRows(entries))
  return rows.map(({ id }) => `${id}`)
}

/** The same as a statement, for use inside another one. */
export function entryRows(entries: readonly OutboxEntry[]) {
  return db
    .insertInto('outbox')
    .values(
      entries.map(({ kind, subjectId, signal, startsRun, searchAttributes: found, summary }) => ({
        kind,
        subjectId,
        signal: signal ?? null,
        startsRun: startsRun ?? false,
        searchAttributes: json(found ?? {}),
        summary: summary ?? '',
        dueAt: inMs(kickMs),
        traceparent: currentTrace(),
      })),
    )
    .returning('id')
}

/** The columns of a run to start. */
export function startColumns({ kind, subjectId, searchAttributes: found, summary }: OutboxEntry) {
  const traceparent = currentTrace()
  return {
    kind,
    subjectId,
    found: JSON.stringify(found ?? {}),
    summary: summary ?? '',
    traceparent,
  }
}

/** The same as `enqueue` for one start or signal, as part of a statement: once for each row of a source. */
export function announcing(
  p: Params<ReturnType<typeof startColumns>>,
  source: Source,
  signal: SignalName | null = null,
) {
  return insertFrom(
    'outbox',
    {
      kind: p.kind,
      subjectId: p.subjectId,
      signal,
      startsRun: false,
      searchAttributes: text<OutboxRow['searchAttributes']>`${p.found}`,
      summary: p.summary,
      dueAt: inMs(kickMs),
      traceparent: p.traceparent,
    },
    source,
  ).returning('id')
}

/** The entry that `announcing` has recorded under this id. */
export function owedEntry(id: bigint, { kind, subjectId, ...entry }: OutboxEntry): OutboxRow {
  const { signal = null, searchAttributes = {}, summary = '', endpointId } = entry
  const told = { signal, searchAttributes, summary, endpointId }
  return { id, kind, subjectId, ...told, startsRun: false, traceparent: currentTrace() }
}

/** How long a kick has before the relay takes over. */
const kickMs = 2000

/**
 * The only way to start a workflow. A second start, and a signal to a closed run, are harmless, so each entry may be
 * handed over twice.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const sql = onPool(options.pool)
  const underWay = new Set<Promise<unknown>>()
  const waitingKicks: Owed[] = []
  let done: bigint[] = []
  let forgetting: NodeJS.Timeout | undefined
  const track = (work: Promise<unknown>): void => {
    const tracked = work
      .catch((error: unknown) => options.onError(error, 1))
      .finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }
  const forget = (): void => {
    clearTimeout(forgetting)
    forgetting = undefined
    const ids = done
    done = []
    if (ids.length > 0) track(sql.run(remove({ ids })))
  }
  const work = async (): Promise<void> => {
    done.push(...(await handOverAll(options, await rowsOf(waitingKicks.splice(0, relayedAtOnce)))))
    forgetting ??= setTimeout(forget, forgetMs).unref()
    if (waitingKicks.length > 0) await work()
  }
  const rowsOf = async (owed: readonly Owed[]): Promise<OutboxRow[]> => {
    const ids = owed.filter((entry) => typeof entry === 'string').map(BigInt)
    const read = ids.length === 0 ? [] : await sql.all(byIds({ ids }))
    return [...owed.filter((entry) => typeof entry !== 'string'), ...read]
  }
  return {
    kick(entries) {
      // A burst must not starve the payments already under way: beyond this bound the relay takes over.
      if (waitingKicks.length + entries.length > waitingKicksMax) return
      waitingKicks.push(...entries)
      if (underWay.size < kicksAtOnceMax && waitingKicks.length > 0) track(work())
    },
    async relay() {
      const ids = await handOverAll(options, await sql.all(claimDue({ limit: relayedAtOnce })))
      if (ids.length > 0) await sql.run(remove({ ids }))
      return ids.length
    },
    drain: async () => {
      // What has not been sent yet is left to the relay: a process that ends while Temporal does not answer must not
      // try all of it first.
      waitingKicks.length = 0
      while (underWay.size > 0 || done.length > 0) {
        await Promise.all(underWay)
        forget()
      }
    },
  }
}

/** Returns the ids that need not be handed over again; failures are reported once for all. */
async function handOverAll(
  options: OutboxOptions,
  rows: readonly OutboxRow[],
): Promise<readonly bigint[]> {
  const each = (some: readonly OutboxRow[]) =>
    Promise.allSettled(some.map((row) => handOverOne(options, row)))
  // A signal finds its run only after the start that was written with it.
  const started = await each(rows.filter(({ signal: name }) => name === null))
  const signalled = await each(rows.filter(({ signal: name }) => name !== null))
  const results = [...started, ...signalled]
  const errors = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (errors.length > 0) options.onError(errors[0], errors.length)
  if (errors.length < results.length) options.onTaken?.()
  return results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

/** Entries handed over are deleted in batches, well before a relay would consider them due. */
const forgetMs = 500
/** How many entries a relay takes at a time. */
export const relayedAtOnce = 50
const kicksAtOnceMax = 16
const waitingKicksMax = 1000

const columns = [
  'id',
  'kind',
  'subjectId',
  'signal',
  'startsRun',
  'searchAttributes',
  'summary',
  'traceparent',
] as const

const entriesLeft = db.selectFrom('outbox').select(columns)

const byIds = prepared((p: Params<{ ids: readonly bigint[] }>) =>
  entriesLeft.where('id', '=', anyOf(p.ids)),
)

const remove = prepared((p: Params<{ ids: readonly bigint[] }>) =>
  db.deleteFrom('outbox').where('id', '=', anyOf(p.ids)),
)

// Rows are selected by their state, never by "after the last one", so a late commit is not skipped.
const claimDue = prepared((p: Params<{ limit: number }>) =>
  db
    .updateTable('outbox')
    .set((eb): Changes<'outbox'> => ({
      tries: eb('tries', '+', 1),
      dueAt: text<Date>`now() + least(interval '1 second' * power(2, least(${eb.ref('tries')}, 5)), interval '30 seconds')`,
    }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
        .limit(p.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(columns),
)

/** Returns the entry's id; rejects if it has to be retried. */
async function handOverOne(options: OutboxOptions, row: OutboxRow): Promise<bigint> {
  const name = `outbox ${row.signal ?? 'start'} ${row.kind}`
  await inTraceOf(row.traceparent, () =>
    inSpan({ name, kind: 'producer' }, () => handOver(options, row)),
  )
  return row.id
}
