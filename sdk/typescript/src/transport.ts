import { agentIn } from './agent.ts'
import {
  ConnectionError,
  InvalidResponseError,
  type RefusedAnswer,
  TimeoutError,
} from './errors.ts'
import { adviceAfterLoss, adviceForStrangers, refusalError, type Risk } from './refusals.ts'
import { askedPauseMs, backoffMs, type RetryOptions, retryAfterSeconds } from './retry.ts'

export interface ClientOptions extends Partial<RetryOptions> {
  /** A key of any kind; its mode applies to all calls. */
  readonly apiKey: string
  /** The service's base URL, without `/v2`: `https://pay.example.com`. */
  readonly baseUrl: string
  /** Language of the service's messages; French by default. Codes are the same in both. */
  readonly language?: 'fr' | 'en' | undefined
  /** For one attempt; 30 000 by default. */
  readonly timeoutMs?: number
  /** Your own `fetch`, for a proxy or for tests. */
  readonly fetch?: typeof fetch
  /** Replaces waiting, for tests. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

export interface SentRequest {
  readonly method: string
  /** From `/v2` on, with its query. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly risk: Risk
  readonly signal?: AbortSignal | undefined
  /** Added to the timeout of one attempt, if the service itself is asked to wait. */
  readonly extraMs?: number
}

