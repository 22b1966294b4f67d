import type { EnvFields } from './env-fields.ts'

interface Reached {
  readonly databaseUrl: string | undefined
  readonly temporalAddress: string | undefined
  readonly temporalTls: object | undefined
}

/**
 * What production does not start without, since nothing would show that it is missing: https, how many proxies stand before
 * the service, TLS to what is on another machine (docs/security.md#production).
 */
export function refuseUnsafe(fields: EnvFields, reached: Reached): void {
  const { problems } = fields
  if (!fields.text('PUBLIC_URL')?.startsWith('https://')) {
    problems.push(
      'PUBLIC_URL must be the https address of the service when NODE_ENV is production.',
    )
  }
  if (fields.text('TRUST_PROXY_HOPS') === undefined) {
    problems.push(
      'TRUST_PROXY_HOPS must be set when NODE_ENV is production: behind a proxy that is not counted, all clients are one.',
    )
  }
  const { databaseUrl, temporalAddress, temporalTls } = reached
  if (databaseUrl !== undefined && !isDatabaseSafe(new URL(databaseUrl))) {
    problems.push(
      'DATABASE_URL must ask for sslmode=verify-full when NODE_ENV is production, unless it is on this machine.',
    )
  }
  const isTemporalFar = temporalAddress !== undefined && !isLocal(withoutPort(temporalAddress))
  if (isTemporalFar && temporalTls === undefined) {
    problems.push(
      'TEMPORAL_TLS must be on when NODE_ENV is production, unless TEMPORAL_ADDRESS is on this machine.',
    )
  }
}

/** A socket of this machine has no host, or names its folder. */
function isDatabaseSafe({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? hostname
  return (
    host === '' ||
    host.startsWith('/') ||
    isLocal(host) ||
    searchParams.get('sslmode') === 'verify-full'
  )
}

function withoutPort(address: string): string {
  return address.slice(0, address.lastIndexOf(':'))
}

function isLocal(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
