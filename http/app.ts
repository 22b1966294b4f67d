import cors from '@koa/cors'
import { Router } from '@koa/router'
import Koa, { type Context, type Middleware } from 'koa'
import { type ErrorDetails, fail } from '#domain/errors/errors.ts'
import { nearestWord } from '#domain/text/nearest.ts'
import type { HttpDependencies } from './dependencies.ts'
import { describeError } from './describe-error.ts'
import { withoutEndingSlash } from './ending-slash.ts'
import { errorLayer } from './error-layer.ts'
import { handleRoute } from './handle-route.ts'
import { requestContext } from './request-context.ts'
import type { RequestState } from './request-state.ts'
import type { Route } from './route.ts'
import { addedVersion } from './added-version.ts'
import { methodsOfPage } from './read-only.ts'
import { askedVersion, laterVersion, newestOf } from './versions.ts'

export type HttpApp = Koa<RequestState>

/** The API as one Koa app: request id, error envelope, version and CORS, routes, pages, then 405 or 404. */
export function createApp(routes: readonly Route[], dependencies: HttpDependencies): HttpApp {
  // Koa must not trust forwarding headers by itself: client-address.ts reads them, given the number of our proxies.
  const app: HttpApp = new Koa({ proxy: false })
  app.on('error', (error: unknown) => {
    dependencies.log.info({ error: describeError(error) }, 'response not sent')
  })
  app.use(requestContext(dependencies))
  app.use(versionHeader)
  app.use(errorLayer(dependencies))
  app.use(refuseMalformed)
  app.use(underV2(crossOrigin))
  app.use(underV2(chooseVersion))
  app.use(byVersion(routes, dependencies))
  for (const page of dependencies.pages ?? []) app.use(page)
  app.use(withoutEndingSlash)
  app.use(unmatched(routes))
  return app
}

/** The routes of a version: where two share method and path, the added one replaces the earlier one. */
function byVersion(
  routes: readonly Route[],
  dependencies: HttpDependencies,
): Middleware<RequestState> {
  const kept = routes.filter(({ since }) => since === undefined)
  const usual = tableOf(kept, dependencies)
  const added = tableOf(newestOf(routes), dependencies)
  return (context, next) => (context.state.version === addedVersion ? added : usual)(context, next)
}

/**
 * The routes by path. A literal path is never taken for the id of a parameterised one: with another method it is 405.
 */
function tableOf(
  routes: readonly Route[],
  dependencies: HttpDependencies,
): Middleware<RequestState> {
  const router = routerOf(routes, dependencies)
  const literal = Map.groupBy(
    routes.filter(({ path }) => !path.includes(':')),
    ({ path }) => path,
  )
  return (context, next) => {
    const methods = literal.get(context.path)?.flatMap(({ method }) => methodsAt[method])
    if (methods !== undefined && !methods.includes(context.method)) {
      return refuseMethod(context, methods)
    }
    return router(context as Parameters<typeof router>[0], next)
  }
}

/** Wherever GET is allowed, HEAD is too. */
const methodsAt = { GET: ['GET', 'HEAD'], POST: ['POST'], PATCH: ['PATCH'], DELETE: ['DELETE'] }

function routerOf(routes: readonly Route[], dependencies: HttpDependencies) {
  const router = new Router<RequestState>({ sensitive: true, strict: true })
  for (const route of routes) register(router, route, dependencies)
  return router.routes()
}

function register(
  router: Router<RequestState>,
  route: Route,
  dependencies: HttpDependencies,
): void {
  const handle = handleRoute(route, dependencies)
  router.register(route.path, [route.method], async (context) => {
    context.state.route = route.path
    await handle(context)
  })
}

/** Headers that scripts of another origin may read (docs/api.md#headers). */
const exposedHeaders = 'Service-Version, Retry-After, X-Request-Id'
/** The longer list, for requests that name the version that added it. */
const moreExposed =
  'Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, Service-Version, Service-Wait, X-Request-Id'
const preflightSeconds = 600

/** Any origin may call: keys come in a header that no browser adds by itself, and cookies are not read. */
const crossOrigin: Middleware = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Service-Version'],
  maxAge: preflightSeconds,
})

/** Also sent where no route is reached: 404, 405, a preflight, a refused path (docs/api.md#versions). */
const versionHeader: Middleware<RequestState> = async (context, next) => {
  context.set('Service-Version', context.state.version)
  context.set('Access-Control-Expose-Headers', exposedHeaders)
  await next()
}

/** The version that the request names in its header (docs/api.md#versions). */
const chooseVersion: Middleware<RequestState> = async (context, next) => {
  context.state.version = askedVersion(context.req, context.state.version)
  context.set('Service-Version', context.state.version)
  if (context.state.version === addedVersion) {
    context.set('Access-Control-Expose-Headers', moreExposed)
  }
  await next()
}

