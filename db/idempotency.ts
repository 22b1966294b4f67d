import { fail } from '#domain/errors/errors.ts'
import type { ApiKeyId, PortalUserId, ServiceEnvId } from '#domain/ids.ts'
import type { PayableId } from '#domain/payment-links/payable.ts'
import type { Keyring } from '#platform/keyring.ts'
import { now } from './functions.ts'
import { sealedColumns } from './sealed-columns.ts'
import type { Sql } from './sql.ts'
import {
  type Changes,
  db,
  type InferResult,
  insertFrom,
  type Params,
  prepared,
  type Source,
  sql as text,
} from './statements.ts'

/**
 * A key is scoped to service and mode, route and holder: the same text elsewhere is a different key
 * (docs/api.md#idempotency).
 */
export interface IdempotencyKey {
  readonly serviceEnvId: ServiceEnvId
  /**
   * With a secret key, the service in its mode, whichever key it is; else the API key; without a key the payable; in
   * the portal the person.
   */
  readonly holderId: ServiceEnvId | ApiKeyId | PayableId | PortalUserId
  readonly route: string
  readonly key: string
}

/** A request under its key. */
export interface IdempotencyScope extends IdempotencyKey {
  /** Keyed hash of method, path and canonical body, 32 bytes. */
  readonly fingerprint: Buffer
}

/** An answer as its caller rendered it; a repeat gets the same bytes. */
export interface StoredResponse {
  readonly status: number
  readonly body: string
  readonly requestId: string
}

/** How a caller renders an answer: once, and stored, so that repeats of the request get the same bytes. */
export interface Answering<Made extends readonly unknown[]> {
  readonly requestId: string
  readonly respond: (...made: Made) => Omit<StoredResponse, 'requestId'>
}

/** An answer to a request with a key: a new one, or that of an earlier request. */
export interface Answer extends StoredResponse {
  /** The transaction, checkout or payment link in the answer. */
  readonly madeId: string
  readonly isReplayed: boolean
}

/** What is stored for a key. */
export interface KeptResponse {
  readonly scope: IdempotencyScope
  readonly response: StoredResponse
  readonly madeId: string
}

const oldest = text<Date>`now() - interval '72 hours'`

/**
 * Lets one request with this key run at a time, until its transaction ends. What it reads next includes everything the
 * previous one committed. Refusal: request_in_progress.
 */
export async function lockKey(sql: Sql, scope: IdempotencyScope): Promise<void> {
  const { isOurs } = await sql.only(lock({ key: keyLock(scope) }))
  if (!isOurs) throw fail('request_in_progress', { retry_after_seconds: 1 })
}

/** The name of the lock of a key. */
export function keyLock(key: IdempotencyKey): string {
  return `idempotency ${rowOf(key)}`
}

const lock = prepared((p: Params<{ key: string }>) =>
  db.selectNoFrom(
    text<boolean>`pg_try_advisory_xact_lock(hashtextextended(${p.key}, 0))`.as('isOurs'),
  ),
)

type OfKey = Params<IdempotencyKey>

/** The answer to an earlier request with this key, for 72 hours: a statement, or part of one. */
export function answerTo(p: OfKey) {
  return db
    .selectFrom('idempotencyRecord')
    .select(['fingerprint', 'status', 'requestId', 'response', 'madeId'])
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('holderId', '=', p.holderId)
    .where('route', '=', p.route)
    .where('key', '=', p.key)
    .where('createdAt', '>', oldest)
}

const answerOfKey = prepared((p: OfKey) => answerTo(p))

type AnswerRow = InferResult<ReturnType<typeof answerTo>>[number]
/** As an outer join, the answer may be missing. */
type MaybeAnswer = { readonly [Column in keyof AnswerRow]: AnswerRow[Column] | null }

