import { randomUUIDv7 } from 'node:crypto'
import {
  asId,
  type DeliveryId,
  type EndpointId,
  type EventId,
  type RefundId,
  type ServiceEnvId,
  type TransactionId,
} from '#domain/ids.ts'
import { isSubscribed, type EventType } from '#domain/webhooks/events.ts'
import type { Keyring } from '#platform/keyring.ts'
import { now } from './functions.ts'
import { sealEventData } from './event-data.ts'
import { entryRows, type OutboxEntry } from './outbox.ts'
import { deliveryEntry, type ToldPayment } from './runs/entries.ts'
import { sealPayload } from './seal.ts'
import { onTheirWay, onTheirWayMax } from './sends-at-once.ts'
import { sealedColumns } from './sealed-columns.ts'
import type { Sql } from './sql.ts'
import { tellWaiting } from './wake.ts'
import { db, type Params, prepared } from './statements.ts'

/** An event for the merchant's endpoints, with its `data` not yet serialised. */
export interface NewEvent {
  readonly type: EventType
  readonly serviceEnvId: ServiceEnvId
  readonly transactionId: TransactionId
  /** For events of a refund: a transaction may have several refunds. */
  readonly refundId?: RefundId
  readonly data: unknown
}

/**
 * Records an event with a delivery for each endpoint that subscribes to it now, each created and sealed once, and
 * announces their workflows. An event that the transaction, or this refund of it, already has is not recorded again.
 * Readers waiting for events of the service are woken at the commit. Returns outbox ids.
 */
export async function recordEvent(sql: Sql, keyring: Keyring, event: NewEvent): Promise<string[]> {
  const { type, serviceEnvId, transactionId, refundId = null } = event
  const { id, data, dataSealed } = sealedEvent(keyring, event)
  const enabled = await sql.all(
    insertOnce({ id, serviceEnvId, type, transactionId, refundId, dataSealed }),
  )
  const about = refundId === null ? `transaction ${transactionId}` : `refund ${refundId}`
  const recorded = { id, type, serviceEnvId, data, about, told: toldOf(enabled[0]) }
  return announce(sql, recorded, deliveriesOf(keyring, recorded, enabled))
}

/**
 * An event of a transaction and its deliveries, sealed for the endpoints read beforehand, ready for a statement to
 * write.
 */
export function sealEvent(
  keyring: Keyring,
  event: Omit<NewEvent, 'refundId'> & { readonly told: ToldPayment },
  endpoints: readonly TellableEndpoint[],
) {
  const { type, serviceEnvId, told } = event
  const { id, data, dataSealed } = sealedEvent(keyring, event)
  const about = `transaction ${event.transactionId}`
  const recorded = { id, type, serviceEnvId, data, about, told }
  const deliveries = deliveriesOf(keyring, recorded, endpoints)
  return {
    id,
    dataSealed,
    deliveries,
    /** The start of each run. */
    entryOf: (delivery: DeliveryId): OutboxEntry<'webhook-delivery'> => {
      const endpoint = deliveries.find(({ id: own }) => own === delivery)?.endpointId
      const entry = deliveryEntry({ ...recorded, ...told, id: delivery })
      return endpoint === undefined ? entry : { ...entry, endpointId: endpoint }
    },
  }
}

/** An endpoint and the events it subscribes to. */
export type TellableEndpoint = SealingEndpoint & Parameters<typeof isSubscribed>[0]

function sealedEvent(keyring: Keyring, event: Pick<NewEvent, 'data'>) {
  const data = JSON.stringify(event.data)
  const id = asId<EventId>(randomUUIDv7())
  return { id, data, dataSealed: sealEventData(keyring, id, data) }
}

function deliveriesOf(
  keyring: Keyring,
  event: RecordedEvent,
  endpoints: readonly TellableEndpoint[],
) {
  return endpoints
    .filter((endpoint) => isSubscribed(endpoint, event.type))
    .map((endpoint) => deliveryTo(endpoint, keyring, event))
}

/**
 * Records a test event for one enabled endpoint only, whatever it subscribes to (docs/webhooks.md#test-events). Returns
 * outbox ids. The caller has locked the endpoint's row.
 */
export async function recordTestEvent(
  sql: Sql,
  keyring: Keyring,
  event: Pick<NewEvent, 'type' | 'serviceEnvId' | 'data'> & { readonly endpoint: SealingEndpoint },
): Promise<{ readonly deliveryId: DeliveryId; readonly announced: string[] }> {
  const { type, serviceEnvId, endpoint } = event
  const { id, data, dataSealed } = sealedEvent(keyring, event)
  await sql.first(
    db
      .insertInto('event')
      .values({ id, serviceEnvId, type, isTest: true, dataSealed })
      .returning((eb) => tellWaiting(eb.ref('event.serviceEnvId')).as('told')),
  )
  const recorded = { id, type, serviceEnvId, data, about: 'a test', told: untold }
  const delivery = deliveryTo(endpoint, keyring, recorded)
  return { deliveryId: delivery.id, announced: await announce(sql, recorded, [delivery]) }
}

