import { asId, type DeliveryId, type EndpointId } from '#domain/ids.ts'
import { eventOf, moveOf } from '#domain/states/moves.ts'
import { movesOf } from '#domain/transactions/moves.ts'
import type { FinalStatus, Outcome } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { paymentPayload } from '#domain/webhooks/payload.ts'
import type { Database } from '#db/connect.ts'
import { sealEvent, type TellableEndpoint } from '#db/events.ts'
import { now, posting } from '#db/functions.ts'
import { postingValues } from '#db/ledger.ts'
import { announcing, type Owed, owedEntry, startColumns } from '#db/outbox.ts'
import { inOneStatement, onPool, present } from '#db/sql.ts'
import {
  column,
  db,
  type Expression,
  insertFrom,
  ofSource,
  type Params,
  prepared,
  sql as text,
} from '#db/statements.ts'
import { onTheirWay } from '#db/sends-at-once.ts'
import { tellWaiting } from '#db/wake.ts'
import { type FundsVerdict, type Ruled, rulesVerdict } from '#use-cases/funds/rules.ts'
import { movedToEnd } from './move-to-end.ts'
import { collectedPosting } from './posting.ts'

/**
 * Settles an ordinary collection in one statement: its state, its event with the deliveries and their runs, and its
 * postings. So the merchant's balance is locked for one round trip only. The endpoints to notify are read beforehand;
 * the statement writes nothing if they, the rules on funds or the payment have changed since. Undefined if nothing was
 * written: then it is settled step by step. Returns the outbox entries to hand over.
 */
export async function endAtOnce(
  database: Database,
  ending: {
    readonly before: TransactionRecord
    readonly outcome: Outcome
    readonly isWatched?: boolean
    readonly heard?: number
  },
): Promise<Owed[] | undefined> {
  const { before } = ending
  if (!isOrdinary(ending)) return undefined
  const { serviceEnvId, provider, amountCharged } = before
  const told = await readTold(database, { serviceEnvId, provider, charged: amountCharged.minor })
  if (!told.isAvailableAtOnce || isRuled(ending, told)) return undefined
  const after = afterEnd(ending, told.now)
  const { values, entryOf } = writing(database, { before, after }, told)
  const heard = ending.heard ?? null
  const written = present(await inOneStatement(database.pool, end({ ...values, heard })))
  const { isEnded, announced, deliveryIds } = written
  return isEnded
    ? deliveryIds.map((id, at) => owedEntry(announced[at] ?? 0n, entryOf(id)))
    : undefined
}

type Ending = Parameters<typeof endAtOnce>[1]

/** Nothing follows but its event, and its money is available or there is none. */
function isOrdinary({ before, outcome, isWatched = false }: Ending): boolean {
  if (before.type !== 'collection' || before.checkoutId !== null || isWatched) return false
  return outcome.status !== 'succeeded' || (outcome.funds ?? 'available') === 'available'
}

/** A rule holds its funds, unless the operator says otherwise. */
function isRuled({ outcome }: Ending, { verdict }: Told): boolean {
  return verdict !== null && outcome.status === 'succeeded' && outcome.funds === undefined
}

/** The endpoints a service notifies, and the terms its payments become available by, at one moment. */
interface Told {
  readonly now: Date
  readonly isAvailableAtOnce: boolean
  /** What the rules in force do with its funds. */
  readonly verdict: FundsVerdict | null
  readonly endpoints: readonly (TellableEndpoint & { readonly version: string })[]
}

async function readTold({ pool }: Database, ruled: Ruled): Promise<Told> {
  const rows = await onPool(pool).all(told(ruled))
  const endpoints = rows.flatMap(({ id, status, secretSealed, secretVersion, ...row }) => {
    const { allEvents, events, version, onTheirWay: underWay } = row
    if (id === null || status === null || secretSealed === null || secretVersion === null) return []
    const wish = { status, allEvents: allEvents ?? false, events: events ?? [] }
    return [{ id, secretSealed, secretVersion, version, onTheirWay: underWay ?? 0, ...wish }]
  })
  const [first] = rows
  if (first === undefined) throw new RangeError(`there is no service ${ruled.serviceEnvId}`)
  const { isAvailableAtOnce, verdict } = first
  return { now: first.now, isAvailableAtOnce, verdict, endpoints }
}

