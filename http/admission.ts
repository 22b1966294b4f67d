import type { IncomingMessage } from 'node:http'
import { type ErrorCode, fail } from '#domain/errors/errors.ts'
import { requireStaffPermission } from '#domain/people/person.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { AnyCaller } from '#use-cases/keys/caller.ts'
import { clientAddress } from './client-address.ts'
import type { HttpDependencies, RateDecision } from './dependencies.ts'
import type { RouteKeys } from './route.ts'

/**
 * Who calls, as the key or session says that the route asks for; null on routes without. It may not be let in yet
 * (`admitCaller`). Refusals: 401.
 */
export async function identifyCaller(
  request: IncomingMessage,
  keys: RouteKeys,
  { authenticate, readStaffSession }: HttpDependencies,
): Promise<AnyCaller> {
  if (keys === 'none') return null
  if ('staff' in keys) {
    // One answer for whatever opens no session: a merchant's key is none here either.
    const session = await readStaffSession(bearerToken(request, staffRefusals))
    if (session === null) throw fail('session_required')
    return session
  }
  const caller = await authenticate(bearerToken(request, keyRefusals))
  if (caller === null) throw fail('invalid_api_key')
  return caller
}

/** Lets a caller in, or refuses, in the order of decisions 1: its rights 403, its limit 429. */
export async function admitCaller(
  caller: AnyCaller,
  { keys, address }: { readonly keys: RouteKeys; readonly address: string },
  { rateLimit }: HttpDependencies,
): Promise<void> {
  if (caller === null || keys === 'none') return
  if ('person' in caller) {
    requireStaffDoor(caller, keys)
    return refuseAbove(await rateLimit.consumeKey(`staff:${caller.person.id}`, null))
  }
  if (!('staff' in keys)) refuseOtherKinds(caller.kind, keys)
  const isCountedByAddress = caller.kind === 'secret' || caller.kind === 'public'
  const callerKey = `${caller.kind}:${caller.apiKeyId}`
  refuseAbove(await rateLimit.consumeKey(callerKey, isCountedByAddress ? address : null))
}

function requireStaffDoor({ person }: Session<'staff'>, keys: RouteKeys): void {
  if (keys !== 'none' && 'staff' in keys && keys.staff !== 'everybody')
    requireStaffPermission(person, keys.staff)
}

/** Counts a request for its address, and returns that. Refusal: rate_limited. */
export async function admitAddress(
  request: IncomingMessage,
  { rateLimit, trustedProxyHops }: Pick<HttpDependencies, 'rateLimit' | 'trustedProxyHops'>,
): Promise<string> {
  const address = clientAddress(request, trustedProxyHops)
  refuseAbove(await rateLimit.consumeIp(address))
  return address
}

type TokenRefusals = Readonly<Record<'missing' | 'invalid', ErrorCode>>

const keyRefusals: TokenRefusals = { missing: 'missing_api_key', invalid: 'invalid_api_key' }
const staffRefusals: TokenRefusals = { missing: 'session_required', invalid: 'session_required' }

const bearerShape = /^bearer +(\S+) *$/i

/** The one key or token of a request (spec: Authentication). Two headers are no way to try two at once. */
function bearerToken(request: IncomingMessage, refusals: TokenRefusals): string {
  const headers = request.headersDistinct['authorization'] ?? []
  const [, token] = bearerShape.exec(headers[0] ?? '') ?? []
  if (token === undefined) throw fail(refusals.missing)
  if (headers.length > 1) throw fail(refusals.invalid)
  return token
}

function refuseOtherKinds(kind: KeyKind, keys: readonly KeyKind[]): void {
  if (keys.includes(kind)) return
  const isForSecretOnly = keys.every((allowed) => allowed === 'secret')
  throw isForSecretOnly ? fail('secret_key_required') : fail('key_not_allowed', { allowed: keys })
}

function refuseAbove({ allowed, retryAfterSeconds }: RateDecision): void {
  if (allowed) return
  throw fail('rate_limited', { retry_after_seconds: Math.max(1, Math.ceil(retryAfterSeconds)) })
}
