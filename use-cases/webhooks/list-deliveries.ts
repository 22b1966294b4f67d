import { fail } from '#domain/errors/errors.ts'
import type { DeliveryId, EndpointId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { maskedPayload } from '#domain/webhooks/masked-payload.ts'
import type { DeliveryStatus } from '#domain/webhooks/delivery.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import type { Database } from '#db/connect.ts'
import { eventPurpose } from '#db/events.ts'
import { onPool } from '#db/sql.ts'

/** One row of the history (spec: Delivery history in the portal). */
export interface DeliveryRecord {
  readonly id: DeliveryId
  readonly event: EventType
  readonly isTest: boolean
  readonly status: DeliveryStatus
  /** Attempts begun, of six; 0 before the first. */
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

/** Newest first, `limit` at most, from after `position`; one row more than asked tells that there are more. */
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
  const rows = await onPool(pool).rows<DeliveryRow>(
    `${selectDelivery} where d.service_env_id = $1 and ($3::text is null or d.status = $3)
       and ($4::uuid is null or d.endpoint_id = $4) and ($5::uuid is null or e.transaction_id = $5)
       and ($6::timestamptz is null or (d.created_at, d.id) < ($6, $7::uuid))
     order by d.created_at desc, d.id desc limit $2`,
    [
      serviceEnvId,
      limit,
      filter.status ?? null,
      filter.endpointId ?? null,
      filter.transactionId ?? null,
      position?.createdAt ?? null,
      position?.id ?? null,
    ],
  )
  return rows.map(toRecord)
}

/** One send of a delivery. */
export interface AttemptRecord {
  readonly number: number
  /** Somebody asked for it after the delivery was abandoned. */
  readonly isExtra: boolean
  readonly url: string
  readonly startedAt: Date
  readonly isOver: boolean
  readonly httpStatus: number | null
  readonly error: string | null
  readonly durationMs: number | null
  readonly extract: string | null
}

/** One delivery with all that happened to it. Refusal: delivery_not_found. */
export async function readDelivery(
  { pool, keyring }: Database,
  serviceEnvId: ServiceEnvId,
  id: DeliveryId,
): Promise<{
  readonly delivery: DeliveryRecord
  readonly attempts: readonly AttemptRecord[]
  readonly data: string
}> {
  const sql = onPool(pool)
  const [row] = await sql.rows<DeliveryRow>(
    `${selectDelivery} where d.service_env_id = $1 and d.id = $2`,
    [serviceEnvId, id],
  )
  if (row === undefined) throw fail('delivery_not_found')
  const source = await sql.one<{ data_sealed: Buffer }>(
    'select e.data_sealed from webhook_delivery d join event e on e.id = d.event_id where d.id = $1',
    [id],
  )
  const attempts = await sql.rows<AttemptRow>(
    `select * from (
       select id, number, is_extra, url, started_at, finished_at is not null as is_over, http_status, error,
         duration_ms, response_extract
       from webhook_attempt where delivery_id = $1 order by id desc limit $2) a
     order by id`,
    [id, attemptsShownMax],
  )
  return {
    delivery: toRecord(row),
    attempts: attempts.map(toAttempt),
    data: maskedPayload(keyring.open(eventPurpose, source.data_sealed).toString('utf8')),
  }
}

const attemptsShownMax = 100

const selectDelivery = `select d.id, e.type, e.is_test, d.status, d.attempts, d.last_http_status, d.last_error,
    d.next_attempt_at, d.created_at, d.completed_at, w.id as endpoint_id, w.label, w.url,
    w.status as endpoint_status, w.deleted_at is not null as is_deleted, t.id as transaction_id, t.reference
  from webhook_delivery d join event e on e.id = d.event_id join webhook_endpoint w on w.id = d.endpoint_id
  left join transaction t on t.id = e.transaction_id`

interface DeliveryRow {
  readonly id: DeliveryId
  readonly type: EventType
  readonly is_test: boolean
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly last_http_status: number | null
  readonly last_error: string | null
  readonly next_attempt_at: string | null
  readonly created_at: string
  readonly completed_at: string | null
  readonly endpoint_id: EndpointId
  readonly label: string | null
  readonly url: string
  readonly endpoint_status: 'enabled' | 'disabled'
  readonly is_deleted: boolean
  readonly transaction_id: TransactionId | null
  readonly reference: string | null
}

interface AttemptRow {
  readonly number: number
  readonly is_extra: boolean
  readonly url: string
  readonly started_at: string
  readonly is_over: boolean
  readonly http_status: number | null
  readonly error: string | null
  readonly duration_ms: number | null
  readonly response_extract: string | null
}

function toRecord(row: DeliveryRow): DeliveryRecord {
  const { transaction_id: transactionId, reference } = row
  return {
    id: row.id,
    event: row.type,
    isTest: row.is_test,
    status: row.status,
    attempts: row.attempts,
    lastHttpStatus: row.last_http_status,
    lastError: row.last_error,
    nextAttemptAt: dateOf(row.next_attempt_at),
    createdAt: new Date(row.created_at),
    completedAt: dateOf(row.completed_at),
    endpoint: {
      id: row.endpoint_id,
      label: row.label,
      url: row.url,
      status: row.endpoint_status,
      isDeleted: row.is_deleted,
    },
    transaction:
      transactionId === null || reference === null ? null : { id: transactionId, reference },
  }
}

function toAttempt(row: AttemptRow): AttemptRecord {
  return {
    number: row.number,
    isExtra: row.is_extra,
    url: row.url,
    startedAt: new Date(row.started_at),
    isOver: row.is_over,
    httpStatus: row.http_status,
    error: row.error,
    durationMs: row.duration_ms,
    extract: row.response_extract,
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
