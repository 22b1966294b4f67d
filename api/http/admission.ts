import type { IncomingMessage } from 'node:http'
import { type ErrorCode, fail } from '#domain/errors.ts'
import { requireStaffPermission } from '#domain/person.ts'
import type { KeyKind } from '#domain/transaction.ts'
import type { AnyCaller } from './caller.ts'
import { clientAddress } from './client-address.ts'
import type { HttpDependencies, RateDecision } from './dependencies.ts'
import type { RouteKeys, StaffDoor } from './route.ts'

/** Who was let in, from which network. */
export type Admitted = { readonly caller: AnyCaller; readonly address: string }

/**
 * Lets a request in, or refuses it, in the order of decisions 1: IP limit 429, key or session 401, its rights 403, its
 * limit 429. Null is the caller of a route without a key.
 */
export async function admit(
  request: IncomingMessage,
  keys: RouteKeys,
  dependencies: HttpDependencies,
): Promise<Admitted> {
  const address = await admitAddress(request, dependencies)
  if (keys === 'none') return { caller: null, address }
  const caller =
    'staff' in keys
      ? await admitStaff(request, keys, dependencies)
      : await admitKey(request, { keys, address }, dependencies)
  return { caller, address }
}

async function admitKey(
  request: IncomingMessage,
  { keys, address }: { readonly keys: readonly KeyKind[]; readonly address: string },
  { authenticate, rateLimit }: HttpDependencies,
): Promise<AnyCaller> {
  const caller = await authenticate(bearerToken(request, keyRefusals))
  if (caller === null) throw fail('invalid_api_key')
  refuseOtherKinds(caller.kind, keys)
  const callerKey = `${caller.kind}:${caller.apiKeyId}`
  const isCountedByAddress = caller.kind === 'secret' || caller.kind === 'public'
  refuseAbove(await rateLimit.consumeKey(callerKey, isCountedByAddress ? address : null))
  return caller
}

/** One answer for whatever opens no session: a merchant's key is none here either. */
async function admitStaff(
  request: IncomingMessage,
  { staff }: StaffDoor,
  { readStaffSession, rateLimit }: HttpDependencies,
): Promise<AnyCaller> {
  const session = await readStaffSession(bearerToken(request, staffRefusals))
  if (session === null) throw fail('session_required')
  if (staff !== 'everybody') requireStaffPermission(session.person, staff)
  refuseAbove(await rateLimit.consumeKey(`staff:${session.person.id}`, null))
  return session
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
