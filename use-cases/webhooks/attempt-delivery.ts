import type { DeliveryId } from '#domain/ids.ts'
import { sourcesOf, targetsOf } from '#domain/states/moves.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { deliveryMoves, type DeliveryStatus } from '#domain/webhooks/delivery.ts'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import type { Database } from '#db/connect.ts'
import { bodyPurpose } from '#db/events.ts'
import { now } from '#db/functions.ts'
import type { SealedPayload } from '#db/seal.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared, sql } from '#db/statements.ts'
import { sealAnew } from './seal-anew.ts'

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
  readonly attemptId: bigint
  readonly url: string
  readonly mode: Mode
  readonly payload: string
  readonly signature: string
}

/** Why there is nothing to send under this number. */
export type Unclaimed =
  | { readonly state: 'delivered' }
  | { readonly state: 'abandoned'; readonly reason: string }
  /** A worker began this attempt and never told how it ended: the attempt is spent (docs/webhooks.md#attempts). */
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

/**
 * Takes an attempt of a delivery, before the network is touched: one number is sent once at most, whoever dies on the
 * way. One that was asked for comes first. An endpoint disabled or deleted meanwhile ends the delivery here.
 */
export async function claimAttempt(
  database: Database,
  input: WantedAttempt,
): Promise<ClaimedAttempt | Unclaimed> {
  const books = onPool(database.pool)
  const delivery = await books.only(standing({ id: input.deliveryId }))
  const answer = await take({ books, keyring: database.keyring }, input, delivery)
  // Somebody else was quicker, or the secret is another one: it is judged again as it stands now.
  return answer ?? claimAttempt(database, input)
}

/** Undefined where the delivery is no longer as it was read. */
async function take(
  { books, keyring }: { readonly books: Sql; readonly keyring: Database['keyring'] },
  input: WantedAttempt,
  delivery: Standing,
): Promise<ClaimedAttempt | Unclaimed | undefined> {
  const due = dueAttempt(delivery, input)
  if (due === undefined) return unclaimed(delivery, input)
  const reason = stopReason(delivery)
  if (reason !== undefined) {
    const isAbandoned = (await books.run(abandon({ ...delivery, reason }))) > 0
    return isAbandoned ? { state: 'abandoned', reason } : undefined
  }
  if (delivery.secretVersion !== delivery.endpointSecretVersion) {
    await sealAnew(books, keyring, delivery)
    return undefined
  }
  // Opened before it counts: a body that cannot be read costs no attempt.
  const body = keyring.open(bodyPurpose, delivery.bodySealed).toString('utf8')
  const { payload, signature } = JSON.parse(body) as SealedPayload
  const begun = await books.first(begin({ ...delivery, ...due }))
  if (begun === undefined) return undefined
  return { state: 'claimed', ...begun, ...due, mode: delivery.mode, payload, signature }
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
  attempt: { readonly deliveryId: DeliveryId; readonly attemptId: bigint },
  end: AttemptEnd,
): Promise<boolean> {
  return (await onPool(database.pool).first(finish({ ...attempt, ...end }))) !== undefined
}

/** The attempt that a lost worker left open is closed as spent. */
export async function closeLostAttempt(
  database: Database,
  deliveryId: DeliveryId,
  end: Pick<AttemptEnd, 'outcome' | 'error' | 'retryInMs'>,
): Promise<void> {
  const nothingKnown = { attemptId: null, httpStatus: null, extract: null, durationMs: 0 }
  await onPool(database.pool).first(finish({ deliveryId, ...end, ...nothingKnown }))
}

/** What is to be sent now, if anything is. */
function dueAttempt(delivery: Standing, input: WantedAttempt): AttemptNumber | undefined {
  const { status, attempts, askedAttempt } = delivery
  if (targetsOf(deliveryMoves, status, 'begin').length === 0) return undefined
  if (askedAttempt !== null) {
    const number = Math.min(attempts + 1, WEBHOOK_ATTEMPTS_MAX)
    return { number, isExtra: askedAttempt === 'extra' }
  }
  if (attempts >= input.attempt || input.isOnlyIfAsked) return undefined
  return { number: input.attempt, isExtra: false }
}

function unclaimed(delivery: Standing, { attempt }: WantedAttempt): Unclaimed {
  const { status, attempts, lastError, openNumber, isOpenExtra } = delivery
  if (status === 'delivered') return { state: 'delivered' }
  if (status === 'abandoned') return { state: 'abandoned', reason: lastError ?? '' }
  if (attempts < attempt) return { state: 'unasked' }
  if (openNumber !== null)
    return { state: 'lost', number: openNumber, isExtra: isOpenExtra === true }
  const retryInMs = delivery.leftMs === null ? null : Math.max(delivery.leftMs, 1)
  const reason = lastError ?? 'unknown'
  return { state: 'failed', reason, retryInMs, number: attempts, isExtra: false }
}

function stopReason({ isDeleted, endpointStatus }: Standing): string | undefined {
  if (isDeleted) return 'endpoint_deleted'
  return endpointStatus === 'disabled' ? 'endpoint_disabled' : undefined
}

