import type { EnvFields } from './env-fields.ts'

interface Reached {
  readonly databaseUrl: string | undefined
  readonly databaseDirectUrl: string | undefined
  readonly privateNetworkHosts: ReadonlySet<string>
  readonly temporalAddress: string | undefined
  readonly temporalTls: object | undefined
}

/**
 * Refuses to start production without settings whose absence nobody would notice: https, the number of proxies before
 * the service, TLS to other machines (docs/security.md#production).
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
  refusePlain(problems, reached)
}

function refusePlain(
  problems: string[],
  { databaseUrl, databaseDirectUrl, privateNetworkHosts, temporalAddress, temporalTls }: Reached,
): void {
  const isNear = (host: string): boolean => isLocal(host) || privateNetworkHosts.has(host)
  for (const [name, url] of Object.entries({
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: databaseDirectUrl,
  })) {
    if (url === undefined || isDatabaseSafe(new URL(url), isNear)) continue
    problems.push(
      `${name} must ask for sslmode=verify-full when NODE_ENV is production, unless it is on this machine, or its host is one of PRIVATE_NETWORK_HOSTS.`,
    )
  }
  if (temporalTls === undefined && !isNear(withoutPort(temporalAddress ?? 'localhost:'))) {
    problems.push(
      'TEMPORAL_TLS must be on when NODE_ENV is production, unless TEMPORAL_ADDRESS is on this machine, or its host is one of PRIVATE_NETWORK_HOSTS.',
    )
  }
}

/** A socket on this machine has no host, or its folder as `host`. */
function isDatabaseSafe(
  { hostname, searchParams }: URL,
  isNear: (host: string) => boolean,
): boolean {
  const host = searchParams.get('host') ?? hostname
  return (
    host === '' ||
    host.startsWith('/') ||
    isNear(host) ||
    searchParams.get('sslmode') === 'verify-full'
  )
}

function withoutPort(address: string): string {
  return address.slice(0, address.lastIndexOf(':'))
}

function isLocal(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
