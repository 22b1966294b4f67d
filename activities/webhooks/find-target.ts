import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { checkEndpointUrl, type EndpointUrl } from '#platform/endpoint-url.ts'
import { isPublicAddress } from '#platform/public-address.ts'
import { SendFailure } from './send-failure.ts'

/** Where to send: every address in it has passed the address guard, and no name is resolved afterwards. */
export interface Target {
  readonly url: URL
  readonly host: string
  readonly port: number
  readonly addresses: readonly string[]
}

/** All addresses of a name, IPv4 and IPv6, as text; empty if it has none. */
export type Resolve = (place: EndpointUrl, signal: AbortSignal) => Promise<readonly string[]>

const addressesMax = 100
const dialedAddressesMax = 3
const resolverTryMs = 1500
const resolverTries = 2

/**
 * Checks the address and resolves its name, once (docs/webhooks.md#addresses). If one of the resolved addresses is
 * refused, all are. Failures: address_refused, dns_failed.
 */
export async function findTarget(
  request: { readonly url: string; readonly privateHosts: ReadonlySet<string> },
  { resolve, signal }: { readonly resolve: Resolve; readonly signal: AbortSignal },
): Promise<Target> {
  const place = checkEndpointUrl(request.url, request)
  if (!place.ok) throw new SendFailure('address_refused')
  const addresses = isIP(place.host) === 0 ? await resolveAll(place, resolve, signal) : [place.host]
  if (!place.isListed && !addresses.every(isPublicAddress)) throw new SendFailure('address_refused')
  return {
    url: new URL(place.url),
    host: place.host,
    port: place.port,
    addresses: addresses.slice(0, dialedAddressesMax),
  }
}

/**
 * Queries the DNS servers directly: the system's lookup holds a thread of the pool until it gives up, so a few dead
 * names would delay all other deliveries. Listed development hosts may be in the hosts file.
 */
export async function resolveByDns(
  place: EndpointUrl,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<string[]> {
  if (place.isListed) {
    const found = await lookup(place.host, { all: true })
    return found.map(({ address }) => address)
  }
  const resolver = new Resolver({ timeout: resolverTryMs, tries: resolverTries })
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const { host } = place
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal.removeEventListener('abort', cancel)
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

async function resolveAll(
  place: EndpointUrl,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const addresses = await orAborted(resolve(place, signal), signal)
    if (addresses.length > 0 && addresses.length <= addressesMax) return addresses
  } catch (error) {
    throw new SendFailure('dns_failed', error)
  }
  throw new SendFailure('dns_failed')
}

/** A lookup cannot always be cancelled, but we need not wait for it. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
