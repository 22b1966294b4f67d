import type { IncomingMessage } from 'node:http'
import type { RouterContext } from '@koa/router'
import { type ErrorCode, fail, type FieldError, fieldsError } from '#domain/errors/errors.ts'
import type { AnyCaller } from '#use-cases/keys/caller.ts'
import { admitCaller, type Arrival, type Identified, identifyCaller } from './admission.ts'
import { askedLanguage } from './asked-language.ts'
import { canonicalText } from './canonical.ts'
import { clientAddress } from './client-address.ts'
import type { HttpDependencies } from './dependencies.ts'
import { envelopeText, jsonType } from './envelope.ts'
import { type JsonObject, numberSource } from './json.ts'
import { limitHeaders } from './limit-headers.ts'
import { readJsonBody } from './request-body.ts'
import type { RequestState } from './request-state.ts'
import type { Shares } from './shares.ts'
import { type Answer, type Route, type RouteInput, refusesKey } from './route.ts'
import { bodyCheck, onePerField, paramsCheck, queryCheck } from './validate.ts'

type RouteContext = RouterContext<RequestState>

/**
 * The steps of every request to a known route, in the order of docs/api.md#order-of-checks: limits and key, body,
 * idempotency key, fields, then the handler.
 */
export function handleRoute(route: Route, dependencies: HttpDependencies) {
  const { bodyRoom } = dependencies
  const answer = answering(route)
  /** Answers, unless the body is still on its way. */
  async function begin(context: RouteContext): Promise<Identified | null> {
    const { req: request } = context
    const told: Arrival['told'] = (name, decision) => context.set(limitHeaders(name, decision))
    const identified = await identifyCaller({ request, told }, route.keys, dependencies)
    context.state.caller = identified.caller
    await admitCaller(identified, route, dependencies)
    if (takesBody(route) && !request.complete) return identified
    await proceed(context, identified, await bodyOf(request, route))
    return null
  }
  async function proceed(context: RouteContext, identified: Identified, body: JsonObject) {
    const share = serviceShare(context, identified.caller, dependencies)
    await inShares(share, () => answer(context, identified, body))
  }
  return async (context: RouteContext): Promise<void> => {
    const ofCaller = callerShares(context, route, dependencies)
    const waiting = await inShares(ofCaller, () => begin(context))
    if (waiting === null) return
    // In no share: a client may take its time over the rest, and would keep others of its merchant waiting.
    const { req: request } = context
    const arriving = { request, address: waiting.address, bytesMax: route.bodyBytesMax }
    const body = await bodyRoom.within(arriving, () => bodyOf(request, route))
    await inShares(ofCaller, () => proceed(context, waiting, body))
  }
}

/** The steps once the body is there. */
function answering(route: Route) {
  const checkRequest = requestCheck(route)
  const checkParams = route.params ? paramsCheck(route.params) : () => null
  return async (
    context: RouteContext,
    { caller, address }: Identified,
    body: JsonObject,
  ): Promise<void> => {
    const { state } = context
    const idempotencyKey = readIdempotencyKey(context.req, route)
    const facts = { caller, address, requestId: state.requestId, body } as const
    const query = await checkRequest(facts, context.querystring)
    refuseNameless(checkParams(context.params))
    const given = await route.handler({
      ...facts,
      query,
      params: context.params,
      idempotencyKey,
      get canonicalRequest() {
        // Routes are in lower case, and so is an id however it was written.
        return `${route.method} ${context.path.toLowerCase()}\n${canonicalText(body)}`
      },
      numberText: (field) => numberSource(body, field),
      get signal() {
        return state.clientLeft()
      },
      get language() {
        return askedLanguage(context)
      },
    } as RouteInput)
    writeAnswer(context, route, given)
  }
}

/**
 * Waits hold no database connection, and have slots of their own (http/wait.ts). Koa's own `query` reads all parameters
 * once for each of them.
 */
function isWait({ method, querystring }: RouteContext): boolean {
  return method === 'GET' && new URLSearchParams(querystring).has('wait')
}

/**
 * The shares that the request runs in, the outer one first, before any database access: its key's; without a key its
 * address's, and that of the path of what is paid.
 */
