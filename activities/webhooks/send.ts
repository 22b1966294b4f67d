import type { TLSSocket } from 'node:tls'
import { connect, type Dial, dialTcp } from './connect.ts'
import { readExtract } from './extract.ts'
import { findTarget, type Resolve, resolveByDns } from './find-target.ts'
import { type Message, post } from './post.ts'
import { standardHeaders } from './standard-headers.ts'
import { type SendError, SendFailure } from './send-failure.ts'

export interface SendRequest {
  readonly url: string
  readonly mode: 'live' | 'sandbox'
  readonly deliveryId: string
  readonly eventId: string
  /** 1 to 6. */
  readonly attempt: number
  readonly payload: string
  readonly signature: string
  /** They sign the attempt itself (`standard-headers.ts`). */
  readonly secrets: readonly string[]
  /** `host:port` entries that the address guard allows, for development. */
  readonly privateHosts: ReadonlySet<string>
}

export interface SendResult {
  /** `refused`: the address may not be called, now or later, and nothing was sent. */
  readonly outcome: 'delivered' | 'failed' | 'refused'
  readonly httpStatus: number | null
  readonly error: SendError | null
  /** The start of the receiver's response, 500 characters at most. */
  readonly extract: string | null
  /** Until the response's headers, or until the failure. */
  readonly durationMs: number
}

/** The outside world, replaceable in tests. */
export interface SendDependencies {
  readonly resolve?: Resolve
  readonly dial?: Dial
  readonly now?: () => number
  readonly clock?: () => Date
  readonly deadlineMs?: number
  readonly caCertificates?: readonly string[]
}

const world = {
  resolve: resolveByDns,
  dial: dialTcp,
  now: () => performance.now(),
  clock: () => new Date(),
  deadlineMs: 10_000,
  caCertificates: undefined,
}

/**
 * Sends one attempt (docs/webhooks.md#the-request; docs/webhooks.md#attempts). One deadline covers lookup, connection,
 * TLS and headers; a 2xx in time counts as delivered, however slow its body. Whatever the network does is a result, not
 * an error.
 */
export async function sendWebhook(
  request: SendRequest,
  dependencies: SendDependencies = {},
): Promise<SendResult> {
  const { resolve, dial, now, clock, deadlineMs, caCertificates } = { ...world, ...dependencies }
  const startedAt = now()
  const sinceStartMs = () => Math.round(now() - startedAt)
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), deadlineMs)
  const { signal } = deadline
  let socket: TLSSocket | undefined
  try {
    const target = await findTarget(request, { resolve, signal })
    const isStrict = request.mode !== 'sandbox'
    socket = await connect(target, { dial, signal, isStrict, caCertificates })
    const message = messageOf(request, target.url, clock())
    const response = await post(socket, message, signal)
    clearTimeout(timer)
    const answered = { ...judge(response.statusCode), durationMs: sinceStartMs() }
    return {
      ...answered,
      extract: await readExtract(response, secretsOf(request, message)),
    }
  } catch (error) {
    return { ...failed(error, signal), durationMs: sinceStartMs() }
  } finally {
    clearTimeout(timer)
    socket?.destroy()
  }
}

/** What a receiver may echo and the history must not show. */
function secretsOf({ payload, signature }: SendRequest, { headers }: Message): string[] {
  return [payload, signature, ...(headers['webhook-signature'] ?? '').split(/[ ,]/)]
}

function messageOf(request: SendRequest, url: URL, sentAt: Date): Message {
  const { eventId, secrets } = request
  const body = requestBody(request.payload)
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Signature': request.signature,
    'X-Service-Delivery': request.deliveryId,
    'X-Service-Attempt': String(request.attempt),
    ...standardHeaders({ eventId, sentAt, body, secrets }),
    'Accept-Encoding': 'identity',
    'User-Agent': 'Payment-Service-Webhooks/2',
  }
  return { url, headers, body }
}

/** The request body, identical in every attempt, byte for byte. */
export function requestBody(payload: string): Buffer {
  return Buffer.from(JSON.stringify({ payload }), 'utf8')
}

function judge(httpStatus = 0): Pick<SendResult, 'outcome' | 'httpStatus' | 'error'> {
  if (httpStatus >= 200 && httpStatus < 300) {
    return { outcome: 'delivered', httpStatus, error: null }
  }
  const isRedirect = httpStatus >= 300 && httpStatus < 400
  return { outcome: 'failed', httpStatus, error: isRedirect ? 'redirect' : 'http_status' }
}

function failed(error: unknown, deadline: AbortSignal): Omit<SendResult, 'durationMs'> {
  const nothing = { httpStatus: null, extract: null }
  if (deadline.aborted) return { ...nothing, outcome: 'failed', error: 'timeout' }
  if (!(error instanceof SendFailure)) throw error
  const outcome = error.code === 'address_refused' ? 'refused' : 'failed'
  return { ...nothing, outcome, error: error.code }
}
