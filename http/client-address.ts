import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Middleware } from 'koa'
import { fail } from '#domain/errors/errors.ts'
import type { RateDecision } from './dependencies.ts'
import { waitSecondsOf } from './limit-headers.ts'

/**
 * The address that a request is counted under. Forwarding headers are read from the right only, one entry per proxy
 * of ours; what clients add themselves is further left. An IPv6 client counts as its /64 network, which is one
 * subscriber.
 */
export function clientAddress(request: IncomingMessage, trustedProxyHops: number): string {
  const socketAddress = request.socket.remoteAddress ?? ''
  const forwarded = trustedProxyHops > 0 ? forwardedAddress(request, trustedProxyHops) : undefined
  return (forwarded && countedAddress(forwarded)) || (countedAddress(socketAddress) ?? 'unknown')
}

export interface AddressLimit {
  readonly consume: (address: string) => Promise<RateDecision>
  readonly trustedProxyHops: number
}

/** Limits requests that have no limit of their own: files, documents, unknown paths. Refusal: rate_limited. */
export function limitAddress({ consume, trustedProxyHops }: AddressLimit): Middleware {
  return async ({ req }, next) => {
    const decision = await consume(clientAddress(req, trustedProxyHops))
    if (!decision.allowed)
      throw fail('rate_limited', { retry_after_seconds: waitSecondsOf(decision) })
    await next()
  }
}

function forwardedAddress(request: IncomingMessage, hops: number): string | undefined {
  const header = request.headers['x-forwarded-for']
  const entries = String(header ?? '').split(',')
  return entries.at(-Math.min(hops, entries.length))?.trim()
}

const networkBytes = 8

function countedAddress(text: string): string | undefined {
  // The usual case.
  if (isIPv4(text)) return text
  if (!ipaddr.isValid(text)) return undefined
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') return address.toString()
  const network = address.toByteArray().fill(0, networkBytes)
  return `${ipaddr.fromByteArray(network).toString()}/64`
}
