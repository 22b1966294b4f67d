import type { DeliveryId } from '#domain/ids.ts'
import type { Mode } from '#domain/transaction.ts'
import type { Database } from '#db/connect.ts'
import { bodyPurpose } from '#db/events.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'

/** What to send, exactly: the payload and its signature were made once, with the delivery. */
export interface ClaimedAttempt {
  readonly state: 'claimed'
  readonly attemptId: string
  readonly url: string
  readonly mode: Mode
  readonly payload: string
  readonly signature: string
}

/** Why there is nothing to send under this number. */
export type Unclaimed =
  | { readonly state: 'delivered' }
  | { readonly state: 'abandoned'; readonly reason: string }
  /** A worker began this attempt and never told how it ended: the attempt is spent (decisions 26). */
  | { readonly state: 'lost' }
  /** This attempt had ended in failure before: the answer was lost on the way, not the attempt. */
  | { readonly state: 'failed'; readonly reason: string }

interface DeliveryRow {
  readonly status: 'pending' | 'failed' | 'delivered' | 'abandoned'
  readonly attempts: number
  readonly last_error: string | null
  readonly body_sealed: Buffer
  readonly url: string
  readonly mode: Mode
  readonly endpoint_status: 'enabled' | 'disabled'
  readonly is_deleted: boolean
}

/**
 * Takes an attempt of a delivery, before the network is touched: one number is sent once at most, whoever dies on the
 * way. An endpoint disabled or deleted meanwhile ends the delivery here.
 */
export async function claimAttempt(
  database: Database,
  id: DeliveryId,
  attempt: number,
): Promise<ClaimedAttempt | Unclaimed> {
  return inTransaction(database.pool, async (sql) => {
    const row = await sql.one<DeliveryRow>(
      `select d.status, d.attempts, d.last_error, d.body_sealed, e.url, se.mode,
         e.status as endpoint_status, e.deleted_at is not null as is_deleted
       from webhook_delivery d
       join webhook_endpoint e on e.id = d.endpoint_id
       join service_env se on se.id = d.service_env_id
       where d.id = $1 for update of d`,
      [id],
    )
    if (row.status === 'delivered') return { state: 'delivered' }
    if (row.status === 'abandoned') return { state: 'abandoned', reason: row.last_error ?? '' }
    if (row.attempts >= attempt) return claimAgain(sql, id, row)
    const stopped = stopReason(row)
    if (stopped !== undefined) return abandon(sql, id, stopped)
    return begin(sql, { id, attempt, row, keyring: database.keyring })
  })
}

export interface AttemptEnd {
  readonly outcome: 'delivered' | 'failed' | 'abandoned'
  readonly httpStatus: number | null
  readonly error: string | null
  readonly extract: string | null
  readonly durationMs: number
  /** The pause before the next attempt, null when none follows. */
  readonly retryInMs: number | null
}

/**
 * Records how an attempt ended, unless it was given up as lost meanwhile; true when this call recorded it. What arrived
 * is delivered, though its endpoint was stopped during the send: a delivered delivery is never sent again.
 */
export async function finishAttempt(
  database: Database,
  attempt: { readonly deliveryId: DeliveryId; readonly attemptId: string },
  end: AttemptEnd,
): Promise<boolean> {
  return inTransaction(database.pool, async (sql) => {
    const finished = await sql.rows(
      `update webhook_attempt set finished_at = now(), http_status = $2, error = $3,
         response_extract = $4, duration_ms = $5
       where id = $1 and finished_at is null returning id`,
      [attempt.attemptId, end.httpStatus, end.error, end.extract, end.durationMs],
    )
    if (finished.length === 0) return false
    await sql.rows(
      `update webhook_delivery set status = $2, last_http_status = $3, last_error = $4,
         next_attempt_at = now() + $5::bigint * interval '1 ms',
         completed_at = case when $2 in ('delivered', 'abandoned') then now() end
       where id = $1 and (status in ('pending', 'failed') or (status = 'abandoned' and $2 = 'delivered'))`,
      [attempt.deliveryId, end.outcome, end.httpStatus, end.error, end.retryInMs],
    )
    return true
  })
}

/** The attempt that a lost worker left open is closed as spent. */
export async function closeLostAttempt(
  database: Database,
  id: DeliveryId,
  end: Pick<AttemptEnd, 'outcome' | 'error' | 'retryInMs'>,
): Promise<void> {
  const [open] = await onPool(database.pool).rows<{ id: string }>(
    'select id from webhook_attempt where delivery_id = $1 and finished_at is null',
    [id],
  )
  if (open === undefined) return
  const nothingKnown = { httpStatus: null, extract: null, durationMs: 0 }
  await finishAttempt(database, { deliveryId: id, attemptId: open.id }, { ...end, ...nothingKnown })
}

/** Deliveries still waiting for this endpoint end at once, with the reason in their history. */
export async function abandonWaiting(
  sql: Sql,
  endpointId: string,
  reason: string,
): Promise<DeliveryId[]> {
  const rows = await sql.rows<{ id: DeliveryId }>(
    `update webhook_delivery set status = 'abandoned', last_error = $2, next_attempt_at = null, completed_at = now()
     where endpoint_id = $1 and status in ('pending', 'failed') returning id`,
    [endpointId, reason],
  )
  return rows.map(({ id }) => id)
}

async function claimAgain(sql: Sql, id: DeliveryId, row: DeliveryRow): Promise<Unclaimed> {
  const open = await sql.rows(
    'select id from webhook_attempt where delivery_id = $1 and finished_at is null',
    [id],
  )
  return open.length > 0
    ? { state: 'lost' }
    : { state: 'failed', reason: row.last_error ?? 'unknown' }
}

function stopReason(row: DeliveryRow): string | undefined {
  if (row.is_deleted) return 'endpoint_deleted'
  return row.endpoint_status === 'disabled' ? 'endpoint_disabled' : undefined
}

async function abandon(sql: Sql, id: DeliveryId, reason: string): Promise<Unclaimed> {
  await sql.rows(
    `update webhook_delivery set status = 'abandoned', last_error = $2, next_attempt_at = null, completed_at = now()
     where id = $1`,
    [id, reason],
  )
  return { state: 'abandoned', reason }
}

async function begin(
  sql: Sql,
  claim: {
    readonly id: DeliveryId
    readonly attempt: number
    readonly row: DeliveryRow
    readonly keyring: Database['keyring']
  },
): Promise<ClaimedAttempt> {
  const { id, attempt, row } = claim
  await sql.rows(
    'update webhook_delivery set attempts = $2, next_attempt_at = null where id = $1',
    [id, attempt],
  )
  const begun = await sql.one<{ id: string }>(
    'insert into webhook_attempt (delivery_id, number, url) values ($1, $2, $3) returning id',
    [id, attempt, row.url],
  )
  const body: unknown = JSON.parse(
    claim.keyring.open(bodyPurpose, row.body_sealed).toString('utf8'),
  )
  const { payload, signature } = body as { payload: string; signature: string }
  return { state: 'claimed', attemptId: begun.id, url: row.url, mode: row.mode, payload, signature }
}
