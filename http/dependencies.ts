import type { Middleware } from 'koa'
import type { ApiCall } from '#use-cases/api-calls/keep.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { KeepAddress, SecurityEvent } from '#platform/request-trail.ts'
import type { RequestState } from './request-state.ts'
import type { Shares } from './shares.ts'
import type { KeyAdmission, KeyRequest } from '#use-cases/keys/admit.ts'

/** Whether a request fits into its limit: how many fit into a minute, how many are left, and the seconds until it begins anew. */
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
  /** Counts a request with a key for its address and for the key, and finds its holder. */
  readonly admitKey: (request: KeyRequest) => Promise<KeyAdmission>
  /** The session that a token opens at the staff desk, or null. */
  /** True where the staff works with a second factor alone. */
  readonly isSecondFactorRequired: boolean
  readonly readStaffSession: (token: string) => Promise<Session<'staff'> | null>
  readonly rateLimit: RateLimit
  readonly shares: Shares
  readonly log: Log
  readonly metrics: {
    observeRequest(measure: RequestMeasure): void
    countSecurityEvent?(event: SecurityEvent['event']): void
  }
  /** How addresses of clients are kept; shortened where it is left out. */
  readonly keepAddress?: KeepAddress
  /** Keeps what merchants' keys asked, for them to look up. */
  readonly apiCalls: { note(call: ApiCall): void }
  /** Text of the `Service-Version` header. */
  readonly version: string
  /** `{docs_url}`, without a slash at its end. */
  readonly docsUrl: string
  /** The same for the staff's own codes, which merchants read nothing of. */
  readonly staffDocsUrl: string
  /** Whether clients come by https alone, and are to be told so. */
  readonly isSecure?: boolean
  /** How many proxies of ours stand before the service; 0 trusts no forwarding header. */
  readonly trustedProxyHops: number
  /** Addresses outside /v2: probes, metrics, pages. Run in order, before the answer 404. */
  readonly pages?: readonly Middleware<RequestState>[]
}
