import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The address a request is counted under. Forwarding headers are read only from the right, one entry for each proxy of
 * ours: what a client writes itself stands further left. An IPv6 client is its /64 network, which is one subscriber.
 */
export function clientAddress(request: IncomingMessage, trustedProxyHops: number): string {
  const socketAddress = request.socket.remoteAddress ?? ''
  const forwarded = trustedProxyHops > 0 ? forwardedAddress(request, trustedProxyHops) : undefined
  return countedAddress(forwarded ?? '') ?? countedAddress(socketAddress) ?? 'unknown'
}

function forwardedAddress(request: IncomingMessage, hops: number): string | undefined {
  const header = request.headers['x-forwarded-for']
  const entries = String(header ?? '').split(',')
  return entries.at(-Math.min(hops, entries.length))?.trim()
}

const networkBytes = 8

function countedAddress(text: string): string | undefined {
  // As nearly all of them are written.
  if (isIPv4(text)) return text
  if (!ipaddr.isValid(text)) return undefined
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') return address.toString()
  const network = address.toByteArray().fill(0, networkBytes)
  return `${ipaddr.fromByteArray(network).toString()}/64`
}
