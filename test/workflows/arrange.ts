import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Operator } from '#activities/operators/operator.ts'
import { operatorAnswered } from '#use-cases/operators/answered.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { onPool } from '#db/sql.ts'
import type { DeliveryId, EndpointId, OperatorRequestId, TransactionId } from '#domain/ids.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { scanCall } from '#test/support/checkouts.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'
import type { SkippedService } from '#test/support/time-skipping.ts'

/** A collection accepted by the API, whose run has not been started. */
export async function acceptedCollection(
  service: SkippedService,
  tenant: Tenant,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<TransactionId> {
  const answer = await call(service, collectionCall(tenant.keys.secret, changes))
  const id = (answer.json.data?.id ?? '') as TransactionId
  if (answer.status !== 202) throw new Error(answer.text)
  await skipAhead(service, id)
  return id
}

/** A payer's request through a code, whose own run has not been started. */
export async function scannedCheckout(
  service: SkippedService,
  checkoutId: string,
  operator?: Operator,
): Promise<TransactionId> {
  const answer = await call(service, scanCall(checkoutId))
  const id = (answer.json.data?.id ?? '') as TransactionId
  if (answer.status !== 202) throw new Error(answer.text)
  await skipAhead(service, id)
  if (operator) service.operators.set(id, operator)
  return id
}

/** The books follow the world's clock, the run one that has skipped ahead: its time limit goes with it. */
async function skipAhead(service: SkippedService, id: TransactionId): Promise<void> {
  const aheadMs = (await service.environment.currentTimeMs()) - Date.now()
  await onPool(service.database.pool).rows(
    `update transaction set expires_at = expires_at + $2::float8 * interval '1 ms' where id = $1`,
    [id, aheadMs],
  )
}

/** The same with its end in the books, its runs not started: the outbox holds what a commit announces. */
export async function settledCollection(
  service: SkippedService,
  tenant: Tenant,
  outcome: Outcome,
): Promise<TransactionId> {
  const transactionId = await acceptedCollection(service, tenant)
  const { database, heldOutbox } = service
  await onPool(database.pool).rows('delete from outbox where subject_id = $1', [transactionId])
  await settleTransaction(database, heldOutbox, { transactionId, outcome })
  return transactionId
}

/** The same for a sandbox number with this ending. */
export function sandboxCollection(
  service: SkippedService,
  tenant: Tenant,
  ending: string,
): Promise<TransactionId> {
  return acceptedCollection(service, tenant, { phone: freshPhone(ending) })
}

export interface ArrangedDelivery {
  readonly tenant: Tenant
  readonly deliveryId: DeliveryId
  readonly endpointId: EndpointId
  readonly transactionId: TransactionId
  readonly secret: string
}

/** The delivery of a paid collection's event to one webhook at this address, whose run has not been started. */
export async function waitingDelivery(
  service: SkippedService,
  url: string,
): Promise<ArrangedDelivery> {
  const { database, heldOutbox } = service
  const tenant = await createTenant(database)
  const { endpoint, secret } = await createWebhookEndpoint(database, tenant.serviceEnvId, {
    url,
    label: null,
    events: ['payment.success'],
    isEnabled: true,
  })
  const transactionId = await acceptedCollection(service, tenant)
  const outcome = {
    status: 'succeeded',
    funds: 'available',
    providerReference: randomUUID(),
  } as const
  await settleTransaction(database, heldOutbox, { transactionId, outcome })
  const { id: deliveryId } = await onPool(database.pool).one<{ id: DeliveryId }>(
    'select id from webhook_delivery where endpoint_id = $1',
    [endpoint.id],
  )
  return { tenant, deliveryId, endpointId: endpoint.id, transactionId, secret }
}

export interface DeliveryRow {
  readonly status: string
  readonly attempts: number
  readonly last_http_status: number | null
  readonly last_error: string | null
  readonly next_attempt_at: Date | null
  readonly is_dated: boolean
}

/** How a delivery stands in the books. */
export function readDelivery(service: SkippedService, id: DeliveryId): Promise<DeliveryRow> {
  return onPool(service.database.pool).one<DeliveryRow>(
    `select status, attempts, last_http_status, last_error, next_attempt_at,
       completed_at is not null as is_dated
     from webhook_delivery where id = $1`,
    [id],
  )
}

export interface AttemptRow {
  readonly number: number
  readonly http_status: number | null
  readonly error: string | null
  readonly is_finished: boolean
}

/** The attempts of a delivery, in order. */
export function readAttempts(service: SkippedService, id: DeliveryId): Promise<AttemptRow[]> {
  return onPool(service.database.pool).rows<AttemptRow>(
    `select number, http_status, error, finished_at is not null as is_finished
     from webhook_attempt where delivery_id = $1 order by id`,
    [id],
  )
}

export interface CollectionRow {
  readonly status: string
  readonly failure_code: string | null
  readonly funds_status: string | null
  readonly operator_state: string
  readonly late_outcome_at: Date | null
  readonly movements: readonly string[]
}

/** How a collection stands in the books, with the kinds of its movements. */
export function readCollection(service: SkippedService, id: TransactionId): Promise<CollectionRow> {
  return onPool(service.database.pool).one<CollectionRow>(
    `select status, failure_code, funds_status, operator_state, late_outcome_at,
       array(select kind from ledger_movement m where m.transaction_id = t.id order by m.id) as movements
     from transaction t where id = $1`,
    [id],
  )
}

/** When its time is up, in milliseconds. */
export async function expiryOf(
  { database }: Pick<SkippedService, 'database'>,
  id: TransactionId,
): Promise<number> {
  const { at } = await onPool(database.pool).one<{ at: number }>(
    'select floor(extract(epoch from expires_at) * 1000)::float8 as at from transaction where id = $1',
    [id],
  )
  return at
}

/** The operator calls back about an order: its run is told to look now. */
export async function callBack(
  { database, outbox }: Pick<SkippedService, 'database' | 'outbox'>,
  id: TransactionId,
): Promise<void> {
  const { request } = await onPool(database.pool).one<{ request: OperatorRequestId }>(
    'select operator_request_id as request from transaction where id = $1',
    [id],
  )
  assert.equal(await operatorAnswered(database, outbox, request), id)
  await outbox.drain()
}
