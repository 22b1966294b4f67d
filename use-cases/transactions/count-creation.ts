import { fail } from '#domain/errors/errors.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type Answer, type IdempotencyScope, keyLock, replayOf } from '#db/idempotency.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql as text } from '#db/statements.ts'
import type { Env, FraudLimits } from '#platform/env.ts'
import type { Keyring } from '#platform/keyring.ts'

/** Limits on creations (docs/api.md#limits). */
export interface CreationLimits extends FraudLimits {
  readonly sandboxPerMinute: number
  readonly sandboxPerDay: number
}

/** The limits that the environment sets. */
export function creationLimitsOf(
  env: Pick<Env, 'fraud' | 'sandboxCreationsPerMinute' | 'sandboxCreationsPerDay'>,
): CreationLimits {
  return {
    sandboxPerMinute: env.sandboxCreationsPerMinute,
    sandboxPerDay: env.sandboxCreationsPerDay,
    ...env.fraud,
  }
}

/** A creation and what it is counted by. */
export interface Counted {
  readonly creation: Pick<
    TransactionRecord,
    | 'serviceEnvId'
    | 'apiKeyId'
    | 'mode'
    | 'type'
    | 'customer'
    | 'channel'
    | 'paymentLink'
    | 'checkoutId'
  >
  readonly idempotency: IdempotencyScope
  readonly limits: CreationLimits
}

/** Why a creation is refused: its key is in use, or it exceeds a limit. */
type Refusal =
  | 'in_progress'
  | 'sandbox_minute'
  | 'sandbox_day'
  | 'merchant_minute'
  | 'link_minute'
  | 'number'

/** The state in which a creation begins. */
export interface Standing {
  /** The earlier answer for its key. */
  readonly replay: Answer | undefined
  readonly refusal: Refusal | null
  /** Until the next day (UTC), when a sandbox service may create again. */
  readonly secondsLeftToday: number
}

/**
 * Reads the state for a creation, in the transaction that makes it, and locks its key and its number until the end:
 * what is refused or rolled back was never counted, and two at once wait for each other. Refusals: request_in_progress,
 * idempotency_conflict.
 */
export async function readStanding(
  sql: Sql,
  keyring: Keyring,
  counted: Counted,
): Promise<Standing> {
  return standingOf(await sql.only(standing(standingValues(counted))), keyring, counted)
}

/** The same from a row returned by a statement that also creates. */
export function standingOf(
  row: NonNullable<ReturnType<typeof standing>['~row']>,
  keyring: Keyring,
  { idempotency }: Pick<Counted, 'idempotency'>,
): Standing {
  const { refusal, secondsLeftToday } = row
  if (refusal === 'in_progress') throw fail('request_in_progress', { retry_after_seconds: 1 })
  return { refusal, secondsLeftToday, replay: replayOf(row, keyring, idempotency) }
}

/** Refuses a creation that exceeds a limit. Refusals: sandbox_rate_limited, rate_limited, with `Retry-After`. */
export function refuseExcess(
  { refusal, secondsLeftToday }: Standing,
  limits: CreationLimits,
): void {
  if (refusal === 'sandbox_minute') throw fail('sandbox_rate_limited', { retry_after_seconds: 60 })
  if (refusal === 'sandbox_day') {
    throw fail('sandbox_rate_limited', { retry_after_seconds: secondsLeftToday })
  }
  if (refusal === 'merchant_minute' || refusal === 'link_minute') {
    const limit = refusal === 'link_minute' ? 'link' : 'merchant'
    throw fail('rate_limited', { retry_after_seconds: 60, limit })
  }
  if (refusal === 'number') {
    const seconds = Math.ceil(limits.requestsPerNumberWindowMs / 1000)
    throw fail('rate_limited', { retry_after_seconds: seconds, limit: 'phone_number' })
  }
}