function callerShares(
  context: RouteContext,
  { keys, method }: Route,
  { shares, addressShares, waitShares, trustedProxyHops }: HttpDependencies,
): readonly Share[] {
  const key = context.req.headers.authorization
  if (isWait(context))
    return [
      {
        shares: waitShares,
        name: `by ${key ?? ''} at ${keys === 'none' ? context.path.toLowerCase() : ''}`,
      },
    ]
  if (keys === 'none') {
    const from = {
      shares: addressShares,
      name: `from ${clientAddress(context.req, trustedProxyHops)}`,
    }
    return method === 'POST' ? [from, { shares, name: `at ${context.path.toLowerCase()}` }] : [from]
  }
  return key === undefined ? [] : [{ shares, name: `by ${key}` }]
}

interface Share {
  readonly shares: Shares
  readonly name: string
}

function inShares<Result>(
  [share, ...inner]: readonly Share[],
  work: () => Promise<Result>,
): Promise<Result> {
  return share === undefined ? work() : share.shares.run(share.name, () => inShares(inner, work))
}

function serviceShare(
  context: RouteContext,
  caller: AnyCaller,
  { shares }: HttpDependencies,
): readonly Share[] {
  if (caller === null || 'person' in caller || isWait(context)) return []
  return [{ shares, name: `of ${caller.serviceEnvId}` }]
}

type Facts = {
  readonly caller: AnyCaller
  readonly address: string
  readonly requestId: string
  readonly body: JsonObject
}

/** All field errors of the body, the query and the route's own checks; without any, the parsed query. */
function requestCheck(route: Route): (facts: Facts, search: string) => Promise<JsonObject> {
  const checkBody = bodyCheck(route.body)
  const readQuery = queryCheck(route.query)
  return async (facts, search) => {
    const { query, errors: queryErrors } = readQuery(search)
    const errors = [...checkBody(facts.body), ...queryErrors]
    const ownErrors = await route.checkFields?.({
      ...facts,
      body: accepted(facts.body, errors),
      query: accepted(query, errors),
      numberText: (field) => numberSource(facts.body, field),
    } as Parameters<NonNullable<Route['checkFields']>>[0])
    const all = onePerField([...errors, ...(ownErrors ?? []).filter(isNewsAfter(errors))])
    if (all.length > 0) throw fieldsError(all)
    return query
  }
}

/** The fields that had no error at any depth. */
function accepted(fields: JsonObject, errors: readonly FieldError[]): JsonObject {
  if (errors.length === 0) return fields
  const refused = new Set(errors.map(topField))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !refused.has(name)))
}

/** A route's own check does not see refused fields and may report them as missing; the schema's error is enough. */
function isNewsAfter(errors: readonly FieldError[]): (error: FieldError) => boolean {
  const refused = new Set(errors.map(topField))
  return (error) => !refused.has(topField(error))
}

function topField({ field }: FieldError): string {
  return field.split('.', 1)[0] ?? field
}

function takesBody({ method }: Route): boolean {
  return method === 'POST' || method === 'PATCH'
}

/** Routes that read no body ignore it; an absent body is an empty object unless a field is required. */
async function bodyOf(request: IncomingMessage, route: Route): Promise<JsonObject> {
  if (!takesBody(route)) return {}
  const body = await readJsonBody(request, route.bodyBytesMax)
  if (body === null && route.body) throw fail('invalid_json', { fault: 'empty' })
  return body ?? {}
}

function refuseNameless(code: ErrorCode | null): void {
  if (code !== null) throw fail(code)
}

function writeAnswer(context: RouteContext, route: Route, answer: Answer): void {
  const { requestId } = context.state
  const isStored = 'text' in answer
  const text = isStored ? answer.text : envelopeText(requestId, answer.body)
  context.set({ 'Content-Type': jsonType, ...answer.headers })
  if (isStored) context.set('X-Request-Id', answer.requestId)
  context.status = answer.status ?? route.success
  context.body = text
}

const shape = /^[A-Za-z0-9_-]{1,128}$/

/** The validated `Idempotency-Key` of a request (docs/api.md#idempotency), or null if it is optional and absent. */
function readIdempotencyKey(request: IncomingMessage, route: Route): string | null {
  const keys = request.headersDistinct['idempotency-key']
  if (keys === undefined) {
    if (route.idempotency === 'required') throw fail('missing_idempotency_key')
    return null
  }
  if (refusesKey(route)) throw fail('idempotency_not_supported')
  return route.idempotency === 'none' ? null : wellFormed(keys)
}

function wellFormed([key = '', ...others]: readonly string[]): string {
  if (others.length > 0 || !shape.test(key)) throw fail('invalid_idempotency_key')
  return key
}
