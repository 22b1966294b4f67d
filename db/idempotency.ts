import { fail } from '#domain/errors/errors.ts'
import type { ApiKeyId, PortalUserId, ServiceEnvId } from '#domain/ids.ts'
import type { PayableId } from '#domain/payment-links/payable.ts'
import type { Keyring } from '#platform/keyring.ts'
import type { Sql } from './sql.ts'

/** A key lives with its service and mode, its route and its holder: the same text elsewhere is another key (decisions 4). */
export interface IdempotencyScope {
  readonly serviceEnvId: ServiceEnvId
  /** The API key; where payers come without one, what they pay through; in the portal whoever asks. */
  readonly holderId: ApiKeyId | PayableId | PortalUserId
  readonly route: string
  readonly key: string
  /** Keyed hash of method, path and canonical body, 32 bytes. */
  readonly fingerprint: Buffer
}

export interface StoredResponse {
  readonly status: number
  readonly body: string
  readonly requestId: string
}
export interface Replay extends StoredResponse {
  readonly isReplayed: boolean
}

const keptFor = '72 hours'
const purpose = 'idempotent-response'

/**
 * Lets one request with this key run at a time, until its transaction ends, however it ends. Refusal: request_in_progress.
 */
export async function lockKey(sql: Sql, scope: IdempotencyScope): Promise<void> {
  const { locked } = await sql.one<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
    [`idempotency ${scope.serviceEnvId} ${scope.holderId} ${scope.route} ${scope.key}`],
  )
  if (!locked) throw fail('request_in_progress', { retry_after_seconds: 1 })
}

/** The stored answer of an earlier request with this key, 72 hours long. Refusal: idempotency_conflict for another body. */
export async function findReplay(
  sql: Sql,
  keyring: Keyring,
  scope: IdempotencyScope,
): Promise<Replay | undefined> {
  const [row] = await sql.rows<{
    fingerprint: Buffer
    status: number
    request_id: string
    response: Buffer
  }>(
    `select fingerprint, status, request_id, response from idempotency_record
     where service_env_id = $1 and holder_id = $2 and route = $3 and key = $4
       and created_at > now() - interval '${keptFor}'`,
    [scope.serviceEnvId, scope.holderId, scope.route, scope.key],
  )
  if (row === undefined) return undefined
  if (!row.fingerprint.equals(scope.fingerprint)) throw fail('idempotency_conflict')
  const body = keyring.open(purpose, row.response).toString('utf8')
  return { status: row.status, body, requestId: row.request_id, isReplayed: true }
}

/** Keeps the answer, sealed, in the transaction that did the work. An answer older than 72 hours gives way. */
export async function recordResponse(
  sql: Sql,
  keyring: Keyring,
  record: { readonly scope: IdempotencyScope; readonly response: StoredResponse },
): Promise<void> {
  const { scope, response } = record
  await sql.rows(
    `insert into idempotency_record
       (service_env_id, holder_id, route, key, fingerprint, status, request_id, response)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (service_env_id, holder_id, route, key) do update set
       fingerprint = excluded.fingerprint, status = excluded.status, request_id = excluded.request_id,
       response = excluded.response, created_at = now()`,
    [
      scope.serviceEnvId,
      scope.holderId,
      scope.route,
      scope.key,
      scope.fingerprint,
      response.status,
      response.requestId,
      keyring.seal(purpose, response.body),
    ],
  )
}

/** Forgets answers whose time is over; a bounded batch a call. */
export async function purgeResponses(sql: Sql): Promise<void> {
  await sql.rows(
    `delete from idempotency_record where ctid in (
       select ctid from idempotency_record where created_at <= now() - interval '${keptFor}' limit 1000)`,
  )
}
