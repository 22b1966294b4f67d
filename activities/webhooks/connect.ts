import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Target } from './find-target.ts'
import { isSameAddress } from '#platform/public-address.ts'
import { ignoreLateErrors, SendFailure } from './send-failure.ts'

/** Opens a TCP connection to an IP address; it never gets a host name. */
export type Dial = (to: { readonly host: string; readonly port: number }) => Socket

export interface ConnectOptions {
  readonly dial: Dial
  readonly signal: AbortSignal
  /** Live: full chain, matching host name, not expired. Otherwise any certificate, including a self-signed one. */
  readonly isStrict: boolean
  /** Certificate authorities instead of the default ones, PEM. */
  readonly caCertificates: readonly string[] | undefined
}

const nextAddressAfterMs = 2500

export const dialTcp: Dial = (to) => connectTcp({ ...to, autoSelectFamily: false })

/** A new TLS connection to a checked address. Failures: connection_failed, tls_invalid, connection_closed. */
export async function connect(target: Target, options: ConnectOptions): Promise<TLSSocket> {
  const socket = await dialFirst(target, options)
  const { caCertificates: ca } = options
  const secured = connectTls({
    socket,
    host: target.host,
    ...(isIP(target.host) === 0 && { servername: target.host }),
    ...(ca !== undefined && { ca: [...ca] }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: options.isStrict,
    ALPNProtocols: ['http/1.1'],
  })
  secured.on('error', ignoreLateErrors)
  try {
    await once(secured, 'secureConnect', { signal: options.signal })
    return secured
  } catch (error) {
    socket.destroy()
    throw new SendFailure(isReset(error) ? 'connection_closed' : 'tls_invalid', error)
  }
}

/** Tries the addresses in turn; the last one may use all the remaining time. */
async function dialFirst(target: Target, options: ConnectOptions): Promise<Socket> {
  let lastError: unknown
  for (const [index, host] of target.addresses.entries()) {
    const isLast = index === target.addresses.length - 1
    const socket = options.dial({ host, port: target.port })
    socket.on('error', ignoreLateErrors)
    const giveUp = () => socket.destroy(new Error('no answer yet; trying another address'))
    const timer = isLast ? undefined : setTimeout(giveUp, nextAddressAfterMs)
    try {
      await once(socket, 'connect', { signal: options.signal })
      if (!isSameAddress(socket.remoteAddress ?? '', host)) throw new SendFailure('address_refused')
      return socket
    } catch (error) {
      socket.destroy()
      if (error instanceof SendFailure || options.signal.aborted) throw error
      lastError = error
    } finally {
      clearTimeout(timer)
    }
  }
  throw new SendFailure('connection_failed', lastError)
}

function isReset(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return code === 'ECONNRESET' || code === 'EPIPE'
}
