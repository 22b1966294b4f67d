import { fail } from '#domain/errors/errors.ts'
import type { DeliveryId, EndpointId, EventId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { maskedPayload } from '#domain/webhooks/masked-payload.ts'
import type { DeliveryStatus } from '#domain/webhooks/delivery.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import type { Database } from '#db/connect.ts'
import { openEventData } from '#db/event-data.ts'
import { isOfPayment } from '#db/functions.ts'
import { newestFirst } from '#db/pages.ts'
import { onPool } from '#db/sql.ts'
import { column, db, type InferResult, type Params, prepared, sql } from '#db/statements.ts'

/** One row of the history (docs/webhooks.md#history). */
export interface DeliveryRecord {
  readonly id: DeliveryId
  readonly eventId: EventId
  readonly event: EventType
  readonly isTest: boolean
  readonly status: DeliveryStatus
  /** Number of attempts begun, of six; 0 before the first. */
  readonly attempts: number
  readonly lastHttpStatus: number | null
  readonly lastError: string | null
  readonly nextAttemptAt: Date | null
  readonly createdAt: Date
  readonly completedAt: Date | null
  readonly endpoint: {
    readonly id: EndpointId
    readonly label: string | null
    readonly url: string
    readonly status: 'enabled' | 'disabled'
    readonly isDeleted: boolean
  }
  /** Null for a test. */
  readonly transaction: { readonly id: TransactionId; readonly reference: string } | null
}

export interface DeliveryFilter {
  readonly status?: DeliveryStatus
  readonly endpointId?: EndpointId
  readonly transactionId?: TransactionId
}

export interface DeliveryPosition {
  readonly createdAt: Date
  readonly id: DeliveryId
}

/** Newest first, at most `limit`, starting after `position`; one extra row says that there are more. */
export async function listDeliveries(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  page: {
    readonly filter: DeliveryFilter
    readonly limit: number
    readonly position?: DeliveryPosition
  },
): Promise<DeliveryRecord[]> {
  const { filter, limit, position } = page
  let found = deliveries.where('d.serviceEnvId', '=', serviceEnvId)
  const { status, endpointId, transactionId } = filter
  if (status !== undefined) found = found.where('d.status', '=', status)
  if (endpointId !== undefined) found = found.where('d.endpointId', '=', endpointId)
  if (transactionId !== undefined) found = found.where(isOfPayment(sql`${transactionId}::uuid`))
  const rows = await onPool(pool).all(
    newestFirst(found, ['d.createdAt', 'd.id'], { limit, after: position }),
  )
  return rows.map(toRecord)
}

/** One delivery attempt. */
export interface AttemptRecord {
  readonly number: number
  /** True if somebody requested it after the delivery was abandoned. */
  readonly isExtra: boolean
  readonly url: string
  readonly startedAt: Date
  readonly isOver: boolean
  readonly httpStatus: number | null
  readonly error: string | null
  readonly durationMs: number | null
  readonly extract: string | null
}

/** One delivery with its attempts. Refusal: delivery_not_found. */
export async function readDelivery(
  { pool, keyring }: Database,
  serviceEnvId: ServiceEnvId,
  id: DeliveryId,
): Promise<{
  readonly delivery: DeliveryRecord
  readonly attempts: readonly AttemptRecord[]
  readonly data: string
}> {
  const books = onPool(pool)
  const found = await books.first(byId({ serviceEnvId, id }))
  if (found === undefined) throw fail('delivery_not_found')
  const { dataSealed, ...delivery } = found
  return {
    delivery: toRecord(delivery),
    attempts: (await books.all(latestAttempts({ id }))).reverse(),
    data: maskedPayload(openEventData(keyring, delivery.eventId, dataSealed)),
  }
}

const attemptsShownMax = 100

const deliveries = db
  .selectFrom('webhookDelivery as d')
  .innerJoin('event as e', 'e.id', 'd.eventId')
  .innerJoin('webhookEndpoint as w', 'w.id', 'd.endpointId')
  .leftJoin('transaction as t', 't.id', 'e.transactionId')
  .select([
    'd.id',
    'd.eventId',
    'e.type as event',
    'e.isTest',
    'd.status',
    'd.attempts',
    'd.lastHttpStatus',
  ])
  .select(['d.lastError', 'd.nextAttemptAt', 'd.createdAt', 'd.completedAt', 'd.endpointId'])
  .select(['w.label', 'w.url', 'w.status as endpointStatus', 'w.deletedAt'])
  .select(['t.id as transactionId', 't.reference'])

const byId = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: DeliveryId }>) =>
  deliveries
    .select('e.dataSealed')
    .where('d.serviceEnvId', '=', p.serviceEnvId)
    .where('d.id', '=', p.id),
)

const latestAttempts = prepared((p: Params<{ id: DeliveryId }>) =>
  db
    .selectFrom('webhookAttempt')
    .select(['number', 'isExtra', 'url', 'startedAt', 'httpStatus', 'error', 'durationMs'])
    .select(sql<boolean>`${column('webhookAttempt.finishedAt')} is not null`.as('isOver'))
    .select('responseExtract as extract')
    .where('deliveryId', '=', p.id)
    .orderBy('id', 'desc')
    .limit(attemptsShownMax),
)

function toRecord(row: InferResult<typeof deliveries>[number]): DeliveryRecord {
  const { endpointId, label, url, endpointStatus, deletedAt, ...rest } = row
  const { transactionId, reference, ...delivery } = rest
  return {
    ...delivery,
    endpoint: { id: endpointId, label, url, status: endpointStatus, isDeleted: deletedAt !== null },
    transaction:
      transactionId === null || reference === null ? null : { id: transactionId, reference },
  }
}
