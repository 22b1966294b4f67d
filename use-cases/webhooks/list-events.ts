import { fail } from '#domain/errors/errors.ts'
import { asId, type EventId, type ServiceEnvId } from '#domain/ids.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import type { Keyring } from '#platform/keyring.ts'
import type { Database } from '#db/connect.ts'
import { openEventData } from '#db/event-data.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared, sql } from '#db/statements.ts'

/** An event as it was sent to endpoints. */
export interface EventRecord {
  readonly id: EventId
  readonly type: EventType
  readonly isTest: boolean
  readonly createdAt: Date
  /** `data` of its webhooks, as JSON text. */
  readonly data: string
}

/** A position in the list: it and everything before it has been read. */
export interface EventPlace {
  /** The id of the transaction that wrote it, which gives the order; a PostgreSQL transaction id as text. */
  readonly recordedIn: string
  readonly id: EventId
  /** The history of the database that it was read in, if it is known; every restore begins another. */
  readonly history?: string
}

export interface EventFilter {
  readonly types?: readonly EventType[]
}

/** A part of the list. */
export interface EventPage {
  /** Oldest first. */
  readonly events: readonly EventRecord[]
  readonly hasMore: boolean
  /** Where to continue, whether or not there is more now. */
  readonly end: EventPlace
  /** Of the database now. */
  readonly history: string
  /** Whatever had begun by then is in the list once `end` has come this far; a transaction id as above. */
  readonly newest: string
}

/** Sorts before every id. */
const noId = asId<EventId>('00000000-0000-0000-0000-000000000000')
const beginning: EventPlace = { recordedIn: '0', id: noId }

/**
 * Reads on from a position, oldest first. A transaction's events appear once no older transaction is running, so
 * nothing is ever inserted before a position that was returned. Undefined if the position belongs to another history
 * than this database's: a restored one gives the numbers of lost transactions away again.
 */
export async function listEvents(
  { pool, keyring }: Database,
  serviceEnvId: ServiceEnvId,
  page: { readonly after?: EventPlace; readonly limit: number; readonly filter?: EventFilter },
): Promise<EventPage | undefined> {
  const { after = beginning, limit, filter = {} } = page
  const books = onPool(pool)
  const { settled, newest, history } = await books.only(horizon({}))
  const isOfAnother = after.history !== undefined && after.history !== history
  if (isOfAnother || BigInt(after.recordedIn) > BigInt(newest)) return undefined
  const rows = await books.all(eventsBetween({ serviceEnvId, after, settled, limit, ...filter }))
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    events: shown.map((row) => toRecord(keyring, row)),
    hasMore: last !== undefined,
    newest,
    history,
    end: last ? { recordedIn: last.recordedIn, id: last.id } : laterOf(after, settled),
  }
}

/** The current end of the list: events after it have yet to happen. */
export async function endOfEvents({ pool }: Pick<Database, 'pool'>): Promise<EventPlace> {
  const { settled } = await onPool(pool).only(horizon({}))
  return { recordedIn: settled, id: noId }
}

/** The position of an event of this service; undefined if there is no such event. */
export async function placeOfEvent(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: EventId,
): Promise<EventPlace | undefined> {
  const found = await onPool(pool).first(byId({ serviceEnvId, id }))
  return found && { recordedIn: found.recordedIn, id }
}

/** One event. Refusal: event_not_found, also for that of another service or mode. */
export async function findEvent(
  { pool, keyring }: Database,
  serviceEnvId: ServiceEnvId,
  id: EventId,
): Promise<EventRecord> {
  const found = await onPool(pool).first(byId({ serviceEnvId, id }))
  if (found === undefined) throw fail('event_not_found')
  return toRecord(keyring, found)
}

function toRecord(
  keyring: Keyring,
  { id, type, isTest, createdAt, dataSealed }: InferResult<typeof events>[number],
): EventRecord {
  const data = openEventData(keyring, id, dataSealed)
  return { id, type, isTest, createdAt, data }
}

function laterOf(after: EventPlace, settled: string): EventPlace {
  return BigInt(settled) > BigInt(after.recordedIn) ? { recordedIn: settled, id: noId } : after
}

// Queried before the list, never within it: the statement that lists must see everything it lets through.
const horizon = prepared(() =>
  db
    .selectFrom('installation')
    .select([
      sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`.as('settled'),
      sql<string>`pg_snapshot_xmax(pg_current_snapshot())::text`.as('newest'),
    ])
    .select((eb) =>
      sql<string>`coalesce(extract(epoch from ${eb.ref('restoredAt')}) * 1000, 0)::bigint::text`.as(
        'history',
      ),
    ),
)

const events = db
  .selectFrom('event')
  .select(['id', 'type', 'isTest', 'createdAt', 'dataSealed', 'recordedIn'])

const byId = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: EventId }>) =>
  events.where('serviceEnvId', '=', p.serviceEnvId).where('id', '=', p.id),
)

function eventsBetween(
  asked: EventFilter & {
    readonly serviceEnvId: ServiceEnvId
    readonly after: EventPlace
    readonly settled: string
    readonly limit: number
  },
) {
  const { after, settled, types } = asked
  const found = events
    .where('serviceEnvId', '=', asked.serviceEnvId)
    .where(
      (eb) =>
        sql<boolean>`(${eb.ref('recordedIn')}, ${eb.ref('id')}) > (${after.recordedIn}::xid8, ${after.id}::uuid)`,
    )
    .where((eb) => sql<boolean>`${eb.ref('recordedIn')} < ${settled}::xid8`)
    .orderBy('recordedIn')
    .orderBy('id')
    .limit(asked.limit + 1)
  return types === undefined ? found : found.where('type', 'in', [...types])
}
