import type { DeliveryId, EndpointId } from '#domain/ids.ts'
import { targetsOf } from '#domain/states/moves.ts'
import { deliveryMoves, type DeliveryStatus } from '#domain/webhooks/delivery.ts'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared, sql } from '#db/statements.ts'
import { sendsAtOnce } from '#db/sends-at-once.ts'

/** The attempt that a run wants to make; `isOnlyIfAsked` before its time is up. */
export interface WantedAttempt {
  readonly deliveryId: DeliveryId
  readonly attempt: number
  readonly isOnlyIfAsked?: boolean
}

/** Which attempt it is: an extra one comes after the abandonment, and leaves the delivery abandoned if it fails. */
export interface AttemptNumber {
  readonly number: number
  readonly isExtra: boolean
}

/** Why there is nothing to send under this number. */
export type Unclaimed =
  | { readonly state: 'delivered' }
  | { readonly state: 'abandoned'; readonly reason: string }
  /** A worker began this attempt and never reported its result: the attempt is lost (docs/webhooks.md#attempts). */
  | ({ readonly state: 'lost' } & AttemptNumber)
  /**
   * This attempt had already failed: its result, or the run itself, was lost on the way. Gives the rest of the pause
   * before the next one, or null if no time is set.
   */
  | ({
      readonly state: 'failed'
      readonly reason: string
      readonly retryInMs: number | null
    } & AttemptNumber)
  /** Its time has not come, and nobody has requested it, or no longer does. */
  | { readonly state: 'unasked' }

/** An attempt to claim and send. */
export interface DueAttempt extends AttemptNumber {
  readonly state: 'due'
  readonly endpointId: EndpointId
}

/**
 * Whether an attempt of a delivery is to be sent now. A requested attempt comes first. If its endpoint was disabled or
 * deleted meanwhile, the delivery ends here.
 */
export async function judgeAttempt(
  database: Database,
  input: WantedAttempt,
): Promise<DueAttempt | Unclaimed> {
  const books = onPool(database.pool)
  const delivery = await books.only(standing({ id: input.deliveryId }))
  // If somebody else was quicker, it is checked again.
  return (await judge(books, input, delivery)) ?? judgeAttempt(database, input)
}

/** The same for a delivery that was just read; undefined if it has changed since. */
export async function judge(
  books: Sql,
  input: WantedAttempt,
  delivery: Standing,
): Promise<DueAttempt | Unclaimed | undefined> {
  const due = dueAttempt(delivery, input)
  if (due === undefined) return unclaimed(delivery, input)
  const reason = stopReason(delivery)
  if (reason === undefined) return { state: 'due', ...due, endpointId: delivery.endpointId }
  const isAbandoned = (await books.run(abandon({ ...delivery, reason }))) > 0
  return isAbandoned ? { state: 'abandoned', reason } : undefined
}

/** The attempt to send now, if any. */
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

/** The state of a delivery. */
export type Standing = InferResult<typeof deliveries>[number]

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
  .select(['d.eventId', 'e.secretSealed', 'e.nextSecretSealed'])
  .select((eb) => ['d.endpointId', sendsAtOnce(eb.ref('d.endpointId')).$asScalar().as('sends')])
  .select((eb) => eb('e.deletedAt', 'is not', null).as('isDeleted'))
  .select((eb) =>
    sql<
      number | null
    >`ceil(extract(epoch from ${eb.ref('d.nextAttemptAt')} - clock_timestamp()) * 1000)::float8`.as(
      'leftMs',
    ),
  )

/** Reads it. */
export const standing = prepared((p: Params<{ id: DeliveryId }>) =>
  deliveries.where('d.id', '=', p.id),
)

/** The version of a delivery that was checked: the next write applies only to that one. */
export interface Judged {
  readonly id: DeliveryId
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly askedAttempt: 'next' | 'extra' | null
}

/** The condition for such a write. */
export const asJudged = (p: Params<Judged>) =>
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
