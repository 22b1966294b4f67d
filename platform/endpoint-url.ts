import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const urlLengthMax = 2048
const httpsPort = 443
const unprivilegedPortMin = 1024

export type UrlRefusal =
  | 'too_long'
  | 'malformed'
  | 'not_https'
  | 'has_credentials'
  | 'port_refused'
  | 'private_address'

export interface EndpointUrl {
  readonly ok: true
  /** The normalised URL: the one to store and to call. */
  readonly url: string
  /** A host name in lower-case ASCII without a trailing dot, or an IP address without brackets. */
  readonly host: string
  readonly port: number
  /** True if WEBHOOK_PRIVATE_HOSTS allows this host and port, whatever it resolves to. */
  readonly isListed: boolean
}

/**
 * Checks the URL of a webhook (docs/webhooks.md#addresses). Names are not resolved here: the addresses are checked at
 * each send. `privateHosts` contains `host:port` entries.
 */
export function checkEndpointUrl(
  text: string,
  { privateHosts }: { readonly privateHosts: ReadonlySet<string> },
): EndpointUrl | { readonly ok: false; readonly reason: UrlRefusal } {
  const refusal = refusedAsText(text)
  if (refusal !== undefined) return { ok: false, reason: refusal }
  const url = parse(text)
  if (url === undefined) return { ok: false, reason: 'malformed' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? httpsPort : Number(url.port)
  const isListed = privateHosts.has(`${url.hostname}:${port}`)
  const reason = isListed ? refusedLength(url) : refusedPlace(url, host, port)
  return reason === undefined
    ? { ok: true, url: url.href, host, port, isListed }
    : { ok: false, reason }
}

/**
 * Refuses what the URL parser would silently repair: spaces, control characters, missing slashes or backslashes, an
 * empty user.
 */
function refusedAsText(text: string): UrlRefusal | undefined {
  if (text.length > urlLengthMax) return 'too_long'
  if (/[\p{Cc}\p{White_Space}\\]/u.test(text) || !text.isWellFormed()) return 'malformed'
  if (!/^https:\/\//i.test(text)) return 'not_https'
  const [authority = ''] = text.slice('https://'.length).split(/[/?#]/)
  if (authority === '') return 'malformed'
  return authority.includes('@') ? 'has_credentials' : undefined
}

function parse(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  url.hostname = url.hostname.replace(/\.$/, '')
  url.hash = ''
  return url.hostname.startsWith('[') || isHostName(url.hostname) ? url : undefined
}

function refusedPlace(url: URL, host: string, port: number): UrlRefusal | undefined {
  if (port !== httpsPort && port < unprivilegedPortMin) return 'port_refused'
  const isPrivate = isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host)
  return isPrivate ? 'private_address' : refusedLength(url)
}

/** Percent-encoding can make a URL longer than it was typed. */
function refusedLength(url: URL): UrlRefusal | undefined {
  return url.href.length > urlLengthMax ? 'too_long' : undefined
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

const hostNameLengthMax = 253

function isHostName(host: string): boolean {
  const isLabel = (label: string) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label)
  return host.length <= hostNameLengthMax && host.split('.').every(isLabel)
}
