import { randomUUID } from 'node:crypto'
import type { EventId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { type DigestKind, digestEveryMs } from '#domain/notifications/notification.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import {
  type Changes,
  column,
  db,
  type InferResult,
  type Params,
  prepared,
  sql as text,
} from '#db/statements.ts'
import { endOfEvents } from '#use-cases/webhooks/list-events.ts'
import { notify } from './notify.ts'

/** The most events of a service per pass; the rest is left for the next pass, a minute later. */
const eventsAtOnce = 2000
/** The most digests sent per pass. */
const digestsAtOnce = 500

const kindsOfEvents: Partial<Record<EventType, DigestKind>> = {
  'payment.success': 'payments_received',
  'withdrawal.success': 'payouts_done',
  'withdrawal.failed': 'payouts_failed',
}

/**
 * Adds up the events since the last pass, service by service, each in one transaction with the new position. Events
 * are ordered by their transactions, and none can appear before a position already passed. A new service starts at
 * the present position, and so does one whose position is of another server, from which the database was copied: it
 * would stand still until the new server has counted as far.
 */
export async function addUpEvents({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const books = onPool(pool)
  const { recordedIn: settled } = await endOfEvents({ pool })
  await books.run(beginPlaces({ settled }))
  await books.run(moveBack({}))
  const rows = await books.all(newEvents({ settled, limit: eventsAtOnce }))
  for (const [serviceEnvId, events] of Map.groupBy(rows, (row) => row.serviceEnvId)) {
    await inTransaction(pool, (tx) => addUp(tx, serviceEnvId, events))
  }
}

type Happened = InferResult<ReturnType<typeof eventsAfter>>[number]

async function addUp(
  tx: Sql,
  serviceEnvId: ServiceEnvId,
  events: readonly Happened[],
): Promise<void> {
  const [first, last] = [events[0], events.at(-1)]
  if (first === undefined || last === undefined) return
  const { placeIn: from, placeId: fromId } = first
  const { recordedIn: to, id: toId } = last
  // Another pass has already done it.
  if ((await tx.run(passOn({ serviceEnvId, from, fromId, to, toId }))) === 0) return
  const real = events.filter(({ isTest }) => !isTest)
  for (const [kind, some] of Map.groupBy(real, ({ type }) => kindsOfEvents[type])) {
    if (kind === undefined) continue
    const amount = some.reduce((sum, event) => sum + (event.amount ?? 0n), 0n)
    const transactionId = some[0]?.transactionId ?? null
    await tx.run(add({ serviceEnvId, kind, count: some.length, amount, transactionId }))
  }
}

/** Sends the collected digests: the first of a kind at once, then one per hour. */
export async function tellDigests(database: Pick<Database, 'pool' | 'keyring'>): Promise<void> {
  const due = await onPool(database.pool).all(
    dueDigests({ everyMs: digestEveryMs, limit: digestsAtOnce }),
  )
  for (const { serviceEnvId, kind } of due)
    await inTransaction(database.pool, async (tx) => {
      const digest = await tx.first(take({ serviceEnvId, kind, everyMs: digestEveryMs }))
      if (digest === undefined) return
      const { count, amount, transactionId: id } = digest
      await tx.run(empty({ serviceEnvId, kind }))
      const details = { count, amount: `${amount}`, ...(count === 1 && id !== null && { id }) }
      await notify(tx, database, { readers: { serviceEnvId }, kind, about: randomUUID(), details })
    })
}

const beginPlaces = prepared((p: Params<{ settled: string }>) =>
  db
    .insertInto('notificationPlace')
    .columns(['serviceEnvId', 'recordedIn', 'eventId'])
    .expression((eb) =>
      eb
        .selectFrom('serviceEnv as e')
        .leftJoin('notificationPlace as p', 'p.serviceEnvId', 'e.id')
        .select('e.id')
        .select(text<string>`${p.settled}::xid8`.as('recordedIn'))
        .select(text<EventId>`'00000000-0000-0000-0000-000000000000'::uuid`.as('eventId'))
        .where('p.serviceEnvId', 'is', null),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

// Asked in this statement: a position of this server is never beyond what it has begun, however old the pass that looks.
const moveBack = prepared(() =>
  db
    .updateTable('notificationPlace')
    .set({
      recordedIn: text<string>`pg_snapshot_xmin(pg_current_snapshot())`,
      eventId: text<EventId>`'00000000-0000-0000-0000-000000000000'::uuid`,
    })
    .where(
      text<boolean>`${column('notificationPlace.recordedIn')} > pg_snapshot_xmax(pg_current_snapshot())`,
    ),
)

const recordedIn = column('event.recordedIn', 'e')

const eventsAfter = (p: Params<{ settled: string; limit: number }>) =>
  db
    .selectFrom('notificationPlace as p')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('event as e')
          .select(['e.id', 'e.recordedIn', 'e.type', 'e.transactionId', 'e.isTest'])
          .whereRef('e.serviceEnvId', '=', 'p.serviceEnvId')
          .where(
            text<boolean>`(${recordedIn}, e.id) > (${column('notificationPlace.recordedIn', 'p')}, ${column('notificationPlace.eventId', 'p')})
              and ${recordedIn} < ${p.settled}::xid8`,
          )
          .orderBy('e.recordedIn')
          .orderBy('e.id')
          .limit(p.limit)
          .as('n'),
      (join) => join.onTrue(),
    )
    .leftJoin('transaction as t', 't.id', 'n.transactionId')
    .select(['p.serviceEnvId', 'n.id', 'n.recordedIn', 'n.type', 'n.transactionId', 'n.isTest'])
    .select('t.netAmount as amount')
    .select(['p.recordedIn as placeIn', 'p.eventId as placeId'])
    .orderBy('p.serviceEnvId')
    .orderBy('n.recordedIn')
    .orderBy('n.id')

const newEvents = prepared(eventsAfter)

interface Passing {
  readonly serviceEnvId: ServiceEnvId
  readonly from: string
  readonly fromId: EventId
  readonly to: string
  readonly toId: EventId
}

const passOn = prepared((p: Params<Passing>) =>
  db
    .updateTable('notificationPlace')
    .set({ recordedIn: text<string>`${p.to}::xid8`, eventId: p.toId })
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where(text<boolean>`${column('notificationPlace.recordedIn')} = ${p.from}::xid8`)
    .where('eventId', '=', p.fromId),
)

interface Added {
  readonly serviceEnvId: ServiceEnvId
  readonly kind: DigestKind
  readonly count: number
  readonly amount: bigint
  readonly transactionId: TransactionId | null
}

const add = prepared((p: Params<Added>) =>
  db
    .insertInto('notificationDigest')
    .values({
      serviceEnvId: p.serviceEnvId,
      kind: p.kind,
      count: p.count,
      amount: p.amount,
      transactionId: p.transactionId,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['serviceEnvId', 'kind'])
        .doUpdateSet((eb): Changes<'notificationDigest'> => ({
          count: text<number>`${eb.ref('notificationDigest.count')} + ${eb.ref('excluded.count')}`,
          amount: text<bigint>`${eb.ref('notificationDigest.amount')} + ${eb.ref('excluded.amount')}`,
          transactionId: eb.ref('excluded.transactionId'),
          since: text<Date>`case when ${eb.ref('notificationDigest.count')} = 0 then now()
          else ${eb.ref('notificationDigest.since')} end`,
        })),
    ),
)

const toldAt = column('notificationDigest.toldAt')
const isDue = (everyMs: Params<{ everyMs: number }>['everyMs']) =>
  text<boolean>`count > 0 and (${toldAt} is null or ${toldAt} < now() - ${everyMs}::bigint * interval '1 ms')`

const dueDigests = prepared((p: Params<{ everyMs: number; limit: number }>) =>
  db
    .selectFrom('notificationDigest')
    .select(['serviceEnvId', 'kind'])
    .where(isDue(p.everyMs))
    .orderBy('since')
    .limit(p.limit),
)

const take = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; kind: DigestKind; everyMs: number }>) =>
    db
      .selectFrom('notificationDigest')
      .select(['count', 'amount', 'transactionId'])
      .where('serviceEnvId', '=', p.serviceEnvId)
      .where('kind', '=', p.kind)
      .where(isDue(p.everyMs))
      .forUpdate()
      .skipLocked(),
)

const empty = prepared((p: Params<{ serviceEnvId: ServiceEnvId; kind: DigestKind }>) =>
  db
    .updateTable('notificationDigest')
    .set({ count: 0, amount: 0n, transactionId: null, toldAt: now })
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('kind', '=', p.kind),
)
