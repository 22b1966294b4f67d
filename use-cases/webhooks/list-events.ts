import { fail } from '#domain/errors/errors.ts'
import { asId, type EventId, type ServiceEnvId } from '#domain/ids.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import type { Keyring } from '#platform/keyring.ts'
import type { Database } from '#db/connect.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared, sql } from '#db/statements.ts'

/** Something that happened, as it was told to webhooks. */
export interface EventRecord {
  readonly id: EventId
  readonly type: EventType
  readonly isTest: boolean
  readonly createdAt: Date
  /** `data` of its webhooks, as JSON text. */
  readonly data: string
}

/** A place in the list: what stands there and before has been read. */
export interface EventPlace {
  /** The transaction that wrote it, which gives the order; an id of PostgreSQL as text. */
  readonly recordedIn: string
  readonly id: EventId
}

export interface EventFilter {
  readonly types?: readonly EventType[]
}

/** A part of the list. */
export interface EventPage {
  /** Oldest first. */
  readonly events: readonly EventRecord[]
  readonly hasMore: boolean
  /** Where to go on, whether there is more now or not. */
  readonly end: EventPlace
  /** What had begun by then is in the list once its end has come here; a transaction as above. */
  readonly newest: string
}

/** Before everything that any transaction writes. */
const noId = asId<EventId>('00000000-0000-0000-0000-000000000000')
const beginning: EventPlace = { recordedIn: '0', id: noId }

/**
 * Reads on from a place, oldest first. Events of a transaction come once no older transaction is under way: so nothing
 * ever comes in before a place that was given. Undefined where the place is of another history than this database has.
 */
export async function listEvents(
  { pool, keyring }: Database,
  serviceEnvId: ServiceEnvId,
  page: { readonly after?: EventPlace; readonly limit: number; readonly filter?: EventFilter },
): Promise<EventPage | undefined> {
  const { after = beginning, limit, filter = {} } = page
  const books = onPool(pool)
  const { settled, newest } = await books.only(horizon({}))
  if (BigInt(after.recordedIn) > BigInt(newest)) return undefined
  const rows = await books.all(eventsBetween({ serviceEnvId, after, settled, limit, ...filter }))
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    events: shown.map((row) => toRecord(keyring, row)),
    hasMore: last !== undefined,
    newest,
    end: last ? { recordedIn: last.recordedIn, id: last.id } : laterOf(after, settled),
  }
}

/** Where the list ends now: what comes after it is yet to happen. */
export async function endOfEvents({ pool }: Pick<Database, 'pool'>): Promise<EventPlace> {
  const { settled } = await onPool(pool).only(horizon({}))
  return { recordedIn: settled, id: noId }
}

/** The place of an event of this service; undefined where it has none such. */
export async function placeOfEvent(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: EventId,
): Promise<EventPlace | undefined> {
  const found = await onPool(pool).first(byId({ serviceEnvId, id }))
  return found && { recordedIn: found.recordedIn, id }
}

/** One event. Refusal: event_not_found, also for another service's and the other mode's. */
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
  const data = keyring.open(sealedColumns.eventData, id, dataSealed).toString('utf8')
  return { id, type, isTest, createdAt, data }
}

function laterOf(after: EventPlace, settled: string): EventPlace {
  return BigInt(settled) > BigInt(after.recordedIn) ? { recordedIn: settled, id: noId } : after
}

// Asked before the list, never within it: what it calls over must be seen by the statement that lists.
const horizon = prepared(() =>
  db.selectNoFrom([
    sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`.as('settled'),
    sql<string>`pg_snapshot_xmax(pg_current_snapshot())::text`.as('newest'),
  ]),
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
