import { isIPv4 } from 'node:net'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Middleware, ParameterizedContext } from 'koa'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import {
  type KeepAddress,
  onTrail,
  type Origin,
  type SecurityEvent,
  type Trail,
} from '#platform/request-trail.ts'
import { inSpan } from '#platform/trace.ts'
import type { AnyCaller } from '#use-cases/keys/caller.ts'
import type { ApiCall } from '#use-cases/api-calls/keep.ts'
import type { HttpDependencies } from './dependencies.ts'
import { discardRest } from './request-body.ts'
import type { RequestState } from './request-state.ts'
import { clientAddress } from './client-address.ts'

/** The status counted for a request whose client left before the answer. */
const clientLeftStatus = 499

/** Browsers that came once use https for a year. */
const secureOnly = 'max-age=31536000'

/** The outermost layer: assigns the request id, and logs and measures the answered request. */
export function requestContext({
  log,
  metrics,
  apiCalls,
  version,
  isSecure,
  trustedProxyHops,
  keepAddress,
}: HttpDependencies): Middleware<RequestState> {
  return async (context, next) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    let streamedAt: number | undefined
    const streamFrom = (): void => void (streamedAt = performance.now())
    Object.assign(context.state, { ...initialState(context, requestId), version, streamFrom })
    context.set('X-Request-Id', requestId)
    context.set('Cache-Control', 'no-store')
    context.set('X-Content-Type-Options', 'nosniff')
    if (isSecure) context.set('Strict-Transport-Security', secureOnly)
    const origin = originOf(context.req, trustedProxyHops, keepAddress)
    const trail: Trail = { origin, events: [] }
    context.res.once('close', () => {
      const seconds = ((streamedAt ?? performance.now()) - startedAt) / 1000
      const { route, caller } = context.state
      const isAnswered = context.res.writableFinished || streamedAt !== undefined
      const status = isAnswered ? context.res.statusCode : clientLeftStatus
      const request = { method: knownMethod(context.method), route: route ?? 'unknown', status }
      metrics.observeRequest({ ...request, seconds })
      const call = apiCallOf(context, { status, seconds })
      if (call) apiCalls.note(call)
      const answered = { request_id: requestId, ...request }
      const told = { ...answered, ...subjectFields(context), ...callerFields(caller) }
      log[levelOf(context, status)]({ ...told, seconds: Number(seconds.toFixed(4)) }, 'request')
      const whence = { ...answered, client: origin.address, agent: origin.agent }
      for (const event of eventsOf(trail, context)) {
        metrics.countSecurityEvent?.(event.event)
        log.warn({ ...event, ...whence }, event.event)
      }
    })
    const method = knownMethod(context.method)
    await inSpan({ name: method, kind: 'server' }, async (note) => {
      await onTrail(trail, next)
      if (trail.slowMs !== undefined) await slowed(trail.slowMs, context.state)
      const route = context.state.route ?? 'unknown'
      const answered = { 'http.request.method': method, 'http.route': route }
      note({ ...answered, 'http.response.status_code': context.status }, `${method} ${route}`)
    })
    discardRest(context.req)
  }
}