/** A successful answer: `{ data, meta }`. */
export interface Answer {
  readonly data: unknown
  readonly meta: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

/** One call with its retries. */
export type Transport = (request: SentRequest) => Promise<Answer>

const defaults = { timeoutMs: 30_000, maxRetries: 3, maxRetryAfterSeconds: 60 }

/**
 * Retries what is safe to repeat: reads, requests with an idempotency key, and requests refused by a rate limit.
 * Errors are those of errors.ts.
 */
export function createTransport(options: ClientOptions): Transport {
  const baseUrl = checkedBaseUrl(options.baseUrl)
  checkKey(options.apiKey)
  const settings = { ...defaults, sleep, fetch: globalThis.fetch, ...given(options), baseUrl }
  return async (request) => {
    const content = contentOf(request, settings)
    for (let tries = 1; ; tries += 1) {
      const outcome = await tryOnce(settings, request, content)
      if ('data' in outcome) return outcome
      const pauseMs = pauseAfter(outcome, tries, settings)
      if (pauseMs === null || request.signal?.aborted) throw outcome.errorAfter(tries)
      await settings.sleep(pauseMs, request.signal)
    }
  }
}

/** Without what is undefined: an option that was read from an unset variable, say, is the usual one. */
function given(options: ClientOptions): ClientOptions {
  const known = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as unknown as ClientOptions
}

/** Without a trailing slash. Error: TypeError if it is not an address, such as an unset variable. */
function checkedBaseUrl(text: string): string {
  if (/^https?:\/\/[^/]/.test(text)) return text.replace(/\/+$/, '')
  throw new TypeError(`The base address must begin with https:// or http://, and is "${text}".`)
}

/** Error: TypeError, without the key, if there is none, or if it cannot be a header, such as one with a line break. */
function checkKey(key: unknown): void {
  if (typeof key !== 'string') {
    throw new TypeError('There is no key: is the variable set that apiKey is read from?')
  }
  if (/^[!-~]*$/.test(key)) return
  throw new TypeError(
    'The key contains a space, a line break or an accent: give it as the portal shows it.',
  )
}

type Settings = Required<Omit<ClientOptions, 'language'>> & Pick<ClientOptions, 'language'>

/** An attempt without a successful answer. */
interface Miss {
  readonly isRepeatable: boolean
  readonly retryAfterSeconds: number | null
  errorAfter(tries: number): Error
}

function pauseAfter(miss: Miss, tries: number, settings: Settings): number | null {
  if (!miss.isRepeatable || tries > settings.maxRetries) return null
  const asked = miss.retryAfterSeconds
  if (asked === null) return backoffMs(tries - 1)
  return asked > settings.maxRetryAfterSeconds ? null : askedPauseMs(asked)
}

async function tryOnce(
  settings: Settings,
  request: SentRequest,
  content: RequestInit,
): Promise<Answer | Miss> {
  const { timeoutMs, baseUrl } = settings
  const { signal, extraMs = 0 } = request
  const time = AbortSignal.timeout(timeoutMs + extraMs)
  try {
    const response = await settings.fetch(baseUrl + request.path, {
      ...content,
      redirect: 'manual',
      signal: signal === undefined ? time : AbortSignal.any([signal, time]),
    })
    return judge(response, await response.text(), request)
  } catch (error) {
    if (signal?.aborted === true) throw error
    return lost(request, { error, isTimeout: time.aborted, baseUrl })
  }
}

function contentOf(
  { method, body, headers }: SentRequest,
  { apiKey, language }: Settings,
): RequestInit {
  const agent = agentIn(globalThis)
  const door = {
    Accept: 'application/json',
    Authorization: `Bearer ${apiKey}`,
    ...(agent !== undefined && { 'User-Agent': agent }),
    ...(language !== undefined && { 'Accept-Language': language }),
    ...headers,
  }
  if (body === undefined) return { method, headers: door }
  const type = { 'Content-Type': 'application/json' }
  return { method, headers: { ...door, ...type }, body: JSON.stringify(body) }
}

interface Lost {
  readonly error: unknown
  readonly isTimeout: boolean
  readonly baseUrl: string
}

function lost({ method, path, risk }: SentRequest, { error, isTimeout, baseUrl }: Lost): Miss {
  const what = `${method} ${baseUrl}${withoutQuery(path)}`
  return {
    isRepeatable: risk !== 'unkeyed',
    retryAfterSeconds: null,
    errorAfter(tries) {
      const times = tries === 1 ? 'once' : `${tries} times`
      const why = reasonOf(error)
      if (isTimeout) {
        const text = `${what} had no answer in time, ${times}. ${adviceAfterLoss[risk]}`
        return new TimeoutError('timeout', text, error)
      }
      const text = `${what} broke off, ${times}${why && `: ${why}`}. ${adviceAfterLoss[risk]}`
      return new ConnectionError('connection', text, error)
    },
  }
}

/** Errors are kept in logs, where a query is not to be: it may hold a phone number. */
function withoutQuery(path: string): string {
  return path.split('?', 1)[0] ?? path
}

/** What the network says, such as “connect ECONNREFUSED”; fetch says it in its cause. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  const { message = '' } = (cause ?? error) as { message?: string }
  return message.replace(/\.$/, '')
}

function judge(response: Response, text: string, request: SentRequest): Answer | Miss {
  const { status, headers } = response
  const json = objectIn(text)
  if (response.ok) {
    const { data, meta } = json ?? {}
    if (isObject(meta) && (isObject(data) || Array.isArray(data))) return { data, meta, headers }
    return strange(status, request)
  }
  const refusal = refusalOf(status, headers, json?.['error'])
  return {
    isRepeatable: isRepeatable(refusal, request.risk),
    retryAfterSeconds: retryAfterSeconds(headers),
    errorAfter: () => refusalError(refusal, headers, request.risk),
  }
}

/** A request refused before any work was done may always be retried. */
function isRepeatable({ status, code }: RefusedAnswer, risk: Risk): boolean {
  if (status === 429 || code === 'request_in_progress') return true
  const isLost = status === 408 || (status >= 500 && status !== 501)
  return isLost && risk !== 'unkeyed'
}

function strange(status: number, { method, path, risk }: SentRequest): Miss {
  return {
    isRepeatable: risk !== 'unkeyed',
    retryAfterSeconds: null,
    errorAfter: () =>
      new InvalidResponseError(
        'invalid_response',
        `${method} ${withoutQuery(path)} was answered ${status}, but not JSON of this service. ${adviceForStrangers} ` +
          `${risk === 'none' ? '' : adviceAfterLoss[risk]}`.trim(),
      ),
  }
}

function refusalOf(status: number, headers: Headers, error: unknown): RefusedAnswer {
  const given = isObject(error) ? error : {}
  const text = (name: string): string | null =>
    typeof given[name] === 'string' ? given[name] : null
  return {
    status,
    code: text('code') ?? 'unknown',
    type: text('type') ?? 'unknown',
    sentence: text('message') ?? strangerSentence(status, headers),
    details: isObject(given['details']) ? given['details'] : {},
    requestId: text('request_id') ?? headers.get('X-Request-Id'),
    docUrl: text('doc_url'),
  }
}

function strangerSentence(status: number, headers: Headers): string {
  const location = headers.get('Location')
  const where = location === null ? '' : `, which leads to ${location}`
  return `The service, or a proxy before it, answered ${status}${where}.`
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Waits; like a running call, the timer keeps the process alive. Error: the reason of the signal, once it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop)
  })
}
