import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { DeliveryId, EndpointId, EventId, TransactionId } from '#domain/ids.ts'
import {
  type AttemptEnd,
  claimAttempt,
  type ClaimedAttempt,
  finishAttempt,
} from '#use-cases/webhooks/attempt-delivery.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { openEventData } from '#db/event-data.ts'
import { sealPayload } from '#db/seal.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool } from '#db/sql.ts'
import type { SealedColumn } from '#platform/keyring.ts'
import {
  acceptOne,
  type AcceptanceChanges,
  type Books,
  createMerchant,
  type Merchant,
} from '#test/support/books.ts'

import { success } from '#test/support/ends.ts'

/** Adds a webhook that wants everything, unless the test wants it different. */
export function addEndpoint(
  { database }: Pick<Books, 'database'>,
  { serviceEnvId }: Pick<Merchant, 'serviceEnvId'>,
  changes: { readonly isEnabled?: boolean; readonly events?: readonly string[] } = {},
) {
  const input = { url: 'https://shop.example/hook', label: null, events: ['*'], isEnabled: true }
  return createWebhookEndpoint(database, serviceEnvId, { ...input, ...changes })
}

/** A merchant with one webhook, and a delivery that waits for it. */
export async function waitingDelivery(
  books: Books,
  changes: AcceptanceChanges = {},
): Promise<{
  readonly merchant: Merchant
  readonly endpointId: EndpointId
  readonly secret: string
  readonly transactionId: TransactionId
  readonly id: DeliveryId
}> {
  const merchant = await createMerchant(books)
  const { endpoint, secret } = await addEndpoint(books, merchant)
  const transactionId = await acceptOne(books, merchant, changes)
  await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
  const { id } = await onPool(books.database.pool).one<{ id: DeliveryId }>(
    'select id from webhook_delivery where endpoint_id = $1',
    [endpoint.id],
  )
  return { merchant, endpointId: endpoint.id, secret, transactionId, id }
}

/** How an attempt ended. */
export function endOf(outcome: AttemptEnd['outcome'], changes: Partial<AttemptEnd> = {}) {
  const isDelivered = outcome === 'delivered'
  return {
    outcome,
    httpStatus: isDelivered ? 200 : 500,
    error: isDelivered ? null : 'http_500',
    extract: 'thanks',
    durationMs: 12,
    retryInMs: outcome === 'failed' ? 60_000 : null,
    ...changes,
  }
}

/** A delivery and its attempts, as the history shows them. */
export async function historyOf({ database }: Books, id: DeliveryId) {
  const sql = onPool(database.pool)
  const [delivery] = await sql.rows<{
    status: string
    attempts: number
    error: string | null
    http: number | null
    dated: boolean
    next: number | null
  }>(
    `select status, attempts, last_error as error, last_http_status as http, completed_at is not null as dated,
       round(extract(epoch from next_attempt_at - now()))::int as next
     from webhook_delivery where id = $1`,
    [id],
  )
  assert.ok(delivery)
  const numbers = await sql.rows<{ number: number; end: string }>(
    `select number, case when finished_at is null then 'open' else coalesce(error, http_status::text) end as end
     from webhook_attempt where delivery_id = $1 order by id`,
    [id],
  )
  return { ...delivery, sent: numbers.map(({ number, end }) => `${number} ${end}`) }
}

/** A worker begins this attempt, which nothing may forbid. */
export async function beginAttempt(
  { database }: Pick<Books, 'database'>,
  deliveryId: DeliveryId,
  attempt: number,
): Promise<ClaimedAttempt> {
  const claim = await claimAttempt(database, { deliveryId, attempt })
  assert.ok(claim.state === 'claimed', claim.state)
  return claim
}

/** Makes the attempt that is due, or that was asked for, with this end; returns what was sent. */
export async function attemptOnce(
  books: Pick<Books, 'database'>,
  deliveryId: DeliveryId,
  end: AttemptEnd['outcome'] | AttemptEnd,
): Promise<ClaimedAttempt> {
  const { attempts } = await onPool(books.database.pool).one<{ attempts: number }>(
    'select attempts from webhook_delivery where id = $1',
    [deliveryId],
  )
  const begun = await beginAttempt(books, deliveryId, attempts + 1)
  const { attemptId } = begun
  const told = typeof end === 'string' ? endOf(end) : end
  await finishAttempt(books.database, { deliveryId, attemptId }, told)
  return begun
}