/** The stored answer of an earlier request with this key. Refusal: idempotency_conflict for another body. */
export async function findReplay(
  sql: Sql,
  keyring: Keyring,
  scope: IdempotencyScope,
): Promise<Answer | undefined> {
  const answer = await sql.first(answerOfKey(scope))
  return answer && replayOf(answer, keyring, scope)
}

/** The same for an answer that was read together with other things. */
export function replayOf(
  { fingerprint, status, requestId, response, madeId }: MaybeAnswer,
  keyring: Keyring,
  scope: IdempotencyScope,
): Answer | undefined {
  if (!fingerprint || !response || !status || !requestId || !madeId) return undefined
  if (Buffer.compare(fingerprint, scope.fingerprint) !== 0) throw fail('idempotency_conflict')
  return { status, body: opened(keyring, scope, response), requestId, madeId, isReplayed: true }
}

/** What an earlier request with this key made, and its answer, whatever the request said. */
export async function findAnswered(
  sql: Sql,
  keyring: Keyring,
  ofKey: IdempotencyKey,
): Promise<Pick<Answer, 'madeId' | 'body'> | undefined> {
  const answer = await sql.first(answerOfKey(ofKey))
  return answer && { madeId: answer.madeId, body: opened(keyring, ofKey, answer.response) }
}

function opened(keyring: Keyring, ofKey: IdempotencyKey, response: Uint8Array): string {
  return keyring.open(sealedColumns.answer, rowOf(ofKey), response).toString('utf8')
}

/** Stores the answer, sealed, in the transaction that did the work. An answer older than 72 hours is replaced. */
export async function recordResponse(
  sql: Sql,
  keyring: Keyring,
  kept: KeptResponse,
): Promise<void> {
  await sql.run(keep(keptColumns(kept, keyring)))
}

/** The identity of the row that an answer is sealed for. */
function rowOf({ serviceEnvId, holderId, route, key }: IdempotencyKey): string {
  return `${serviceEnvId} ${holderId} ${route} ${key}`
}

/** The columns of an answer to store. */
export function keptColumns({ scope, response, madeId }: KeptResponse, keyring: Keyring) {
  const { serviceEnvId, holderId, route, key, fingerprint } = scope
  const { status, requestId, body } = response
  const sealed = keyring.seal(sealedColumns.answer, rowOf(scope), body)
  const ofKey = { serviceEnvId, holderId, route, key, fingerprint }
  return { ...ofKey, answerStatus: status, requestId, sealed, madeId }
}

/** Stores it: a statement, or part of one; with a source, once for each of its rows (one or none). */
export function keeping(p: Params<ReturnType<typeof keptColumns>>, source?: Source) {
  return insertFrom(
    'idempotencyRecord',
    {
      serviceEnvId: p.serviceEnvId,
      holderId: p.holderId,
      route: p.route,
      key: p.key,
      fingerprint: p.fingerprint,
      status: p.answerStatus,
      requestId: p.requestId,
      response: p.sealed,
      madeId: p.madeId,
    },
    source,
  ).onConflict((conflict) =>
    conflict
      .columns(['serviceEnvId', 'holderId', 'route', 'key'])
      .doUpdateSet((eb): Changes<'idempotencyRecord'> => ({
        fingerprint: eb.ref('excluded.fingerprint'),
        status: eb.ref('excluded.status'),
        requestId: eb.ref('excluded.requestId'),
        response: eb.ref('excluded.response'),
        madeId: eb.ref('excluded.madeId'),
        createdAt: now,
      })),
  )
}

const keep = prepared((p: Params<ReturnType<typeof keptColumns>>) => keeping(p))

/** Deletes expired answers; a bounded batch per call. */
export function purgeResponses(sql: Sql): Promise<number> {
  return sql.run(purge)
}

const purge = db.deleteFrom('idempotencyRecord').where(text<string>`ctid`, 'in', (eb) =>
  eb
    .selectFrom('idempotencyRecord')
    .select(text<string>`ctid`.as('ctid'))
    .where('createdAt', '<=', oldest)
    .limit(1000),
)