/** The version of an endpoint's row: a change gives a new one, a lock does not. */
const versionOf = (id: Expression<EndpointId | null>) =>
  text<string>`${id}::text || ' ' || e.xmin::text`

const told = prepared((p: Params<Ruled>) =>
  db
    .selectFrom('serviceEnv as s')
    .leftJoin('webhookEndpoint as e', (join) =>
      join
        .onRef('e.serviceEnvId', '=', 's.id')
        .on('e.status', '=', 'enabled')
        .on('e.deletedAt', 'is', null),
    )
    .select(['e.id', 'e.status', 'e.secretSealed', 'e.secretVersion', 'e.allEvents', 'e.events'])
    .select((eb) => [
      versionOf(eb.ref('e.id')).as('version'),
      onTheirWay(eb.ref('e.id')).$asScalar().as('onTheirWay'),
      eb('s.availabilityDelay', 'is', null).$castTo<boolean>().as('isAvailableAtOnce'),
      now.as('now'),
      rulesVerdict(p).as('verdict'),
    ])
    .where('s.id', '=', p.serviceEnvId)
    .orderBy('e.id'),
)

type After = TransactionRecord & {
  readonly status: FinalStatus
  readonly fundsStatus: 'available' | null
  readonly completedAt: Date
}

function afterEnd({ before, outcome }: Ending, completedAt: Date): After {
  const { status } = outcome
  const failureCode = outcome.status === 'succeeded' ? null : outcome.failureCode
  const fundsStatus = outcome.status === 'succeeded' ? ('available' as const) : null
  const providerReference = outcome.providerReference ?? before.providerReference
  const end = { status, pendingReason: null, failureCode, fundsStatus, providerReference }
  return { ...before, ...end, completedAt }
}

interface Change {
  readonly before: TransactionRecord
  readonly after: After
}

function writing({ keyring }: Database, { before, after }: Change, { endpoints, verdict }: Told) {
  const { id: transactionId, serviceEnvId, fundsStatus } = after
  const move = moveOf(movesOf(before), before.status, after.status)
  const type = eventOf(move)
  const data = paymentPayload(after)
  const { mode, provider, reference, status } = after
  const about = { mode, provider, reference, status }
  const told = { type, serviceEnvId, transactionId, data, told: about }
  const { deliveries, entryOf, ...event } = sealEvent(keyring, told, endpoints)
  const booked =
    fundsStatus === null
      ? { ...nothingBooked, serviceEnvId, mode, provider }
      : postingValues(collectedPosting({ ...after, fundsStatus }, move))
  // The same for all of them.
  const { found, summary, traceparent } = startColumns(entryOf(asId<DeliveryId>('')))
  const values = {
    ...booked,
    found,
    summary,
    traceparent,
    id: transactionId,
    transactionId,
    from: before.status,
    status,
    failureCode: after.failureCode,
    funds: fundsStatus,
    knownReference: before.providerReference,
    providerReference: after.providerReference,
    completedAt: after.completedAt,
    charged: after.amountCharged.minor,
    verdict,
    versions: endpoints.map(({ version }) => version).join(','),
    eventId: event.id,
    eventType: type,
    dataSealed: event.dataSealed,
    deliveryIds: deliveries.map(({ id }) => id),
    endpointIds: deliveries.map(({ endpointId }) => endpointId),
    secretVersions: deliveries.map(({ secretVersion }) => secretVersion),
    bodies: deliveries.map(({ bodySealed }) => bodySealed),
    linedUp: deliveries.map(({ isInLine }) => isInLine),
  }
  return { values, entryOf }
}

type Values = ReturnType<typeof writing>['values'] & { readonly heard: number | null }

const nothingBooked = {
  kind: null,
  currency: null,
  entries: null,
  refundId: null,
} as const