/** A delivery that missed its six attempts. */
export async function abandonedDelivery(books: Books) {
  const waiting = await waitingDelivery(books)
  await missAll(books, waiting.id)
  return waiting
}

/** The attempts that a delivery has left, `from` on, are missed. */
export async function missAll(
  books: Pick<Books, 'database'>,
  id: DeliveryId,
  from = 1,
): Promise<void> {
  for (let number = from; number <= 6; number += 1) {
    await attemptOnce(books, id, number === 6 ? 'abandoned' : 'failed')
  }
}

/** All that happened to a delivery happened so many minutes earlier. */
export async function age(books: Books, id: DeliveryId, minutes: number): Promise<void> {
  const earlier = `- ${minutes} * interval '1 minute'`
  await books.rows(
    `update webhook_delivery set created_at = created_at ${earlier} where id = $1`,
    id,
  )
  await books.rows(
    `update webhook_attempt set started_at = started_at ${earlier} where delivery_id = $1`,
    id,
  )
  await books.rows(
    `update webhook_retry set asked_at = asked_at ${earlier} where delivery_id = $1`,
    id,
  )
}

/** This delivery, and so many like it of as many test events, were abandoned over the last days. */
export async function abandonCopies(
  { pool, keyring }: Pick<Books['database'], 'pool' | 'keyring'>,
  id: DeliveryId,
  copies: number,
): Promise<void> {
  const books = onPool(pool)
  const source = await books.one<{
    eventId: EventId
    endpointId: string
    type: string
    dataSealed: Buffer
    secretSealed: Buffer
  }>(
    `select e.id as "eventId", w.id as "endpointId", e.type, e.data_sealed as "dataSealed", w.secret_sealed as "secretSealed"
     from webhook_delivery d join event e on e.id = d.event_id join webhook_endpoint w on w.id = d.endpoint_id
     where d.id = $1`,
    [id],
  )
  const open = (column: SealedColumn, row: string, sealed: Buffer): string =>
    keyring.open(column, row, sealed).toString('utf8')
  const { eventData, deliveryBody, webhookSecret } = sealedColumns
  const data = openEventData(keyring, source.eventId, source.dataSealed)
  const secret = open(webhookSecret, source.endpointId, source.secretSealed)
  const made = Array.from({ length: copies }, (_, at) => {
    // An event is deleted by the time in its id: by chance, an id without one is old.
    const [eventId, deliveryId] = [randomUUIDv7(), randomUUID()]
    const body = JSON.stringify(sealPayload({ event: source.type, data, secret }))
    return {
      at: at + 1,
      eventId,
      deliveryId,
      data: keyring.seal(eventData, eventId, data).toString('hex'),
      body: keyring.seal(deliveryBody, deliveryId, body).toString('hex'),
    }
  })
  await pool.query(
    `with copy as (
       select c.*, now() - c.at * interval '61 minutes' as created_at, d.service_env_id, d.endpoint_id, e.type
       from webhook_delivery d join event e on e.id = d.event_id, jsonb_to_recordset($2::jsonb)
         as c(at int, "eventId" uuid, "deliveryId" uuid, data text, body text)
       where d.id = $1
     ), event as (
       insert into event (id, service_env_id, type, is_test, data_sealed, created_at)
       select "eventId", service_env_id, type, true, decode(data, 'hex'), created_at from copy
     )
     insert into webhook_delivery (id, service_env_id, event_id, endpoint_id, body_sealed, created_at)
     select "deliveryId", service_env_id, "eventId", endpoint_id, decode(body, 'hex'), created_at from copy`,
    [id, JSON.stringify(made)],
  )
  await pool.query(
    `update webhook_delivery set status = 'abandoned', next_attempt_at = null, completed_at = now(),
       last_error = 'endpoint_disabled'
     where endpoint_id = (select endpoint_id from webhook_delivery where id = $1) and status = 'pending'`,
    [id],
  )
}
