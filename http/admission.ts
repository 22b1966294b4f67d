import type { IncomingMessage } from 'node:http'
import { type ErrorCode, type ErrorDetails, fail } from '#domain/errors/errors.ts'
import { requireScope } from '#domain/keys/scopes.ts'
import { requireSecondFactor, requireStaffPermission } from '#domain/people/person.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { AnyCaller } from '#use-cases/keys/caller.ts'
import { clientAddress } from './client-address.ts'
import type { HttpDependencies, RateDecision } from './dependencies.ts'
import { type LimitName, waitSecondsOf } from './limit-headers.ts'
import type { Route, RouteKeys } from './route.ts'

/** The caller of a request, its address, and the key's limit if that was counted already. */
export interface Identified {
  readonly caller: AnyCaller
  readonly address: string
  readonly keyLimit: RateDecision | null
}

/** A request, and a callback for each limit that counted it: first the address's, then the key's. */
export interface Arrival {
  readonly request: IncomingMessage
  readonly told: (name: LimitName, decision: RateDecision) => void
}

/**
 * Counts a request against its address's limit and identifies the caller by the kind of key or session that the route
 * takes; null on public routes. `admitCaller` decides whether the caller may proceed. Refusals: rate_limited, 401.
 */
export async function identifyCaller(
  arrival: Arrival,
  keys: RouteKeys,
  dependencies: HttpDependencies,
): Promise<Identified> {
  if (keys !== 'none' && !('staff' in keys)) return identifyHolder(arrival, keys, dependencies)
  const address = await admitArrival(arrival, dependencies)
  if (keys === 'none') return { caller: null, address, keyLimit: null }
  // One answer for every token that opens no staff session, merchants' keys included.
  const caller = await dependencies.readStaffSession(bearerToken(arrival.request, staffRefusals))
  if (caller === null) throw fail('session_required')
  return { caller, address, keyLimit: null }
}

async function identifyHolder(
  arrival: Arrival,
  kinds: readonly KeyKind[],
  dependencies: HttpDependencies,
): Promise<Identified> {
  const { request, told } = arrival
  const address = clientAddress(request, dependencies.trustedProxyHops)
  let token: string
  try {
    token = bearerToken(request, keyRefusals)
  } catch (refusal) {
    await admitArrival(arrival, dependencies)
    throw refusal
  }
  const admission = await dependencies.admitKey({ token, address, kinds })
  told('address', admission.address)
  if (admission.key !== null) told('key', admission.key)
  refuseAbove(admission.address)
  if (admission.holder === null) throw fail('invalid_api_key', hintOn(token))
  return { caller: admission.holder, address, keyLimit: admission.key }
}

/**
 * Admits a caller or refuses it, in the order of docs/api.md#order-of-checks: permissions (403), then rate limit
 * (429).
 */
export async function admitCaller(
  { caller, keyLimit }: Identified,
  { keys, scope }: Pick<Route, 'keys' | 'scope'>,
  { rateLimit, isSecondFactorRequired }: HttpDependencies,
): Promise<void> {
  if (caller === null || keys === 'none') return
  if ('person' in caller) {
    requireStaffDoor(caller, keys, isSecondFactorRequired)
    return refuseAbove(await rateLimit.consumeKey(`staff:${caller.person.id}`))
  }
  if (!('staff' in keys)) refuseOtherKinds(caller.kind, keys)
  if (scope !== undefined) requireScope(caller.scopes, scope)
  if (keyLimit !== null) refuseAbove(keyLimit)
}

function requireStaffDoor(
  { person }: Session<'staff'>,
  keys: RouteKeys,
  isSecondFactorRequired: boolean,
): void {
  if (keys === 'none' || !('staff' in keys) || keys.staff === 'everybody') return
  requireStaffPermission(person, keys.staff)
  if (isSecondFactorRequired) requireSecondFactor(person)
}

/** Counts a request against its address's limit and returns the address. Refusal: rate_limited. */
export function admitAddress(
  request: IncomingMessage,
  dependencies: Pick<HttpDependencies, 'rateLimit' | 'trustedProxyHops'>,
): Promise<string> {
  return admitArrival({ request, told: () => undefined }, dependencies)
}

async function admitArrival(
  { request, told }: Arrival,
  { rateLimit, trustedProxyHops }: Pick<HttpDependencies, 'rateLimit' | 'trustedProxyHops'>,
): Promise<string> {
  const address = clientAddress(request, trustedProxyHops)
  const decision = await rateLimit.consumeIp(address)
  told('address', decision)
  refuseAbove(decision)
  return address
}

type TokenRefusals = Readonly<Record<'missing' | 'invalid', ErrorCode>>

const keyRefusals: TokenRefusals = { missing: 'missing_api_key', invalid: 'invalid_api_key' }
const staffRefusals: TokenRefusals = { missing: 'session_required', invalid: 'session_required' }

const bearerShape = /^bearer +(\S+) *$/i

/** The only key or token of a request (docs/api.md#keys). Several Authorization headers are refused. */
function bearerToken(request: IncomingMessage, refusals: TokenRefusals): string {
  const headers = request.headersDistinct['authorization'] ?? []
  const [, token] = bearerShape.exec(headers[0] ?? '') ?? []
  if (token === undefined) throw fail(refusals.missing, whereToPut(request, refusals))
  if (headers.length > 1) throw fail(refusals.invalid)
  return token
}

/** Merchants are always told where a key goes, staff only if they put theirs elsewhere. */
function whereToPut({ headers }: IncomingMessage, refusals: TokenRefusals): ErrorDetails {
  const isElsewhere = headers.authorization !== undefined || headers['x-api-key'] !== undefined
  return refusals === keyRefusals || isElsewhere ? { header: 'Authorization' } : {}
}

const keyShape = /^(?:(?:SK|PK)(?:LIVE|SANDBOX)_|t[ks]_)/

/** Of what cannot be a key, such as the name of an unset variable, how keys begin. */
function hintOn(token: string): ErrorDetails {
  return keyShape.test(token) ? {} : { sandbox_prefix: 'SKSANDBOX_', live_prefix: 'SKLIVE_' }
}

function refuseOtherKinds(kind: KeyKind, keys: readonly KeyKind[]): void {
  if (keys.includes(kind)) return
  const isForSecretOnly = keys.every((allowed) => allowed === 'secret')
  throw isForSecretOnly ? fail('secret_key_required') : fail('key_not_allowed', { allowed: keys })
}

function refuseAbove(decision: RateDecision): void {
  if (decision.allowed) return
  throw fail('rate_limited', { retry_after_seconds: waitSecondsOf(decision) })
}
