import { fail } from '#domain/errors/errors.ts'
import type { ApiKeyId, ServiceEnvId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { answerTo, type IdempotencyScope, type Replay, replayOf } from '#db/idempotency.ts'
import type { Sql } from '#db/sql.ts'
import {
  db,
  type Expression,
  type ExpressionBuilder,
  type Params,
  prepared,
  type SqlBool,
  sql as text,
  type Tables,
} from '#db/statements.ts'
import type { Keyring } from '#platform/keyring.ts'
import {
  bucketOf,
  bucketOfRow,
  type CreationBucket,
  isKeylessRow,
  isRowOfStrangers,
} from './creation-bucket.ts'

/** Limits on creations (docs/api.md#limits). */
export interface CreationLimits {
  readonly sandboxPerMinute: number
  readonly sandboxPerDay: number
  readonly pendingPerNumber: number
  readonly requestsPerNumber: number
  readonly requestsPerNumberWindowMs: number
  /** For the merchant's own collections, for those with its public keys, and for its payouts: each. */
  readonly requestsPerMerchantPerMinute: number
  readonly requestsPerLinkPerMinute: number
  readonly requestsPerLinkAndAddressPerMinute: number
}

/** A creation with what it is counted by. */
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

/** How things stand as a creation begins: the answer that its key has had, what came before it, and the time it is given. */
export interface Standing {
  readonly replay: Replay | undefined
  readonly now: Date
  readonly ofKey: bigint
  readonly ofDay: bigint
  readonly ofBucket: bigint
  readonly pending: bigint
  readonly recent: bigint
  /** What strangers ask of the number anywhere; 0 where it is not a stranger who asks. */
  readonly strangersPending: bigint
  readonly strangersRecent: bigint
}

/**
 * The counter at which creations for one number take turns: in live, one person's number is protected from all merchants
 * together. A merchant does not wait for strangers. Who is paid out asked for nothing that could be too much, and is
 * authorised.
 */
export function numberCounter(creation: Counted['creation']): string | null {
  const { type, customer } = creation
  if (type !== 'collection' || customer.phone === null) return null
  return `number ${bucketOf(creation).isOfStrangers ? 'of strangers ' : ''}${customer.phone}`
}

/**
 * Reads how a creation stands, in the transaction that makes it and holds its key and its number: what is refused or rolled
 * back was never counted, and two at once wait for each other. Refusal: idempotency_conflict.
 */
export async function readStanding(
  sql: Sql,
  keyring: Keyring,
  counted: Counted,
): Promise<Standing> {
  const { creation, idempotency, limits } = counted
  const isSandbox = creation.mode === 'sandbox'
  const row = await sql.only(
    standing({
      ...idempotency,
      ...bucketOf(creation),
      mode: creation.mode,
      apiKeyId: creation.apiKeyId,
      sandboxEnvId: isSandbox ? creation.serviceEnvId : null,
      phone: numberCounter(creation) === null ? null : creation.customer.phone,
      perMinute: limits.sandboxPerMinute,
      perDay: limits.sandboxPerDay,
      perBucket: bucketMax(counted),
      windowMs: limits.requestsPerNumberWindowMs,
    }),
  )
  return { ...row, replay: replayOf(row, keyring, idempotency) }
}

function bucketMax({ creation, limits }: Counted): number {
  const { isKeyless } = bucketOf(creation)
  return isKeyless ? limits.requestsPerLinkPerMinute : limits.requestsPerMerchantPerMinute
}

/** How often strangers together may ask one number, for each time that they may through one link. */
const strangersShares = 4n

/** Creations take turns only this near to a limit: more than so many are never under way at once. */
const turnsMargin = 100n

/** Refuses a creation that is one too many. Refusals: sandbox_rate_limited, rate_limited, with `Retry-After`. */
export async function refuseExcess(
  sql: Sql,
  counted: Counted,
  before: Omit<Standing, 'replay'>,
): Promise<void> {
  const { creation, limits } = counted
  if (creation.mode === 'sandbox') await refuseSandboxExcess(sql, counted, before)
  if (before.ofBucket >= bucketMax(counted)) {
    const { isKeyless } = bucketOf(creation)
    throw fail('rate_limited', { retry_after_seconds: 60, limit: isKeyless ? 'link' : 'merchant' })
  }
  if (numberCounter(creation) !== null && isNumberBusy(before, limits)) {
    throw fail('rate_limited', {
      retry_after_seconds: Math.ceil(limits.requestsPerNumberWindowMs / 1000),
      limit: 'phone_number',
    })
  }
}

function isNumberBusy(
  { pending, recent, strangersPending, strangersRecent }: Omit<Standing, 'replay'>,
  { pendingPerNumber, requestsPerNumber }: CreationLimits,
): boolean {
  return (
    pending >= pendingPerNumber ||
    recent >= requestsPerNumber ||
    strangersPending >= BigInt(pendingPerNumber) * strangersShares ||
    strangersRecent >= BigInt(requestsPerNumber) * strangersShares
  )
}

/** Exact: near a limit the creations of a service count one after the other. */
async function refuseSandboxExcess(
  sql: Sql,
  { creation, limits }: Counted,
  before: Pick<Standing, 'ofKey' | 'ofDay'>,
): Promise<void> {
  const { sandboxPerMinute, sandboxPerDay } = limits
  const isNear = (limit: number, count: bigint) => BigInt(limit) - count <= turnsMargin
  if (!isNear(sandboxPerMinute, before.ofKey) && !isNear(sandboxPerDay, before.ofDay)) return
  const { serviceEnvId: sandboxEnvId, apiKeyId } = creation
  await sql.all(takeTurns({ counter: `creations ${sandboxEnvId}` }))
  const { ofKey, ofDay } = await sql.only(
    sandboxCounts({
      ...bucketOf(creation),
      sandboxEnvId,
      apiKeyId,
      perMinute: sandboxPerMinute,
      perDay: sandboxPerDay,
    }),
  )
  if (ofKey >= sandboxPerMinute) throw fail('sandbox_rate_limited', { retry_after_seconds: 60 })
  if (ofDay >= sandboxPerDay) throw fail('sandbox_rate_limited', { retry_after_seconds: 3600 })
}

/** Lets one creation at a time count against this counter, until its transaction ends. */
const takeTurns = prepared((p: Params<{ counter: string }>) =>
  db.selectNoFrom(text`pg_advisory_xact_lock(hashtextextended(${p.counter}, 0))`.as('taken')),
)

const lastMinute = text<Date>`now() - interval '1 minute'`

/** Creations of a service since a moment; what stands beyond a limit is not counted. */
const created = (
  serviceEnvId: Expression<ServiceEnvId | null>,
  since: Expression<Date>,
  most: Expression<number>,
) =>
  db
    .selectFrom('transaction')
    .select('id')
    .where('serviceEnvId', '=', serviceEnvId)
    .where('createdAt', '>', since)
    .limit(most)

const countOf = (rows: ReturnType<typeof created>) =>
  db
    .selectFrom(rows.as('counted'))
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .$asScalar()
    .$notNull()

type SandboxParams = Params<
  Pick<CreationBucket, 'bucket' | 'isKeyless'> & {
    sandboxEnvId: ServiceEnvId | null
    apiKeyId: ApiKeyId | null
    perMinute: number
    perDay: number
  }
>

/** Without a key, each link and code counts for itself. */
const sharesQuota = (p: Pick<SandboxParams, 'bucket' | 'isKeyless'>) =>
  text<boolean>`case when ${p.isKeyless}::boolean then ${bucketOfRow} = ${p.bucket}::text
    else not ${isKeylessRow} end`

const ofKey = (p: SandboxParams) =>
  countOf(
    created(p.sandboxEnvId, lastMinute, p.perMinute)
      .where('apiKeyId', 'is not distinct from', p.apiKeyId)
      .where(sharesQuota(p)),
  ).as('ofKey')

const ofDay = (p: SandboxParams) =>
  countOf(
    created(p.sandboxEnvId, text<Date>`date_trunc('day', now())`, p.perDay).where(sharesQuota(p)),
  ).as('ofDay')

const sandboxCounts = prepared((p: SandboxParams) => db.selectNoFrom([ofKey(p), ofDay(p)]))

type NumberParams = Params<
  Pick<CreationBucket, 'bucket' | 'isOfStrangers'> & {
    serviceEnvId: ServiceEnvId
    mode: Mode
    phone: string | null
    windowMs: number
  }
>

/**
 * What merchants with their own keys ask of a number counts for them together; what strangers ask, for the link or the
 * public keys it came by, and loosely for all of them. In sandbox, numbers are nobody's: those of other services do not
 * count.
 */
const ofNumber = (p: NumberParams) => {
  const isShared = text<boolean>`case when ${p.isOfStrangers}::boolean
    then ${bucketOfRow} = ${p.bucket}::text and service_env_id = ${p.serviceEnvId}::uuid
    else not ${isRowOfStrangers} end`
  const isOfOtherStrangers = text<boolean>`${p.isOfStrangers}::boolean and ${isRowOfStrangers}`
  const isRecent = (eb: ExpressionBuilder<Tables, 'transaction'>) =>
    eb('createdAt', '>', text<Date>`now() - ${p.windowMs}::bigint * interval '1 ms'`)
  const isPending = (eb: ExpressionBuilder<Tables, 'transaction'>) => eb('status', '=', 'pending')
  return db
    .selectFrom('transaction')
    .select((eb) => [
      counted(eb, isPending(eb), isShared).as('pending'),
      counted(eb, isRecent(eb), isShared).as('recent'),
      counted(eb, isPending(eb), isOfOtherStrangers).as('strangersPending'),
      counted(eb, isRecent(eb), isOfOtherStrangers).as('strangersRecent'),
    ])
    .where('phone', '=', p.phone)
    .where('mode', '=', p.mode)
    .where('type', '=', 'collection')
    .where((eb) =>
      eb.or([text<boolean>`${p.mode}::text = 'live'`, eb('serviceEnvId', '=', p.serviceEnvId)]),
    )
    .where((eb) => eb.or([isPending(eb), isRecent(eb)]))
}

const counted = (
  eb: ExpressionBuilder<Tables, 'transaction'>,
  ...which: readonly Expression<SqlBool>[]
) => eb.fn.countAll<bigint>().filterWhere(eb.and(which))

type StandingValues = Omit<IdempotencyScope, 'fingerprint'> &
  CreationBucket & {
    readonly mode: Mode
    readonly apiKeyId: ApiKeyId | null
    /** Null in live, where nothing counts for the sandbox. */
    readonly sandboxEnvId: ServiceEnvId | null
    readonly phone: string | null
    readonly perMinute: number
    readonly perDay: number
    readonly perBucket: number
    readonly windowMs: number
  }

const standing = prepared((p: Params<StandingValues>) =>
  db
    .selectFrom(ofNumber(p).as('number'))
    .leftJoinLateral(answerTo(p).as('answer'), (join) => join.onTrue())
    .select(['answer.fingerprint', 'answer.status', 'answer.requestId', 'answer.response'])
    .select(['answer.madeId', 'number.pending', 'number.recent'])
    .select(['number.strangersPending', 'number.strangersRecent'])
    .select(text<Date>`now()::timestamptz(3)`.as('now'))
    .select([ofKey(p), ofDay(p)])
    .select(
      countOf(
        created(p.serviceEnvId, lastMinute, p.perBucket).where(bucketOfRow, '=', p.bucket),
      ).as('ofBucket'),
    ),
)
