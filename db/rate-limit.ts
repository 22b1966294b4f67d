import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from 'pg'
import { onPool, type Sql } from './sql.ts'
import { type Changes, db, type Expression, type Params, prepared, sql } from './statements.ts'

export interface RequestLimits {
  readonly perKeyPerMinute: number
  readonly perIpPerMinute: number
}

/** Request counters, shared by all API processes (docs/api.md#limits). */
export interface RequestCounters {
  consumeIp(ipAddress: string): Promise<RateDecision>
  consumeKey(callerKey: string): Promise<RateDecision>
}

/** Whether a request fits; `max` a minute, how many are `left`, and the seconds until the next minute begins. */
export interface RateDecision {
  readonly allowed: boolean
  readonly retryAfterSeconds: number
  readonly max: number
  readonly left: number
}

const windowSeconds = 60

/** A request counter and its maximum per minute. */
export interface Limit {
  readonly key: string
  readonly max: number
}

/** Combines what the database counted with what this process has counted ahead. */
export type Learn = (limit: Limit, counted: Counted) => RateDecision

/** The counters of the table `request_limit`; use-cases/keys/admit.ts counts there too, within its own statement. */
export function createRequestCounters(
  pool: Pool,
  limits: RequestLimits,
  learn: Learn = (limit, counted) => decide(counted, limit.max),
): RequestCounters {
  const count = async (limit: Limit) => learn(limit, await onPool(pool).only(countOne(limit)))
  return {
    consumeIp: (ipAddress) => count({ key: addressCounter(ipAddress), max: limits.perIpPerMinute }),
    consumeKey: (callerKey) => count({ key: `key:${callerKey}`, max: limits.perKeyPerMinute }),
  }
}

/** The name of an address’s counter. */
export const addressCounter = (address: string): string => `ip:${address}`

/** Counts a request under a key, and returns whether it is within the maximum per minute. */
export async function countRequest(pool: Pool, key: string, max: number): Promise<RateDecision> {
  return decide(await onPool(pool).only(countOne({ key })), max)
}

/** The decision from a counter that has just counted the request. */
export function decide({ points, seconds }: Counted, max: number): RateDecision {
  const left = Math.max(0, max - points)
  // The request that began this minute may have come a moment after this one, and yet been counted first.
  const retryAfterSeconds = Math.min(seconds, windowSeconds)
  return { allowed: points <= max, retryAfterSeconds, max, left }
}

/** The state of a counter: the requests of its minute, and the seconds left of it. */
export interface Counted {
  readonly points: number
  readonly seconds: number
}

/** Counts a request under each key that this select returns. A period begins with its first request. */
export function counting(keys: Expression<{ key: string }>, seconds = windowSeconds) {
  return db
    .insertInto('requestLimit')
    .columns(['key', 'points', 'expire'])
    .expression(sql`select asked.key, 1, ${nowMs} + ${seconds * 1000}::int from ${keys} as asked`)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb): Changes<'requestLimit'> => {
        const isOver = eb('requestLimit.expire', '<=', nowMs)
        const more = eb('requestLimit.points', '+', 1)
        return {
          points: eb.case().when(isOver).then(eb.lit(1)).else(more).end(),
          expire: eb
            .case()
            .when(isOver)
            .then(eb.ref('excluded.expire'))
            .else(eb.ref('requestLimit.expire'))
            .end(),
        }
      }),
    )
    .returning((eb) => [
      'requestLimit.points',
      sql<number>`ceil((${eb.ref('requestLimit.expire')} - ${nowMs}) / 1000.0)::int`.as('seconds'),
    ])
}

/** The unit of `expire`, by the clock of the database, which all processes share. */
export const nowMs = sql<bigint>`floor(extract(epoch from now()) * 1000)::bigint`

const countOne = prepared((p: Params<{ key: string }>) =>
  counting(db.selectNoFrom(sql<string>`${p.key}::text`.as('key'))),
)

const hourSeconds = 3600

/** Counts one more under a key, in the same table but per hour; returns the new count. */
export async function countInHour(pool: Pool, key: string): Promise<number> {
  return (await onPool(pool).only(countHourly({ key }))).points
}

const countHourly = prepared((p: Params<{ key: string }>) =>
  counting(db.selectNoFrom(sql<string>`${p.key}::text`.as('key')), hourSeconds),
)

/** Takes back one count, because what was counted did not happen. */
export async function countBack(pool: Pool, key: string): Promise<void> {
  await onPool(pool).run(takeBack({ key }))
}

const takeBack = prepared((p: Params<{ key: string }>) =>
  db
    .updateTable('requestLimit')
    .set((eb): Changes<'requestLimit'> => ({ points: eb('points', '-', 1) }))
    .where('key', '=', p.key)
    .where('points', '>', 0),
)

/** A counter of this process only, for limits that must not cost a database call. */
export function createSingleProcessCounter(
  perMinute: number,
): (key: string) => Promise<RateDecision> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds })
  return async (key) => {
    const told = (allowed: boolean, { msBeforeNext, remainingPoints }: RateLimiterRes) => ({
      allowed,
      retryAfterSeconds: Math.ceil(msBeforeNext / 1000),
      max: perMinute,
      left: remainingPoints,
    })
    try {
      return told(true, await limiter.consume(key))
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected
      return told(false, rejected)
    }
  }
}

/** Deletes counters whose minute is over, of callers who may never return; a bounded batch per call. */
export function purgeCounters(tx: Sql): Promise<number> {
  return tx.run(purge({}))
}

// Skips locked rows: a request holds the counters of its address and its key at once.
const purge = prepared(() =>
  db
    .deleteFrom('requestLimit')
    .where('key', 'in', (eb) =>
      eb
        .selectFrom('requestLimit')
        .select('key')
        .where('expire', '<', nowMs)
        .limit(10_000)
        .forUpdate()
        .skipLocked(),
    ),
)