type Standing = InferResult<typeof deliveries>[number]

const deliveries = db
  .selectFrom('webhookDelivery as d')
  .innerJoin('webhookEndpoint as e', 'e.id', 'd.endpointId')
  .innerJoin('serviceEnv as s', 's.id', 'd.serviceEnvId')
  .leftJoin('webhookAttempt as a', (join) =>
    join.onRef('a.deliveryId', '=', 'd.id').on('a.finishedAt', 'is', null),
  )
  .select(['d.id', 'd.status', 'd.attempts', 'd.askedAttempt', 'd.lastError', 'd.bodySealed'])
  .select(['d.secretVersion', 'e.secretVersion as endpointSecretVersion', 's.mode'])
  .select(['e.status as endpointStatus', 'a.number as openNumber', 'a.isExtra as isOpenExtra'])
  .select((eb) => eb('e.deletedAt', 'is not', null).as('isDeleted'))
  .select((eb) =>
    sql<
      number | null
    >`ceil(extract(epoch from ${eb.ref('d.nextAttemptAt')} - clock_timestamp()) * 1000)::float8`.as(
      'leftMs',
    ),
  )

const standing = prepared((p: Params<{ id: DeliveryId }>) => deliveries.where('d.id', '=', p.id))

/** A delivery as it was judged: what is written next is written to that one alone. */
interface Judged {
  readonly id: DeliveryId
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly askedAttempt: 'next' | 'extra' | null
}

const asJudged = (p: Params<Judged>) =>
  db
    .updateTable('webhookDelivery as d')
    .where('d.id', '=', p.id)
    .where('d.status', '=', p.status)
    .where('d.attempts', '=', p.attempts)
    .where('d.askedAttempt', 'is not distinct from', p.askedAttempt)

const abandon = prepared((p: Params<Judged & { reason: string }>) =>
  asJudged(p).set({
    status: 'abandoned',
    lastError: p.reason,
    askedAttempt: null,
    nextAttemptAt: null,
    completedAt: now,
  }),
)

// Whoever writes the delivery first begins the attempt; the others wait for it, and find another one than they judged.
const begin = prepared((p: Params<Judged & AttemptNumber & { endpointSecretVersion: number }>) =>
  db
    .with('begun', () =>
      asJudged(p)
        .from('webhookEndpoint as e')
        .set({ status: 'pending', attempts: p.number, askedAttempt: null, nextAttemptAt: null })
        .whereRef('e.id', '=', 'd.endpointId')
        .where('e.status', '=', 'enabled')
        .where('e.deletedAt', 'is', null)
        .where('e.secretVersion', '=', p.endpointSecretVersion)
        .where('d.secretVersion', '=', p.endpointSecretVersion)
        .returning(['d.id', 'd.attempts', 'e.url']),
    )
    .insertInto('webhookAttempt')
    .columns(['deliveryId', 'number', 'url', 'isExtra'])
    .expression((eb) =>
      eb
        .selectFrom('begun')
        .select(['begun.id', 'begun.attempts', 'begun.url'])
        .select(sql<boolean>`${p.isExtra}::boolean`.as('isExtra')),
    )
    .returning(['id as attemptId', 'url']),
)

// The delivery's row first, as everywhere: who asks for an attempt holds it when closing what was left open.
const finish = prepared(
  (p: Params<AttemptEnd & { deliveryId: DeliveryId; attemptId: bigint | null }>) =>
    db
      .with('held', (books) =>
        books
          .selectFrom('webhookDelivery')
          .select('id')
          .where('id', '=', p.deliveryId)
          .forNoKeyUpdate(),
      )
      .with('finished', (books) =>
        books
          .updateTable('webhookAttempt as a')
          .from('held')
          .set({
            finishedAt: now,
            httpStatus: p.httpStatus,
            error: p.error,
            responseExtract: p.extract,
            durationMs: p.durationMs,
          })
          .whereRef('a.deliveryId', '=', 'held.id')
          .where('a.finishedAt', 'is', null)
          .where((eb) => eb('a.id', '=', eb.fn.coalesce(p.attemptId, eb.ref('a.id'))))
          .returning('a.deliveryId'),
      )
      .with('moved', (books) =>
        books
          .updateTable('webhookDelivery as d')
          .from('finished')
          .set({
            status: p.outcome,
            lastHttpStatus: p.httpStatus,
            lastError: p.error,
            nextAttemptAt: sql<Date>`now() + ${p.retryInMs}::bigint * interval '1 ms'`,
            completedAt: sql<Date>`case when ${p.outcome} <> 'failed' then now() end`,
          })
          .whereRef('d.id', '=', 'finished.deliveryId')
          .where((eb) =>
            eb.or([
              eb('d.status', 'in', sourcesOf(deliveryMoves, 'miss')),
              eb.and([
                eb('d.status', 'in', sourcesOf(deliveryMoves, 'answer')),
                eb(p.outcome, '=', 'delivered'),
              ]),
            ]),
          ),
      )
      .selectFrom('finished')
      .select('finished.deliveryId'),
)
