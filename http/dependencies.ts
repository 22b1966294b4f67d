import type { Middleware } from 'koa'
import type { ApiCall } from '#use-cases/api-calls/keep.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { KeepAddress, SecurityEvent } from '#platform/request-trail.ts'
import type { RequestState } from './request-state.ts'
import type { BodyRoom } from './body-room.ts'
import type { Shares } from './shares.ts'
import type { KeyAdmission, KeyRequest } from '#use-cases/keys/admit.ts'

/**
 * Whether a request is within its limit: requests per minute, requests left, and seconds until the count restarts.
 */
export type RateDecision = {
  readonly allowed: boolean
  readonly retryAfterSeconds: number
  readonly max: number
  readonly left: number
}

/** Request limits, shared by all processes (docs/api.md#limits). */
export type RateLimit = {
  consumeIp(ipAddress: string): Promise<RateDecision>
  consumeKey(callerKey: string): Promise<RateDecision>
}

/** A structured logger; pino has this shape. */
export type Log = {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** One answered request; `route` is the path with its placeholders, never the path itself. */
export type RequestMeasure = {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** What the HTTP layer needs from outside. */
export type HttpDependencies = {
  /** Counts a request against the limits of its address and its key, and finds the key's holder. */
  readonly admitKey: (request: KeyRequest) => Promise<KeyAdmission>
  /** True if staff may only work with a second factor. */
  readonly isSecondFactorRequired: boolean
  /** The staff session that a token opens, or null. */
  readonly readStaffSession: (token: string) => Promise<Session<'staff'> | null>
  readonly rateLimit: RateLimit
  readonly shares: Shares
  /** The same for pages and requests without a key, by address and by session. */
  readonly addressShares: Shares
  /** The same for reads that may wait: most of their time they hold nothing that others need. */
  readonly waitShares: Shares
  readonly bodyRoom: BodyRoom
  readonly log: Log
  readonly metrics: {
    observeRequest(measure: RequestMeasure): void
    countSecurityEvent?(event: SecurityEvent['event']): void
  }
  /** How client addresses are logged; truncated by default. */
  readonly keepAddress?: KeepAddress
  /** Records calls made with merchants' keys, for merchants to look up. */
  readonly apiCalls: { note(call: ApiCall): void }
  /** Value of the `Service-Version` header. */
  readonly version: string
  /** `{docs_url}`, without a trailing slash. */
  readonly docsUrl: string
  /** The same for codes that only staff see. */
  readonly staffDocsUrl: string
  /** True if clients must use https: answers then carry `Strict-Transport-Security`. */
  readonly isSecure?: boolean
  /** Number of our own proxies before the service; with 0, forwarding headers are ignored. */
  readonly trustedProxyHops: number
  /** Middleware for paths outside /v2: probes, metrics, pages. Runs in order, before the 404. */
  readonly pages?: readonly Middleware<RequestState>[]
}
