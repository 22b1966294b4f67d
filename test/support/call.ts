import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isUuid } from '#domain/ids.ts'
import { DescribedAnswers } from './openapi.ts'
import { noteCodes } from './seen-codes.ts'
import { freshPhone } from './tenant.ts'

export interface Call {
  readonly method?: string
  readonly path: string
  readonly key?: string
  /** An object is sent as JSON, text as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** How long to wait; by default without limit. */
  readonly timeoutMs?: number
}

// The shape of answers is what tests are about, so it is not assumed here.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

export interface CallAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Json
}

/** Names the newest version of the API. */
const newestVersion = { 'Service-Version': '2.6.0' }

/** A call of a route of that version: `callNewest(api, key, 'PATCH /v2/…', body)`. */
export function callNewest(
  api: { readonly baseUrl: string },
  key: string,
  [route, body]: readonly [route: string, body?: object],
): Promise<CallAnswer> {
  const [method = '', path = ''] = route.split(' ')
  return call(api, { method, path, key, headers: newestVersion, ...(body && { body }) })
}

/**
 * One call of the API over HTTP; each answer is checked for what all answers must have, and against its description.
 */
export async function call(
  { baseUrl }: { readonly baseUrl: string },
  request: Call,
): Promise<CallAnswer> {
  const { method = 'GET', path, key, body } = request
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...request.headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: patienceOf(request),
  })
  const text = await response.text()
  const json: Json = text === '' ? undefined : JSON.parse(text)
  const answer = { status: response.status, headers: response.headers, text, json }
  const description = descriptionAt(path)
  if (description !== undefined) {
    checkEnvelope(answer, request)
    const described = await descriptionOf(baseUrl + description)
    described.check({ method, path, status: answer.status, json })
  }
  return answer
}

function patienceOf({ timeoutMs }: Call): AbortSignal | null {
  return timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs)
}

/** One call, repeated while the service is unavailable, as the caller of a busy one does. */
export async function callUntilServed(
  service: { readonly baseUrl: string },
  request: Call,
): Promise<CallAnswer> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const answer = await call(service, request)
    if (answer.status !== 503 || Date.now() > deadline) return answer
    await pause(100)
  }
}

/** A good collection, with what the test wants different; an idempotency key of its own unless one is given. */
export function collectionCall(
  key: string,
  changes: Readonly<Record<string, unknown>> = {},
  idempotencyKey: string = randomUUID(),
): Call {
  const body = {
    amount: 1000,
    currency: 'XOF',
    provider: 'mtn-benin',
    phone: freshPhone(),
    customer: { name: 'Awa Dossou', email: 'awa@example.com' },
    ...changes,
  }
  const headers = { 'Idempotency-Key': idempotencyKey }
  return { method: 'POST', path: '/v2/collections', key, body, headers }
}

/** Reads a transaction until it has its final status; fails if that takes too long. */
export async function waitUntilFinal(
  service: { readonly baseUrl: string },
  key: string,
  id: string,
): Promise<Json> {
  const timeoutMs = 90_000
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const { json } = await call(service, { path: `/v2/transactions/${id}?wait=5`, key })
    if (json.data.status !== 'pending') return json.data
    assert.ok(Date.now() < deadline, `transaction ${id} is still pending`)
  }
}

/** Polls until `check` returns something; for what has no event to wait for. */
export async function eventually<Value>(
  check: () => Promise<Value | undefined | false>,
  timeoutMs = 90_000,
): Promise<Value> {
  const since = Date.now()
  for (;;) {
    const value = await check()
    if (value !== undefined && value !== false) return value
    const waitedMs = Date.now() - since
    assert.ok(waitedMs < timeoutMs, `not so within ${timeoutMs} ms`)
    await pause(pauseAfter(waitedMs))
  }
}

/** Polls less often over time: polling takes CPU from what it waits for. */
function pauseAfter(waitedMs: number): number {
  return Math.min(pauseMs + waitedMs / 10, pauseMsMax)
}

const pauseMs = 20
const pauseMsMax = 150

const descriptions = new Map<string, Promise<DescribedAnswers>>()
/** Services with the same environment have the same description, so it is processed once. */
const describedAlike = new Map<string, DescribedAnswers>()

/** The description of the API at this path; undefined for pages and probes. */
function descriptionAt(path: string): string | undefined {
  if (path.startsWith('/v2')) return '/openapi.json'
  return path.startsWith('/staff/api') ? '/staff/openapi.json' : undefined
}

/** The description served by this service, read once. */
function descriptionOf(url: string): Promise<DescribedAnswers> {
  const known = descriptions.get(url)
  if (known) return known
  const read = fetch(url).then(async (response) => describedBy(await response.text()))
  descriptions.set(url, read)
  return read
}

function describedBy(text: string): DescribedAnswers {
  const described = describedAlike.get(text) ?? new DescribedAnswers(JSON.parse(text))
  describedAlike.set(text, described)
  return described
}

function checkVersion({ headers, json }: CallAnswer, { headers: asked = {} }: Call): void {
  const { 'Service-Version': version = '2.4.0' } = asked
  // A request that cannot be parsed names no version, and an unknown version is not used for the answer.
  const code: unknown = json?.error?.code
  const isUnread = code === 'unknown_version' || code === 'invalid_request'
  const answered = headers.get('Service-Version')
  assert.equal(answered, isUnread && answered === '2.4.0' ? '2.4.0' : version)
}

function checkEnvelope(answer: CallAnswer, asked: Call): void {
  checkVersion(answer, asked)
  const { status, headers, json } = answer
  const { method = 'GET' } = asked
  const requestId = headers.get('X-Request-Id') ?? ''
  assert.ok(isUuid(requestId), 'X-Request-Id is a UUID')
  assert.notEqual(status, 500, JSON.stringify(json))
  if (method === 'OPTIONS' || method === 'HEAD') return
  if (status < 400) {
    assert.equal(json.meta.request_id, requestId)
    assert.ok('data' in json && !('error' in json) && !('success' in json))
    return
  }
  checkRefusal(json, requestId)
}

function checkRefusal(json: Json, requestId: string): void {
  noteCodes(json)
  const { error } = json
  assert.deepEqual(Object.keys(json), ['error'])
  assert.deepEqual(Object.keys(error).toSorted(), [
    'code',
    'details',
    'doc_url',
    'message',
    'request_id',
    'type',
  ])
  assert.equal(error.request_id, requestId)
  assert.match(error.code, /^[a-z][a-z_]+$/)
  assert.ok(error.doc_url.endsWith(`/docs/erreurs#${error.code}`))
  assert.doesNotMatch(error.message, /select|insert|at .*\.ts/i)
}