/** Until it is time for the answer, or its client has left. */
async function slowed(delayMs: number, state: RequestState): Promise<void> {
  const signal = state.clientLeft()
  await pause(delayMs, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** Security events noted on the way, and a refusal by a limit, whichever layer refused. */
function eventsOf(
  { events }: Trail,
  { res, state }: ParameterizedContext<RequestState>,
): readonly SecurityEvent[] {
  if (res.statusCode !== limitedStatus || events.some(({ event }) => event === 'auth.blocked')) {
    return events
  }
  return [...events, { event: 'limit.refused', code: state.refusal?.code ?? null }]
}

const limitedStatus = 429

function levelOf({ state }: ParameterizedContext<RequestState>, status: number): 'debug' | 'info' {
  return state.isProbe && status === wellStatus ? 'debug' : 'info'
}

const wellStatus = 200

function initialState(
  context: ParameterizedContext,
  requestId: string,
): Omit<RequestState, 'streamFrom' | 'version'> {
  const { res } = context
  const works: (() => void)[] = []
  // One listener: many on an answer are warned of.
  res.once('close', () => works.forEach((work) => work()))
  function whenOver(work: () => void): void {
    if (res.destroyed) work()
    else works.push(work)
  }
  let controller: AbortController | undefined
  function clientLeft(): AbortSignal {
    if (controller) return controller.signal
    const created = new AbortController()
    controller = created
    whenOver(() => {
      if (!res.writableFinished) created.abort()
    })
    return created.signal
  }
  const nothing = { route: null, caller: null, about: null, refusal: null, isProbe: false }
  return { requestId, ...nothing, clientLeft, whenOver }
}

const methods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

/** A metric's label must not contain text from the client. */
function knownMethod(method: string): string {
  return methods.has(method) ? method : 'other'
}

function callerFields(caller: AnyCaller): object {
  if (caller === null) return {}
  if ('person' in caller) return { staff_member_id: caller.person.id }
  const { kind, mode, serviceEnvId, apiKeyId } = caller
  return { key_kind: kind, mode, service_env_id: serviceEnvId, api_key_id: apiKeyId }
}

/** The log entry of an answered request for the merchant whose key made it; undefined without a merchant's key. */
function apiCallOf(
  context: ParameterizedContext<RequestState>,
  { status, seconds }: { readonly status: number; readonly seconds: number },
): ApiCall | undefined {
  const { requestId, route, caller, refusal } = context.state
  if (route === null || caller === null || 'person' in caller) return undefined
  const answeredAs = context.response.get('X-Request-Id')
  return {
    id: requestId,
    replayOf: answeredAs === requestId ? null : answeredAs,
    serviceEnvId: caller.serviceEnvId,
    apiKeyId: caller.apiKeyId,
    at: new Date(Date.now() - seconds * 1000),
    method: context.method,
    route,
    status,
    errorCode: refusal?.code ?? null,
    durationMs: Math.round(seconds * 1000),
    transactionId: transactionOf(context, refusal),
  }
}

const transactionPath = /\/v2\/transactions\/([0-9a-f-]{36})(?:\/|$)/

/**
 * The transaction that was created, read or changed, or that the refusal names; never an id that the caller only
 * asked for.
 */
function transactionOf(
  { path, response }: ParameterizedContext<RequestState>,
  refusal: RequestState['refusal'],
): string | null {
  const told = refusal?.details['transaction_id']
  if (refusal) return typeof told === 'string' ? told : null
  const [, id = null] = transactionPath.exec(response.get('Location') || path) ?? []
  return id
}

/** Why it was refused, and which transaction it was about. An address without a route may be one that cannot be read. */
function subjectFields(context: ParameterizedContext<RequestState>): object {
  const { refusal, route, about } = context.state
  const transactionId = route === null ? null : (about ?? transactionOf(context, refusal))
  return {
    ...(refusal && { code: refusal.code }),
    ...(transactionId !== null && { transaction_id: transactionId }),
  }
}

/** The origin of a request, as logs may keep it. */
function originOf(
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
 * The network only: an IPv4 address without its last byte, `ip-203.0.113.0/24`, or an IPv6 /48. The prefix `ip-`
 * keeps the log from redacting it as a phone number.
 */
export function truncatedAddress(counted: string): string {
  // The usual case.
  if (isIPv4(counted)) return `ip-${counted.slice(0, counted.lastIndexOf('.'))}.0/24`
  const [text = ''] = counted.split('/')
  if (!ipaddr.isValid(text)) return 'unknown'
  const address = ipaddr.parse(text)
  const bytes = networkBytes[address.kind()]
  const network = ipaddr.fromByteArray(address.toByteArray().fill(0, bytes))
  return `ip-${network.toString()}/${bytes * 8}`
}
