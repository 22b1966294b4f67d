import type { DeliveryId, RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { DeliveryStatus } from '#domain/webhooks/delivery.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** What the books know of the way of a transaction, beyond its record. */
export interface TransactionHistory {
  /** Where the request to the operator is: not sent, sent, or known there. */
  readonly operatorState: 'unsent' | 'sent' | 'taken'
  /** When an outcome came after the end. */
  readonly lateOutcomeAt: Date | null
  readonly events: readonly PastEvent[]
  readonly deliveries: readonly PastDelivery[]
}

export interface PastEvent {
  readonly type: EventType
  readonly at: Date
}

/** An event on its way to one webhook. */
export interface PastDelivery {
  readonly id: DeliveryId
  readonly event: EventType
  readonly url: string
  readonly status: DeliveryStatus
  readonly nextAttemptAt: Date | null
  readonly lastError: string | null
  readonly createdAt: Date
  readonly attempts: readonly PastAttempt[]
}

export interface PastAttempt {
  readonly number: number
  readonly at: Date
  /** False while it is under way. */
  readonly isOver: boolean
  readonly httpStatus: number | null
  readonly error: string | null
  readonly durationMs: number | null
}

/** Undefined where this scope has no transaction of this id. */
export async function readTransactionHistory(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: TransactionId,
): Promise<TransactionHistory | undefined> {
  const sql = onPool(pool)
  const [row] = await sql.rows<HistoryRow>(readHistory, [serviceEnvId, id])
  if (row === undefined) return undefined
  const deliveries = await sql.rows<DeliveryRow>(deliveriesOf('e.transaction_id'), [
    serviceEnvId,
    id,
  ])
  return {
    operatorState: row.operator_state,
    lateOutcomeAt: dateOf(row.late_outcome_at),
    events: row.events.map(({ type, at }) => ({ type, at: new Date(at) })),
    deliveries: deliveries.map(toDelivery),
  }
}

/** What was told of one refund to the merchant's webhooks. */
export async function readRefundDeliveries(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: RefundId,
): Promise<PastDelivery[]> {
  const rows = await onPool(pool).rows<DeliveryRow>(deliveriesOf('e.refund_id'), [serviceEnvId, id])
  return rows.map(toDelivery)
}

const readHistory = `select t.operator_state, t.late_outcome_at,
    coalesce((select json_agg(json_build_object('type', e.type, 'at', e.created_at) order by e.created_at, e.id)
      from event e where e.transaction_id = t.id), '[]') as events
  from transaction t where t.service_env_id = $1 and t.id = $2`

/** An event goes to five webhooks at most, each in a few attempts. */
const deliveriesOf = (
  subject: 'e.transaction_id' | 'e.refund_id',
): string => `select d.id, e.type as event, w.url, d.status, d.next_attempt_at, d.last_error, d.created_at,
    coalesce((select json_agg(json_build_object('number', a.number, 'at', a.started_at,
        'isOver', a.finished_at is not null, 'httpStatus', a.http_status, 'error', a.error,
        'durationMs', a.duration_ms) order by a.id)
      from webhook_attempt a where a.delivery_id = d.id), '[]') as attempts
  from webhook_delivery d join event e on e.id = d.event_id join webhook_endpoint w on w.id = d.endpoint_id
  where d.service_env_id = $1 and ${subject} = $2 order by d.created_at, d.id limit 100`

interface HistoryRow {
  readonly operator_state: TransactionHistory['operatorState']
  readonly late_outcome_at: string | null
  readonly events: readonly { readonly type: EventType; readonly at: string }[]
}

interface DeliveryRow {
  readonly id: DeliveryId
  readonly event: EventType
  readonly url: string
  readonly status: DeliveryStatus
  readonly next_attempt_at: string | null
  readonly last_error: string | null
  readonly created_at: string
  readonly attempts: readonly (Omit<PastAttempt, 'at'> & { readonly at: string })[]
}

function toDelivery(row: DeliveryRow): PastDelivery {
  return {
    id: row.id,
    event: row.event,
    url: row.url,
    status: row.status,
    nextAttemptAt: dateOf(row.next_attempt_at),
    lastError: row.last_error,
    createdAt: new Date(row.created_at),
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })),
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