/** The values that a creation is checked with. */
export function standingValues({ creation, idempotency, limits }: Counted) {
  const { serviceEnvId, holderId, route, key } = idempotency
  const phone = countedPhone(creation)
  const counted = bucketOf(creation)
  // A merchant does not wait for anonymous callers.
  const turns = counted.isOfStrangers ? 'number of strangers' : 'number'
  return {
    ...counted,
    keyLock: keyLock(idempotency),
    numberLock: phone === null ? null : `${turns} ${phone}`,
    serviceEnvId,
    holderId,
    route,
    key,
    mode: creation.mode,
    apiKeyId: creation.apiKeyId,
    countedPhone: phone,
    perMinute: limits.sandboxPerMinute,
    perDay: limits.sandboxPerDay,
    perBucket: counted.isKeyless
      ? limits.requestsPerLinkPerMinute
      : limits.requestsPerMerchantPerMinute,
    pendingMax: limits.pendingPerNumber,
    recentMax: limits.requestsPerNumber,
    windowMs: limits.requestsPerNumberWindowMs,
  }
}

/**
 * The number on whose counter creations are serialised: in live, a person's number is protected across all merchants.
 * Recipients of payouts are not counted, because they are authorised and get no requests.
 */
function countedPhone({ type, customer }: Counted['creation']): string | null {
  return type === 'collection' ? customer.phone : null
}

/** All of it in one database function (db/migrations/08-transactions.sql): a statement, or part of one. */
export function standingRow(p: Params<ReturnType<typeof standingValues>>) {
  return db
    .selectFrom(
      text<{
        refusal: Refusal | null
        fingerprint: Buffer | null
        status: number | null
        requestId: string | null
        response: Buffer | null
        madeId: string | null
      }>`creation_standing(${p.keyLock}, ${p.numberLock}, ${p.serviceEnvId}, ${p.holderId}, ${p.route}, ${p.key},
        ${p.mode}, ${p.apiKeyId}, ${p.countedPhone}, ${p.bucket}, ${p.isOfStrangers}, ${p.isKeyless}, ${p.perMinute}, ${p.perDay},
        ${p.perBucket}, ${p.pendingMax}, ${p.recentMax}, ${p.windowMs}::bigint * interval '1 ms')`.as(
        'stands',
      ),
    )
    .select(['stands.refusal', 'stands.fingerprint', 'stands.status', 'stands.requestId'])
    .select(['stands.response', 'stands.madeId'])
    .select(secondsLeft.as('secondsLeftToday'))
}

/** Of the day that `creation_standing` counts. */
const secondsLeft = text<number>`ceil(extract(epoch from date_trunc('day', now()) + interval '1 day' - now()))::int`

const standing = prepared((p: Params<ReturnType<typeof standingValues>>) => standingRow(p))

/**
 * What a creation is counted with. A merchant's own creations are never counted together with anonymous ones, so that
 * nobody without a secret key can stop a merchant's sales or payouts (docs/api.md#limits).
 */
interface CreationBucket {
  /** `payouts`, `own`, `public`, or the link or code that it is paid through. */
  readonly bucket: string
  /** True for requests anyone can make: without a key, or with one that is in web pages. */
  readonly isOfStrangers: boolean
  /** True for a link or a code, where there is no key to count by. */
  readonly isKeyless: boolean
}

type Bucketed = Pick<TransactionRecord, 'type' | 'channel' | 'paymentLink' | 'checkoutId'>

/** The bucket of a creation; `creation_bucket` in the database gives the same for rows. */
function bucketOf({ type, channel, paymentLink, checkoutId }: Bucketed): CreationBucket {
  const keyless = paymentLink?.id ?? checkoutId
  if (type === 'collection' && keyless) {
    return { bucket: keyless, isOfStrangers: true, isKeyless: true }
  }
  const isPublic = channel === 'widget'
  const own = type === 'payout' ? 'payouts' : 'own'
  return { bucket: isPublic ? 'public' : own, isOfStrangers: isPublic, isKeyless: false }
}
