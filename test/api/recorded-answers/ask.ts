import { randomUUID } from 'node:crypto'
import { createMask, type Mask } from './mask.ts'

/** A request as it is sent; an object goes as JSON, anything else as it is. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly key?: string | undefined
  readonly body?: object | string | undefined
  /** In place of the usual ones; an empty text takes one away. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** What came, and what of it is kept. */
export interface Asked {
  readonly status: number
  readonly text: string
  /** The request and its answer, masked, as it stands in a recording. */
  readonly record: string
}

/** Sends a request; redirects are not followed. */
export async function ask(baseUrl: string, request: Request): Promise<Asked> {
  const { method, path } = request
  const body = bodyText(request.body)
  const response = await fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    headers: headersOf(request),
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const mask = createMask(baseUrl, response.headers.get('X-Request-Id') ?? '')
  const lines = [
    mask(`> ${method} ${path}${sentHeaders(request)}`),
    ...(body === undefined ? [] : [mask(`> ${shortened(body)}`)]),
    `< ${response.status}${differingHeaders(path, mask, response.headers)}`,
    mask(readable(response.status, mask(text))),
  ]
  return { status: response.status, text, record: lines.filter((line) => line !== '').join('\n') }
}

/** The headers that an answer has unless the recording says otherwise: `-name` is one that is not there. */
const usualHeaders = {
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'access-control-expose-headers': 'Service-Version, Retry-After, X-Request-Id',
  'service-version': '2.4.0',
  'x-content-type-options': 'nosniff',
  'x-request-id': '<request>',
}
/** Those of merchants’ API besides. */
const crossOriginHeaders = { 'access-control-allow-origin': '*', vary: 'Origin' }
/** Of the connection or of the moment. */
const passing = new Set(['connection', 'content-length', 'date', 'keep-alive'])
const shownMax = 400
/** What is left of a limit, and for how long: each call has its own. */
const countdown = /r=\d+;t=\d+/

function differingHeaders(path: string, mask: Mask, headers: Headers): string {
  const isPublic = path.startsWith('/v2')
  const usual = new Map(Object.entries({ ...usualHeaders, ...(isPublic && crossOriginHeaders) }))
  const shown: string[] = []
  for (const [name, value] of headers) {
    const masked =
      name === 'ratelimit' ? value.replace(countdown, 'r=<left>;t=<seconds>') : mask(value)
    if (!passing.has(name) && usual.get(name) !== masked) shown.push(`${name}: ${masked}`)
  }
  const lost = [...usual.keys()].filter((name) => !headers.has(name))
  return [...shown, ...lost.map((name) => `-${name}`)].map((line) => `\n< ${line}`).join('')
}

/** Where a key is taken; elsewhere it may be refused. */
const takesKey = /\/(collections|payouts|checkouts)(\?|$)/

function headersOf({ path, key, body, headers }: Request): Record<string, string> {
  const all = {
    ...(takesKey.test(path) && { 'Idempotency-Key': randomUUID() }),
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

function bodyText(body: object | string | undefined): string | undefined {
  return typeof body === 'object' ? JSON.stringify(body) : body
}

function sentHeaders({ headers = {} }: Request): string {
  const shown = Object.entries(headers).filter(([name]) => name !== 'Cookie')
  return shown.map(([name, value]) => `\n> ${name}: ${shortened(value)}`).join('')
}

function shortened(text: string): string {
  return text.length <= shownMax ? text : `${text.slice(0, 40)}… (${text.length} characters)`
}

/** Spread over lines where that loses nothing: the fields keep their order, and text that JSON would write otherwise stays. */
function readable(status: number, text: string): string {
  const isShort = status >= 400 && status !== 422
  if (isShort || text === '' || !/^[{[]/.test(text)) return text
  const parsed: unknown = JSON.parse(text)
  return JSON.stringify(parsed) === text ? JSON.stringify(parsed, null, 1) : text
}
