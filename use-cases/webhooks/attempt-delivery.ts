import type { DeliveryId } from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import type { Database } from '#db/connect.ts'
import { bodyToSend, type DeliveryBody } from './delivery-body.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'

/** The attempt that a run wants to make; `isOnlyIfAsked` before its time is up. */
export interface WantedAttempt {
  readonly deliveryId: DeliveryId
  readonly attempt: number
  readonly isOnlyIfAsked?: boolean
}

/** Which attempt it is: an extra one follows the abandonment, and leaves the delivery abandoned when it fails. */
export interface AttemptNumber {
  readonly number: number
  readonly isExtra: boolean
}

/** What to send, exactly: the payload and its signature were made once, for all attempts. */
export interface ClaimedAttempt extends AttemptNumber {
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
  | ({ readonly state: 'lost' } & AttemptNumber)
  /**
   * This attempt had ended in failure before: the answer was lost on the way, or the run itself, not the attempt. What is
   * left of the pause before the next one, null where the books name no time.
   */
  | ({
      readonly state: 'failed'
      readonly reason: string
      readonly retryInMs: number | null
    } & AttemptNumber)
  /** Its time has not come, and nobody asked for it, or no longer. */
  | { readonly state: 'unasked' }

interface DeliveryRow extends DeliveryBody {
  readonly status: 'pending' | 'failed' | 'delivered' | 'abandoned'
  readonly attempts: number
  readonly asked_attempt: 'next' | 'extra' | null
  readonly last_error: string | null
  readonly left_ms: number | null
  readonly url: string
  readonly mode: Mode
  readonly endpoint_status: 'enabled' | 'disabled'
  readonly is_deleted: boolean
}

/**
 * Takes an attempt of a delivery, before the network is touched: one number is sent once at most, whoever dies on the
 * way. One that was asked for comes first. An endpoint disabled or deleted meanwhile ends the delivery here.
 */
export async function claimAttempt(
  database: Database,
  input: WantedAttempt,
): Promise<ClaimedAttempt | Unclaimed> {
  const { deliveryId: id, attempt } = input
  return inTransaction(database.pool, async (sql) => {
    const row = await sql.one<DeliveryRow>(
      `select d.status, d.attempts, d.asked_attempt, d.last_error, d.body_sealed,
         ceil(extract(epoch from d.next_attempt_at - clock_timestamp()) * 1000)::float8 as left_ms, d.secret_version,
         e.secret_version as endpoint_secret_version, e.url, se.mode,
         e.status as endpoint_status, e.deleted_at is not null as is_deleted
       from webhook_delivery d
       join webhook_endpoint e on e.id = d.endpoint_id
       join service_env se on se.id = d.service_env_id
       where d.id = $1 for update of d`,
      [id],
    )
    if (row.status === 'delivered') return { state: 'delivered' }
    if (row.status === 'abandoned') return { state: 'abandoned', reason: row.last_error ?? '' }
    const due = dueAttempt(row, input)
    if (due === undefined) {
      return row.attempts >= attempt ? claimAgain(sql, id, row) : { state: 'unasked' }
    }
    const stopped = stopReason(row)
    if (stopped !== undefined) return abandon(sql, id, stopped)
    return begin(sql, { id, row, keyring: database.keyring, ...due })
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

/** What is to be sent now, if anything is. */
function dueAttempt(row: DeliveryRow, input: WantedAttempt): AttemptNumber | undefined {
  if (row.asked_attempt !== null) {
    const number = Math.min(row.attempts + 1, WEBHOOK_ATTEMPTS_MAX)
    return { number, isExtra: row.asked_attempt === 'extra' }
  }
  if (row.attempts >= input.attempt || input.isOnlyIfAsked) return undefined
  return { number: input.attempt, isExtra: false }
}

async function claimAgain(sql: Sql, id: DeliveryId, row: DeliveryRow): Promise<Unclaimed> {
  const [open] = await sql.rows<{ number: number; is_extra: boolean }>(
    'select number, is_extra from webhook_attempt where delivery_id = $1 and finished_at is null',
    [id],
  )
  if (open) return { state: 'lost', number: open.number, isExtra: open.is_extra }
  const reason = row.last_error ?? 'unknown'
  const retryInMs = row.left_ms === null ? null : Math.max(row.left_ms, 1)
  return { state: 'failed', reason, retryInMs, number: row.attempts, isExtra: false }
}

function stopReason(row: DeliveryRow): string | undefined {
  if (row.is_deleted) return 'endpoint_deleted'
  return row.endpoint_status === 'disabled' ? 'endpoint_disabled' : undefined
}

async function abandon(sql: Sql, id: DeliveryId, reason: string): Promise<Unclaimed> {
  await sql.rows(
    `update webhook_delivery set status = 'abandoned', last_error = $2, asked_attempt = null,
       next_attempt_at = null, completed_at = now()
     where id = $1`,
    [id, reason],
  )
  return { state: 'abandoned', reason }
}

async function begin(
  sql: Sql,
  claim: AttemptNumber & {
    readonly id: DeliveryId
    readonly row: DeliveryRow
    readonly keyring: Database['keyring']
  },
): Promise<ClaimedAttempt> {
  const { id, number, isExtra, row } = claim
  await sql.rows(
    `update webhook_delivery set status = 'pending', attempts = $2, asked_attempt = null, next_attempt_at = null
     where id = $1`,
    [id, number],
  )
  const begun = await sql.one<{ id: string }>(
    'insert into webhook_attempt (delivery_id, number, is_extra, url) values ($1, $2, $3, $4) returning id',
    [id, number, isExtra, row.url],
  )
  const { payload, signature } = await bodyToSend(sql, claim.keyring, { ...row, id })
  const { url, mode } = row
  return { state: 'claimed', attemptId: begun.id, number, isExtra, url, mode, payload, signature }
}
