import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { KeepAddress, Origin } from '#platform/request-trail.ts'
import { clientAddress } from './client-address.ts'

/** Where a request comes from, as logs may keep it. */
export function originOf(
  request: IncomingMessage,
  hops: number,
  keepAddress: KeepAddress = truncatedAddress,
): Origin {
  const agent = request.headers['user-agent']?.replaceAll(/[^\x20-\x7e]/g, '').slice(0, agentMax)
  return { address: keepAddress(clientAddress(request, hops)), agent: agent || null }
}

const agentMax = 200
const networkBytes = { ipv4: 3, ipv6: 6 } as const

/**
 * The network alone: an IPv4 address without its last byte, `ip-203.0.113.0/24`, an IPv6 one as its /48. The word before it
 * keeps the log from taking it for a phone number.
 */
export function truncatedAddress(counted: string): string {
  const [text = ''] = counted.split('/')
  if (!ipaddr.isValid(text)) return 'unknown'
  const address = ipaddr.parse(text)
  const bytes = networkBytes[address.kind()]
  const network = ipaddr.fromByteArray(address.toByteArray().fill(0, bytes))
  return `ip-${network.toString()}/${bytes * 8}`
}
