import type { Pool } from 'pg'
import { decide, type Learn, type Limit, nowMs, type RateDecision } from './rate-limit.ts'
import { onPool } from './sql.ts'
import { type Changes, db, type Params, prepared, sql } from './statements.ts'

/**
 * Requests that this process counts ahead of the database while their limits are far, and reports in batches. So a
 * limit is exact if one process counts, and each further process can exceed it by at most a sixteenth
 * (docs/api.md#limits).
 */
export interface RequestTally {
  /** Counts a request under all of these; undefined, and nothing counted, if the database must count one of them. */
  count(limits: readonly Limit[]): RateDecision[] | undefined
  /** Combines what the database has just counted with the requests it does not know of yet. */
  readonly learn: Learn
  /** Before the database counts a request under this key: reports what it does not know of yet. */
  settle(key: string): Promise<void> | undefined
  /** Reports everything the database does not know of yet. */
  close(): Promise<void>
}

interface Entry {
  /** The last value from the database, and when it was read. */
  points: number
  knownAt: number
  /** Counted only here. */
  ahead: number
  readonly endsAt: number
}

/** How long a value from the database is trusted. */
const believedMs = 1000
/** Trusted only while at most this part of a limit is used, and at most this part is unreported. */
const farPart = 3 / 4
const aheadPart = 1 / 16
const handedOverMs = 200
const entriesMax = 10_000

/** `now` is in milliseconds, and never decreases. */
export function createRequestTally(
  pool: Pool,
  now: () => number = () => performance.now(),
): RequestTally {
  const entries = new Map<string, Entry>()
  const courier = createCourier(() => handOver(pool, entries, now))
  return {
    count(limits) {
      const at = now()
      const found = limits.map(({ key, max }) => ({ max, entry: entries.get(key) }))
      const ready = found.flatMap(({ max, entry }) =>
        entry !== undefined && isFar(entry, max, at) ? [{ max, entry }] : [],
      )
      if (ready.length < limits.length) return undefined
      courier.comeSoon()
      return ready.map(({ max, entry }) => {
        entry.ahead += 1
        return decisionOf(entry, max, at)
      })
    },
    learn({ key, max }, { points, seconds }) {
      const at = now()
      const before = entries.get(key)
      const ahead = before !== undefined && at < before.endsAt ? before.ahead : 0
      // Rounded up to whole seconds there: the minute ends no sooner than this.
      const entry = { points, knownAt: at, ahead, endsAt: at + (seconds - 1) * 1000 }
      if (entries.size >= entriesMax) forgetOver(entries, at)
      if (entries.size < entriesMax) entries.set(key, entry)
      return decide({ points: points + ahead, seconds }, max)
    },
    settle: (key) => ((entries.get(key)?.ahead ?? 0) > 0 ? courier.come() : courier.underWay()),
    close: () => courier.come(),
  }
}

type Entries = Map<string, Entry>

/** Reports soon, or at once; one report after the other. */
function createCourier(work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> | undefined
  const come = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    // Without the database no value is trusted for long: what cannot be reported now is reported next time.
    const mine = (last ?? Promise.resolve()).then(work).catch(() => {})
    last = mine
    await mine
    if (last === mine) last = undefined
  }
  return {
    come,
    comeSoon(): void {
      timer ??= setTimeout(() => void come(), handedOverMs).unref()
    },
    underWay: () => last,
  }
}

async function handOver(pool: Pool, entries: Entries, now: () => number): Promise<void> {
  const sent = new Map(
    [...entries].flatMap(([key, { ahead }]) => (ahead > 0 ? [[key, ahead] as const] : [])),
  )
  if (sent.size === 0) return
  const taken = await onPool(pool).all(add({ keys: [...sent.keys()], more: [...sent.values()] }))
  const points = new Map(taken.map((row) => [row.key, row.points]))
  for (const [key, more] of sent) {
    const entry = entries.get(key)
    if (entry === undefined) continue
    entry.ahead -= more
    entry.points = points.get(key) ?? 0
    // What was not reported was counted in a minute that is over.
    entry.knownAt = points.has(key) ? now() : Number.NEGATIVE_INFINITY
  }
}

function forgetOver(entries: Entries, at: number): void {
  for (const [key, { endsAt }] of entries) if (endsAt <= at) entries.delete(key)
}

function isFar({ points, ahead, knownAt, endsAt }: Entry, max: number, at: number): boolean {
  if (at >= endsAt || at >= knownAt + believedMs) return false
  return ahead + 1 <= max * aheadPart && points + ahead + 1 <= max * farPart
}

function decisionOf({ points, ahead, endsAt }: Entry, max: number, at: number): RateDecision {
  return decide({ points: points + ahead, seconds: Math.ceil((endsAt - at) / 1000) + 1 }, max)
}

// In a fixed order, the one in which a request counts for its address and its key, so there is no deadlock.
const add = prepared((p: Params<{ keys: readonly string[]; more: readonly number[] }>) =>
  db
    .with('held', (books) =>
      books
        .selectFrom('requestLimit as l')
        .innerJoin(
          sql<{ key: string; more: number }>`unnest(${p.keys}::text[], ${p.more}::int[])`.as<'a'>(
            sql`a(key, more)`,
          ),
          'a.key',
          'l.key',
        )
        .select(['l.key', 'a.more'])
        .where('l.expire', '>', nowMs)
        .orderBy('l.key')
        .forUpdate('l'),
    )
    .updateTable('requestLimit as l')
    .from('held')
    .set((eb): Changes<'requestLimit'> => ({ points: eb('l.points', '+', eb.ref('held.more')) }))
    .whereRef('l.key', '=', 'held.key')
    .returning(['l.key', 'l.points']),
)