const end = prepared((p: Params<Values>) =>
  db
    // Protects against a concurrent deletion or new secret: a sealed body never changes.
    .with('held', (books) =>
      books
        .selectFrom('webhookEndpoint as e')
        .select((eb) => versionOf(eb.ref('e.id')).as('version'))
        .where('e.serviceEnvId', '=', p.serviceEnvId)
        .where('e.status', '=', 'enabled')
        .where('e.deletedAt', 'is', null)
        .forShare(),
    )
    .with('ended', () =>
      movedToEnd(p, p.completedAt)
        .where('t.providerReference', 'is not distinct from', p.knownReference)
        .where('e.availabilityDelay', 'is', null)
        .where(
          text<boolean>`${column('transaction.callbacks', 't')} <= coalesce(${p.heard}::int, 2147483647)`,
        )
        .where(text<boolean>`${rulesVerdict(p)} is not distinct from ${p.verdict}::text`)
        .where(
          text<boolean>`${p.versions} = (select coalesce(string_agg(version, ',' order by version collate "C"), '') from held)`,
        )
        .returning('t.id'),
    )
    .with('recorded', () => recordedEvent(p))
    .with('told', (books) =>
      books
        .selectFrom(['recorded', deliveries(p)])
        .select(['d.deliveryId', 'd.endpointId', 'd.secretVersion', 'd.bodySealed', 'd.isInLine']),
    )
    .with('delivered', () => owedDeliveries(p))
    // A delivery in line gets its run when its turn comes.
    .with('started', (books) =>
      books.selectFrom('told').select('told.deliveryId').where('told.isInLine', '=', false),
    )
    .with('owed', () => owedRuns(p))
    .selectNoFrom([
      text<boolean>`exists (select from ended)`.as('isEnded'),
      text<readonly bigint[]>`array(select id from owed order by id)`.as('announced'),
      text<
        readonly DeliveryId[]
      >`array(select ${column('outbox.subjectId', 'owed')} from owed order by id)`.as(
        'deliveryIds',
      ),
      // Last, because the balance is locked until the commit, and the merchant's other payments wait for it.
      text<
        boolean | null
      >`(select case when ${p.entries}::text is not null then ${posting(p)} end from ended)`.as(
        'isPosted',
      ),
    ]),
)

/** The event of the settlement, unless it exists. */
function recordedEvent(p: Params<Values>) {
  const values = {
    id: p.eventId,
    serviceEnvId: p.serviceEnvId,
    type: p.eventType,
    transactionId: p.transactionId,
    dataSealed: p.dataSealed,
  }
  return insertFrom('event', values, 'ended')
    .onConflict((conflict) => conflict.constraint('event_once').doNothing())
    .returning((eb) => ['id', tellWaiting(eb.ref('event.serviceEnvId')).as('told')])
}

/** A delivery of it for each endpoint. */
function owedRuns(p: Params<Values>) {
  const values = {
    kind: text<'webhook-delivery'>`'webhook-delivery'`,
    subjectId: ofSource<DeliveryId>('delivery_id'),
    found: p.found,
    summary: p.summary,
    traceparent: p.traceparent,
  }
  return announcing(values, 'started').returning('subjectId')
}

function owedDeliveries(p: Params<Values>) {
  const values = {
    id: ofSource<DeliveryId>('delivery_id'),
    serviceEnvId: p.serviceEnvId,
    eventId: p.eventId,
    endpointId: ofSource<EndpointId>('endpoint_id'),
    secretVersion: ofSource<number>('secret_version'),
    bodySealed: ofSource<Buffer>('body_sealed'),
    nextAttemptAt: now,
    isInLine: ofSource<boolean>('is_in_line'),
  }
  return insertFrom('webhookDelivery', values, 'told')
}

/** The deliveries, one row each. */
function deliveries(p: Params<Values>) {
  return text<{
    deliveryId: DeliveryId
    endpointId: EndpointId
    secretVersion: number
    bodySealed: Buffer
    isInLine: boolean
  }>`unnest(${p.deliveryIds}::uuid[], ${p.endpointIds}::uuid[], ${p.secretVersions}::int[], ${p.bodies}::bytea[], ${p.linedUp}::boolean[])`.as<'d'>(
    text`d(delivery_id, endpoint_id, secret_version, body_sealed, is_in_line)`,
  )
}
