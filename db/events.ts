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
import { enqueue } from './outbox.ts'
import { deliveryEntry } from './runs/entries.ts'
import { sealPayload } from './seal.ts'
import type { Sql } from './sql.ts'

/** Something to tell the merchant's endpoints: the event and its `data`, not yet serialised. */
export interface NewEvent {
  readonly type: EventType
  readonly serviceEnvId: ServiceEnvId
  readonly transactionId: TransactionId
  /** Of a refund's events: a transaction may have several refunds. */
  readonly refundId?: RefundId
  readonly data: unknown
}

/**
 * Records an event with a delivery for each endpoint that wants it now, each made and sealed once, and announces their
 * workflows. An event of this type that the transaction, or this refund of it, has had already is not recorded again. Returns outbox ids.
 */
export async function recordEvent(sql: Sql, keyring: Keyring, event: NewEvent): Promise<string[]> {
  const id = asId<EventId>(randomUUIDv7())
  const data = JSON.stringify(event.data)
  const recorded = await sql.rows(
    `insert into event (id, service_env_id, type, transaction_id, refund_id, data_sealed)
     values ($1, $2, $3, $4, $5, $6)
     on conflict on constraint event_once do nothing returning id`,
    [
      id,
      event.serviceEnvId,
      event.type,
      event.transactionId,
      event.refundId ?? null,
      keyring.seal(eventPurpose, data),
    ],
  )
  if (recorded.length === 0) return []
  const endpoints = await subscribedEndpoints(sql, event)
  const about = `${event.refundId ? 'refund' : 'transaction'} ${event.refundId ?? event.transactionId}`
  return deliverTo(sql, keyring, { ...event, id, data, endpoints, about })
}

/**
 * Records a test event for one enabled webhook alone, whatever it subscribed to (spec: Test events). Returns outbox ids.
 * The caller holds the webhook's row.
 */
export async function recordTestEvent(
  sql: Sql,
  keyring: Keyring,
  event: Pick<NewEvent, 'type' | 'serviceEnvId' | 'data'> & { readonly endpoint: SealingEndpoint },
): Promise<{ readonly deliveryId: DeliveryId; readonly announced: string[] }> {
  const id = asId<EventId>(randomUUIDv7())
  const data = JSON.stringify(event.data)
  await sql.rows(
    `insert into event (id, service_env_id, type, is_test, data_sealed) values ($1, $2, $3, true, $4)`,
    [id, event.serviceEnvId, event.type, keyring.seal(eventPurpose, data)],
  )
  const endpoints = [event.endpoint]
  const announced = await deliverTo(sql, keyring, {
    ...event,
    id,
    data,
    endpoints,
    about: 'a test',
  })
  const delivery = await sql.one<{ id: DeliveryId }>(
    'select id from webhook_delivery where event_id = $1',
    [id],
  )
  return { deliveryId: delivery.id, announced }
}

interface RecordedEvent {
  readonly id: EventId
  readonly type: EventType
  readonly serviceEnvId: ServiceEnvId
  readonly data: string
  readonly endpoints: readonly SealingEndpoint[]
  /** For the run's page. */
  readonly about: string
}

async function deliverTo(sql: Sql, keyring: Keyring, event: RecordedEvent): Promise<string[]> {
  const deliveries = event.endpoints.map((endpoint) => {
    const secret = keyring.open(secretPurpose, endpoint.secret_sealed).toString('utf8')
    const body = JSON.stringify(sealPayload({ event: event.type, data: event.data, secret }))
    return {
      id: asId<DeliveryId>(randomUUIDv7()),
      endpointId: endpoint.id,
      secretVersion: endpoint.secret_version,
      bodySealed: keyring.seal(bodyPurpose, body).toString('hex'),
    }
  })
  const { id: eventId, serviceEnvId } = event
  await insertDeliveries(sql, { eventId, serviceEnvId, deliveries })
  return enqueue(
    sql,
    deliveries.map(({ id }) => deliveryEntry({ ...event, id })),
  )
}

/** What each sealed column is sealed for: bytes of one open in no other. */
export const secretPurpose = 'webhook-secret'
export const bodyPurpose = 'webhook-body'
export const eventPurpose = 'event-data'

/** What a delivery to a webhook is sealed with; columns of its row. */
export interface SealingEndpoint {
  readonly id: EndpointId
  readonly secret_sealed: Buffer
  readonly secret_version: number
}

interface EndpointRow extends SealingEndpoint {
  readonly status: 'enabled' | 'disabled'
  readonly all_events: boolean
  readonly events: string[]
}

async function subscribedEndpoints(sql: Sql, event: NewEvent): Promise<EndpointRow[]> {
  // Locked against a deletion or a new secret in the same moment: what is sealed here is sealed for good.
  const endpoints = await sql.rows<EndpointRow>(
    `select id, status, secret_sealed, secret_version, all_events, events from webhook_endpoint
     where service_env_id = $1 and status = 'enabled' and deleted_at is null order by id for share`,
    [event.serviceEnvId],
  )
  return endpoints.filter((endpoint) =>
    isSubscribed({ ...endpoint, allEvents: endpoint.all_events }, event.type),
  )
}

interface DeliveryBatch {
  readonly eventId: EventId
  readonly serviceEnvId: ServiceEnvId
  readonly deliveries: readonly {
    readonly id: DeliveryId
    readonly endpointId: EndpointId
    readonly secretVersion: number
    readonly bodySealed: string
  }[]
}

async function insertDeliveries(sql: Sql, batch: DeliveryBatch): Promise<void> {
  if (batch.deliveries.length === 0) return
  await sql.rows(
    `insert into webhook_delivery
       (id, service_env_id, event_id, endpoint_id, secret_version, body_sealed, next_attempt_at)
     select id, $2, $3, "endpointId", "secretVersion", decode("bodySealed", 'hex'), now()
     from jsonb_to_recordset($1::jsonb)
       as d(id uuid, "endpointId" uuid, "secretVersion" int, "bodySealed" text)`,
    [JSON.stringify(batch.deliveries), batch.serviceEnvId, batch.eventId],
  )
}
