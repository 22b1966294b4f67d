import type { IncomingMessage } from 'node:http'
import { fail } from '#domain/errors/errors.ts'
import type { Route } from './route.ts'
import { addedVersion } from './added-version.ts'

/** The version in which a request is answered: the one it names, or `usual`. Refusal: unknown_version. */
export function askedVersion(request: IncomingMessage, usual: string): string {
  const [asked, ...others] = request.headersDistinct['service-version'] ?? [usual]
  const allowed = [usual, addedVersion]
  if (asked !== undefined && others.length === 0 && allowed.includes(asked)) return asked
  throw fail('unknown_version', { allowed })
}

/** One route per method and path: of two, the added one. */
export function newestOf(routes: readonly Route[]): readonly Route[] {
  const isSame = (a: Route, b: Route): boolean => a.path === b.path && a.method === b.method
  const added = routes.filter(({ since }) => since !== undefined)
  const before = routes.filter(({ since }) => since === undefined)
  return routes.flatMap((route) => {
    if (route.since === undefined) return added.some((other) => isSame(other, route)) ? [] : [route]
    const hasBefore = before.some((other) => isSame(other, route) && other.answer !== undefined)
    return [hasBefore ? { ...route, hasBefore } : route]
  })
}

/**
 * For a request that matches no route: the version that has one at its method and path. Otherwise a client that
 * forgot to name the version would think the route missing.
 */
export function laterVersion(routes: readonly Route[]) {
  const added = routes.flatMap(({ since, method, path }) =>
    since === undefined ? [] : [{ since, method, address: addressOf(path) }],
  )
  return ({ method, path }: { readonly method: string; readonly path: string }) => {
    const found = added.find((route) => route.method === method && route.address.test(path))
    return found && { service_version: found.since }
  }
}

function addressOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]+')}$`)
}
