import type { IncomingMessage } from 'node:http'
import { fail } from '#domain/errors.ts'
import type { KeyKind } from '#domain/transaction.ts'
import type { Caller } from './caller.ts'
import { clientAddress } from './client-address.ts'
import type { HttpDependencies, RateDecision } from './dependencies.ts'
import type { RouteKeys } from './route.ts'

/**
 * Lets a request in, or refuses it, in the order of decisions 1: IP limit 429, key 401, rights of the key 403, key
 * limit 429. Null is the caller of a route without a key.
 */
export async function admit(
  request: IncomingMessage,
  keys: RouteKeys,
  dependencies: HttpDependencies,
): Promise<Caller | null> {
  const { rateLimit } = dependencies
  const address = await admitAddress(request, dependencies)
  if (keys === 'none') return null
  const caller = await dependencies.authenticate(bearerToken(request))
  if (caller === null) throw fail('invalid_api_key')
  refuseOtherKinds(caller.kind, keys)
  const callerKey = `${caller.kind}:${caller.apiKeyId}`
  const isCountedByAddress = caller.kind === 'secret' || caller.kind === 'public'
  refuseAbove(await rateLimit.consumeKey(callerKey, isCountedByAddress ? address : null))
  return caller
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

const bearerShape = /^bearer +(\S+) *$/i

/** The one key of a request (spec: Authentication). Two headers are no way to try two keys at once. */
function bearerToken(request: IncomingMessage): string {
  const headers = request.headersDistinct['authorization'] ?? []
  const [, token] = bearerShape.exec(headers[0] ?? '') ?? []
  if (token === undefined) throw fail('missing_api_key')
  if (headers.length > 1) throw fail('invalid_api_key')
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