interface RecordedEvent {
  readonly id: EventId
  readonly type: EventType
  readonly serviceEnvId: ServiceEnvId
  readonly data: string
  /** For the run's page in the Temporal UI. */
  readonly about: string
  /** For finding the runs of its deliveries. */
  readonly told: ToldPayment
}

function toldOf(
  row: (Omit<ToldPayment, 'status'> & { readonly toldStatus: string }) | undefined,
): ToldPayment {
  if (row === undefined) return untold
  const { mode, provider, reference, toldStatus: status } = row
  return { mode, provider, reference, status }
}

const untold: ToldPayment = { mode: null, provider: null, reference: null, status: null }

function deliveryTo(endpoint: SealingEndpoint, keyring: Keyring, event: RecordedEvent) {
  const { id: eventId, serviceEnvId, type, data } = event
  const { id: endpointId, secretSealed } = endpoint
  const secret = keyring.open(sealedColumns.webhookSecret, endpointId, secretSealed)
  const payload = sealPayload({ event: type, data, secret: secret.toString('utf8') })
  const id = asId<DeliveryId>(randomUUIDv7())
  return {
    id,
    serviceEnvId,
    eventId,
    endpointId,
    secretVersion: endpoint.secretVersion,
    bodySealed: keyring.seal(sealedColumns.deliveryBody, id, JSON.stringify(payload)),
    nextAttemptAt: now,
    isInLine: (endpoint.onTheirWay ?? 0) >= onTheirWayMax,
  }
}

/** Writes the deliveries and the starts of their runs; deliveries in line get their run when their turn comes. */
async function announce(
  sql: Sql,
  event: RecordedEvent,
  deliveries: readonly ReturnType<typeof deliveryTo>[],
): Promise<string[]> {
  if (deliveries.length === 0) return []
  const entries = deliveries
    .filter(({ isInLine }) => !isInLine)
    .map(({ id }) => deliveryEntry({ ...event, ...event.told, id }))
  if (entries.length === 0) {
    await sql.run(db.insertInto('webhookDelivery').values(deliveries))
    return []
  }
  const rows = await sql.all(
    db
      .with('delivered', (books) => books.insertInto('webhookDelivery').values(deliveries))
      .with('announced', () => entryRows(entries))
      .selectFrom('announced')
      .select('announced.id'),
  )
  return rows.map(({ id }) => `${id}`)
}

/** What a delivery to an endpoint is sealed with; columns of its row. */
export interface SealingEndpoint {
  readonly id: EndpointId
  readonly secretSealed: Uint8Array
  readonly secretVersion: number
  /**
   * The number of deliveries under way to it: at the maximum, further ones wait in line. Left out if nothing ever
   * waits.
   */
  readonly onTheirWay?: number
}

/**
 * The event, and the enabled endpoints; none if it was already recorded. The endpoints are locked against a
 * concurrent deletion or new secret, because a sealed body never changes.
 */
const insertOnce = prepared(
  (
    p: Params<{
      id: EventId
      serviceEnvId: ServiceEnvId
      type: EventType
      transactionId: TransactionId
      refundId: RefundId | null
      dataSealed: Buffer
    }>,
  ) =>
    db
      .with('recorded', (books) =>
        books
          .insertInto('event')
          .values({
            id: p.id,
            serviceEnvId: p.serviceEnvId,
            type: p.type,
            transactionId: p.transactionId,
            refundId: p.refundId,
            dataSealed: p.dataSealed,
          })
          .onConflict((conflict) => conflict.constraint('event_once').doNothing())
          .returning(['serviceEnvId', 'transactionId', 'refundId'])
          .returning((eb) => tellWaiting(eb.ref('event.serviceEnvId')).as('told')),
      )
      .selectFrom('recorded')
      .innerJoin('webhookEndpoint as e', 'e.serviceEnvId', 'recorded.serviceEnvId')
      .innerJoin('transaction as t', 't.id', 'recorded.transactionId')
      .leftJoin('refund as r', 'r.id', 'recorded.refundId')
      .select(['e.id', 'e.status', 'e.secretSealed', 'e.secretVersion', 'e.allEvents', 'e.events'])
      .select(['t.mode', 't.provider', 't.reference'])
      .select((eb) => [
        eb.fn.coalesce('r.status', 't.status').as('toldStatus'),
        onTheirWay(eb.ref('e.id')).$asScalar().as('onTheirWay'),
      ])
      .where('e.status', '=', 'enabled')
      .where('e.deletedAt', 'is', null)
      .orderBy('e.id')
      .forShare('e'),
)
