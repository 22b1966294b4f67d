/** The version of this package; a test compares it with package.json. */
const version = '0.1.0'

interface Runtime {
  readonly document?: unknown
  readonly Bun?: { readonly version?: string }
  readonly Deno?: { readonly version?: { readonly deno?: string } }
  readonly process?: { readonly versions?: { readonly node?: string | undefined } }
}

/**
 * What servers send as `User-Agent`; undefined in browsers, where it would be one more header for a preflight to allow,
 * and where the runtime is unknown.
 */
export function agentIn(scope: object): string | undefined {
  const { document, Bun, Deno, process } = scope as Runtime
  if (document !== undefined) return undefined
  const known = { bun: Bun?.version, deno: Deno?.version?.deno, node: process?.versions?.node }
  const [runtime] = Object.entries(known).filter(([, number]) => number !== undefined)
  return runtime && `payment-service-js/${version} ${runtime.join('/')}`
}
