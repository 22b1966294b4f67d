import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from 'pg'
import { type Sql, translate } from './sql.ts'

export interface RequestLimits {
  readonly perKeyPerMinute: number
  readonly perIpPerMinute: number
}

/** Counters of requests, shared by all API processes (spec: Limits, Request rate). */
export interface RequestCounters {
  consumeIp(ipAddress: string): Promise<RateDecision>
  consumeKey(callerKey: string, ipAddress: string | null): Promise<RateDecision>
}

export interface RateDecision {
  readonly allowed: boolean
  readonly retryAfterSeconds: number
}

const windowSeconds = 60

/** The counters of the table `request_limit`; a request beyond a limit is not counted a second time. */
export function createRequestCounters(pool: Pool, limits: RequestLimits): RequestCounters {
  const limiter = (keyPrefix: string, points: number): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'request_limit',
      tableCreated: true,
      keyPrefix,
      points,
      duration: windowSeconds,
      clearExpiredByTimeout: false,
    })
  const byKey = limiter('key', limits.perKeyPerMinute)
  const byIp = limiter('ip', limits.perIpPerMinute)
  return {
    consumeIp: (ipAddress) => consume(byIp, ipAddress),
    consumeKey: (callerKey, ipAddress) =>
      consume(byKey, ipAddress === null ? callerKey : `${callerKey} ${ipAddress}`),
  }
}

/** A counter of this process alone, for what must cost the database nothing. */
export function createSingleProcessCounter(
  perMinute: number,
): (key: string) => Promise<RateDecision> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds })
  return (key) => consume(limiter, key)
}

/** Forgets counters whose minute is over, of callers who may never come back; a bounded batch a call. */
export async function purgeCounters(sql: Sql): Promise<void> {
  await sql.rows(
    `delete from request_limit where key in (
       select key from request_limit where expire < extract(epoch from now()) * 1000 limit 10000)`,
  )
}

async function consume(
  limiter: RateLimiterPostgres | RateLimiterMemory,
  key: string,
): Promise<RateDecision> {
  try {
    await limiter.consume(key)
    return { allowed: true, retryAfterSeconds: 0 }
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw translate(rejected)
    return { allowed: false, retryAfterSeconds: Math.ceil(rejected.msBeforeNext / 1000) }
  }
}
