import { keyedOperations, type Operations, operationVersions } from './api-types.ts'
import type { SentRequest } from './transport.ts'

/** Method and path of an operation: `POST /v2/collections`. */
export type OperationName = keyof Operations
export type Query<Name extends OperationName> = Operations[Name]['query']
export type Body<Name extends OperationName> = Operations[Name]['body']
export type Data<Name extends OperationName> = Operations[Name]['data']
/** Operations that answer a list. */
export type ListName = {
  [Name in OperationName]: Operations[Name]['isList'] extends true ? Name : never
}[OperationName]

export interface CallOptions {
  /** Aborts the call and its retries. */
  readonly signal?: AbortSignal
}

export interface CreateOptions extends CallOptions {
  /**
   * By default one is generated per call and kept for its retries. Store your own if your process may crash in
   * between: 1 to 128 letters, digits, `-` and `_`. Error: TypeError for any other, an empty one too.
   */
  readonly idempotencyKey?: string
}

/** The options of a call to any operation. */
export interface RequestOptions<Name extends OperationName> extends CreateOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Query<Name>
  readonly body?: Body<Name>
  readonly headers?: Readonly<Record<string, string>>
  readonly extraMs?: number
}

/** The HTTP request of an operation. */
export function requestOf<Name extends OperationName>(
  name: Name,
  options: RequestOptions<Name>,
): SentRequest {
  const [method = '', template = ''] = name.split(' ')
  const { params = {}, query = {}, signal, extraMs = 0 } = options
  const isKeyed = keyedOperations.has(name)
  return {
    method,
    path: filled(template, params) + queryText(query),
    body: bodyOf(method, options.body),
    headers: {
      ...keyHeader(options, isKeyed),
      ...versionHeader(name),
      ...options.headers,
    },
    risk: riskOf(method, isKeyed),
    signal,
    extraMs,
  }
}

/** Every POST has a body, possibly an empty object. */
function bodyOf(method: string, body: unknown): unknown {
  return method === 'POST' ? (body ?? {}) : body
}

/** A key that the service would refuse is never replaced by another: that could pay twice. */
function keyHeader({ idempotencyKey }: CreateOptions, isKeyed: boolean) {
  const key = idempotencyKey ?? (isKeyed ? crypto.randomUUID() : null)
  if (key === null) return {}
  if (/^[A-Za-z0-9_-]{1,128}$/.test(key)) return { 'Idempotency-Key': key }
  throw new TypeError(
    `An idempotency key has 1 to 128 letters, digits, - and _, and this one is ${JSON.stringify(key)}. ` +
      'Leave it out to have one made.',
  )
}

function versionHeader(name: string): Readonly<Record<string, string>> {
  const version = operationVersions[name]
  return version === undefined ? {} : { 'Service-Version': version }
}

function riskOf(method: string, isKeyed: boolean): SentRequest['risk'] {
  if (method === 'GET') return 'none'
  return isKeyed ? 'keyed' : 'unkeyed'
}

function filled(template: string, params: Readonly<Record<string, string>>): string {
  if (!template.startsWith('/')) throw new TypeError(`the path begins with /, not "${template}"`)
  return template.replaceAll(/\{([a-z_]+)\}/g, (_whole, name: string) => {
    const value = params[name]
    if (!value) throw new TypeError(`the path needs ${name}`)
    return encodeURIComponent(value)
  })
}

function queryText(query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