function underV2(middleware: Middleware<RequestState>): Middleware<RequestState> {
  return (context, next) => {
    const isApi = context.path === '/v2' || context.path.startsWith('/v2/')
    return isApi ? middleware(context, next) : next()
  }
}

/** Refuses a target that cannot be parsed, an HTTP/1.1 request without Host, and one with two (RFC 9112). */
const refuseMalformed: Middleware = async ({ req, request }, next) => {
  const hosts = req.headersDistinct['host']?.length ?? 0
  if (hosts === 0 && req.httpVersion === '1.1') throw fail('invalid_request')
  if (hosts > 1) throw fail('invalid_request', { fault: 'two_hosts' })
  try {
    void request.path
  } catch {
    throw fail('invalid_request')
  }
  await next()
}

/**
 * A known path with another method is 405, or an answer to OPTIONS; anything else is 404. A page beside the routes says
 * with `Allow` that it knows the path (http/read-only.ts).
 */
function unmatched(routes: readonly Route[]): Middleware<RequestState> {
  const paths = routes.map(({ path }) => path)
  const later = laterVersion(routes)
  return (context) => {
    const layers: readonly { methods: readonly string[] }[] = context['matched'] ?? []
    const hint = later(context)
    const methods = [...layers.flatMap((layer) => layer.methods), ...methodsOfPage(context)]
    if (methods.length === 0) {
      throw fail('route_not_found', hint ?? nearestPath(context.path, paths))
    }
    return refuseMethod(context, methods, hint)
  }
}

async function refuseMethod(
  context: Context,
  methods: readonly string[],
  hint?: ErrorDetails,
): Promise<void> {
  const allowed = [...new Set(methods), 'OPTIONS'].toSorted()
  context.set('Allow', allowed.join(', '))
  if (context.method !== 'OPTIONS') {
    throw fail('method_not_allowed', { allowed, ...(hint ?? listed(context)) })
  }
  context.status = 204
}

/** Where the payments of a path are listed that only requests them. */
function listed({ method, path }: Context): ErrorDetails {
  const type = method === 'GET' ? typeAt.get(path) : undefined
  return type === undefined ? {} : { list_path: `/v2/transactions?type=${type}` }
}

const typeAt = new Map([
  ['/v2/collections', 'collection'],
  ['/v2/payouts', 'payout'],
])

const askedLengthMax = 300

/**
 * The path that was probably meant: under this version, in lower case, without a trailing slash, by the name that others
 * use for it, or a few letters away; of an object, with the name of its id. If there is none, where the documentation is.
 */
function nearestPath(asked: string, paths: readonly string[]): ErrorDetails {
  // None of ours is that long, and comparing thousands of slashes with each costs a lot.
  if (asked.length > askedLengthMax || versionAlone.test(asked)) return { docs_path: '/docs' }
  const typed = asked
    .toLowerCase()
    .replaceAll(/(?:%20|\+)+$/g, '')
    .replaceAll(/\/+/g, '/')
    .replace(/^(?:\/(?:v\d+|api)(?=\/))*\//, '/v2/')
    .replace(/\/$/, '')
  const path = namedElsewhere.reduce((name, [theirs, ours]) => name.replace(theirs, ours), typed)
  const known = paths.filter((each) => each.startsWith('/v2/'))
  const same = known.find((each) => each === path) ?? known.find((each) => isAt(each, path))
  const isMeant = /^\/+(v\d+|api)\//i.test(asked)
  const literal = known.filter((each) => !each.includes(':'))
  const nearest = same ?? (isMeant ? nearestWord(path, literal) : undefined)
  if (nearest === undefined) return { docs_path: '/docs' }
  return { nearest_path: nearest.replaceAll(/:(\w+)/g, '{$1}') }
}

const versionAlone = /^\/+(?:v\d+|api)\/*$/i

/** What other services call what we have, and where one of a kind is read. */
const namedElsewhere: readonly (readonly [theirs: RegExp, ours: string])[] = [
  [/^\/v2\/(?:payments?|charges?)$/, '/v2/collections'],
  [/^\/v2\/(?:transactions|payments?|charges?|collections)\/[^/]+\/refunds?$/, '/v2/refunds'],
  [/^\/v2\/webhooks?$/, '/v2/webhook_endpoints'],
  [/^\/v2\/(?:payments?|charges?|collections|payouts)\/[^/]+$/, '/v2/transactions/one'],
]

function isAt(template: string, path: string): boolean {
  const [parts, given] = [template.split('/'), path.split('/')]
  const isSame = (part: string, at: number) => part === given[at] || part.startsWith(':')
  return parts.length === given.length && parts.every(isSame)
}
