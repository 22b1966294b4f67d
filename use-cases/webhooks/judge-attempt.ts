import type { DeliveryId, EndpointId } from '#domain/ids.ts'
import { sourcesOf } from '#domain/states/moves.ts'
import { deliveryMoves, type DeliveryStatus } from '#domain/webhooks/delivery.ts'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool, type Sql } from '#db/sql.ts'
import {
  db,
  type Expression,
  type InferResult,
  type Params,
  prepared,
  sql,
} from '#db/statements.ts'
import { sendLease, sendsAtOnce } from '#db/sends-at-once.ts'

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
  | ({ readonly state: 'lost'; readonly attemptId: bigint } & AttemptNumber)
  /** A worker began this attempt and may still be sending it: gives the time after which it counts as lost. */
  | ({ readonly state: 'under_way'; readonly waitMs: number } & AttemptNumber)
  /**
   * This attempt had already failed: its result, or the run itself, was lost on the way. Gives the rest of the pause
   * before the next one, or null if no time is set.
   */
  | ({
      readonly state: 'failed'
      readonly reason: string
      readonly retryInMs: number | null
    } & AttemptNumber)
  /** It is not due yet, and nobody has requested it; or the request was met meanwhile. */
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
  const delivery = await books.only(standing(wanted(input)))
  // If somebody else was quicker, it is checked again.
  return (await judge(books, input, delivery)) ?? judgeAttempt(database, input)
}

/** The same for a delivery that was just read; undefined if it has changed since. */
export async function judge(
  books: Sql,
  input: WantedAttempt,
  delivery: Standing,
): Promise<DueAttempt | Unclaimed | undefined> {
  const { dueNumber, isExtra, endpointId } = delivery
  if (dueNumber === null) return unclaimed(delivery, input)
  const reason = stopReason(delivery)
  if (reason === undefined) return { state: 'due', number: dueNumber, isExtra, endpointId }
  const isAbandoned = (await books.run(abandon({ ...delivery, reason }))) > 0
  return isAbandoned ? { state: 'abandoned', reason } : undefined
}

function unclaimed(delivery: Standing, { attempt }: WantedAttempt): Unclaimed {
  const { status, attempts, lastError } = delivery
  if (status === 'delivered') return { state: 'delivered' }
  if (status === 'abandoned') return { state: 'abandoned', reason: lastError ?? '' }
  const open = openAttempt(delivery)
  if (open !== undefined) return open
  if (attempts < attempt) return { state: 'unasked' }
  const retryInMs = delivery.leftMs === null ? null : Math.max(delivery.leftMs, 1)
  const reason = lastError ?? 'unknown'
  return { state: 'failed', reason, retryInMs, number: attempts, isExtra: false }
}

/** The attempt without a result, whichever number was asked for: nothing else is sent before it has one. */
function openAttempt({
  openId: attemptId,
  openNumber: number,
  isOpenExtra,
  openLeftMs: waitMs,
}: Standing): Unclaimed | undefined {
  if (attemptId === null || number === null) return undefined
  const isExtra = isOpenExtra === true
  if (waitMs !== null && waitMs > 0) return { state: 'under_way', number, isExtra, waitMs }
  return { state: 'lost', number, isExtra, attemptId }
}

function stopReason({ isDeleted, endpointStatus }: Standing): string | undefined {
  if (isDeleted) return 'endpoint_deleted'
  return endpointStatus === 'disabled' ? 'endpoint_disabled' : undefined
}

/** The state of a delivery, and which attempt of it is to be sent now. */
export type Standing = InferResult<ReturnType<typeof standingOf>>[number]

/** The parameters of the statements that read it. */
export const wanted = ({ deliveryId, attempt, isOnlyIfAsked = false }: WantedAttempt) => ({
  deliveryId,
  attempt,
  isOnlyIfAsked,
})

/** Reads it, as part of a statement. */
export function standingOf(p: Params<ReturnType<typeof wanted>>) {
  return db
    .selectFrom('webhookDelivery as d')
    .innerJoin('webhookEndpoint as e', 'e.id', 'd.endpointId')
    .innerJoin('serviceEnv as s', 's.id', 'd.serviceEnvId')
    .leftJoin('webhookAttempt as a', (join) =>
      join.onRef('a.deliveryId', '=', 'd.id').on('a.finishedAt', 'is', null),
    )
    .where('d.id', '=', p.deliveryId)
    .select(['d.id', 'd.status', 'd.attempts', 'd.askedAttempt', 'd.lastError', 'd.bodySealed'])
    .select(['d.secretVersion', 'e.secretVersion as endpointSecretVersion', 's.mode', 'e.url'])
    .select(['e.status as endpointStatus', 'a.number as openNumber', 'a.isExtra as isOpenExtra'])
    .select(['d.eventId', 'd.endpointId', 'e.secretSealed', 'e.nextSecretSealed', 'a.id as openId'])
    .select((eb) => [
      sendsAtOnce(eb.ref('d.endpointId')).$asScalar().as('sends'),
      eb('e.deletedAt', 'is not', null).$castTo<boolean>().as('isDeleted'),
      sql<
        number | null
      >`ceil(extract(epoch from ${eb.ref('d.nextAttemptAt')} - clock_timestamp()) * 1000)::float8`.as(
        'leftMs',
      ),
      openLeftMs(eb.ref('a.startedAt')).as('openLeftMs'),
      // An attempt that somebody asked for comes first.
      sql<number | null>`case
        when ${eb.ref('a.id')} is not null then null
        when not ${eb('d.status', 'in', sourcesOf(deliveryMoves, 'begin'))} then null
        when ${eb.ref('d.askedAttempt')} is not null then least(${eb.ref('d.attempts')} + 1, ${sql.lit(WEBHOOK_ATTEMPTS_MAX)})
        when ${eb.ref('d.attempts')} < ${p.attempt}::int and not ${p.isOnlyIfAsked}::boolean then ${p.attempt}::int
      end`.as('dueNumber'),
      sql<boolean>`${eb.ref('d.askedAttempt')} is not distinct from 'extra'`.as('isExtra'),
    ])
}

/** How long a send that began then may still go on; null if the clock was set back by more than that. */
function openLeftMs(startedAt: Expression<Date | null>) {
  const leftMs = sql<number>`ceil(extract(epoch from ${startedAt} + ${sendLease} - clock_timestamp()) * 1000)::float8`
  return sql<
    number | null
  >`case when ${startedAt} < clock_timestamp() + ${sendLease} then ${leftMs} end`
}

const standing = prepared(standingOf)

/** The version of a delivery that was checked: the next write applies only to that one. */
export interface Judged {
  readonly id: DeliveryId
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly askedAttempt: 'next' | 'extra' | null
}

/** The condition for such a write. */
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
