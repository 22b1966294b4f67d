import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { counted } from '#platform/counted.ts'
import type { Env } from '#platform/env.ts'
import type { OperatorAccount } from '#platform/operator-accounts.ts'
import { failed, finding, type Finding, lineOf, warned } from './finding.ts'

/**
 * Checks that this machine reaches what the service calls, that merchants can reach the service, and that
 * certificates do not expire soon.
 */
export async function checkPaths(env: Env): Promise<readonly Finding[]> {
  const ways = [
    ...env.operatorAccounts.map((account): Way => [`path to ${account.provider}`, urlOf(account)]),
    ...(env.smtpUrl === undefined ? [] : [['path to the mail server', env.smtpUrl] as const]),
    ...(env.traceEndpoint === undefined ? [] : [['path to traces', env.traceEndpoint] as const]),
    ...(env.isProduction ? [['public address answers', env.publicUrl] as const] : []),
  ]
  return Promise.all(ways.map(checkWay))
}

type Way = readonly [check: string, url: string]

function urlOf(account: OperatorAccount): string {
  return account.provider === 'mtn-benin' ? account.baseUrl : account.url
}

const usualPorts: Readonly<Record<string, number>> = { 'https:': 443, 'smtps:': 465, 'smtp:': 587 }
const withinMs = 5000
const daysLeftMin = 14

async function checkWay([check, url]: Way): Promise<Finding> {
  const { protocol, hostname, port } = new URL(url)
  const isTls = protocol === 'https:' || protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  try {
    const days = await reach({ host, port: Number(port) || (usualPorts[protocol] ?? 80), isTls })
    if (days >= daysLeftMin) return finding(check, 'ok', `${hostname} is reached`)
    return warned(
      check,
      `the certificate of ${hostname} ends in ${counted(days, 'day')}`,
      'Renew it, and find out why it was not renewed automatically.',
    )
  } catch (error) {
    return failed(
      check,
      `${hostname}: ${lineOf(error)}`,
      'Check DNS, firewalls and network policies on the way, and the certificate.',
    )
  }
}

/** Days until its certificate expires; Infinity without TLS. */
async function reach({ host, port, isTls }: Target): Promise<number> {
  const socket = isTls ? connectTls({ host, port, servername: host }) : connect({ host, port })
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', {
      signal: AbortSignal.timeout(withinMs),
    })
    if (!('getPeerCertificate' in socket)) return Infinity
    return Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000)
  } finally {
    socket.destroy()
  }
}

interface Target {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
}
