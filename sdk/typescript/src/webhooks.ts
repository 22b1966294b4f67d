import type { WebhookData } from './api-types.ts'
import { WebhookError, type WebhookProblem } from './errors.ts'
import { decrypt, encrypt, fromBase64, hexOf, isSigned, keyOf, sign, toBase64 } from './sealing.ts'

/** Headers as frameworks provide them: from fetch, from Node, or a plain object. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** Maximum age of a delivery, and how far ahead its time may be; 300 by default. */
  readonly toleranceSeconds?: number
  /**
   * Accepts deliveries with only `X-Service-Signature`, which covers no time, so that anybody who intercepts one can
   * replay it. Leave this out if your endpoint also gets the Standard Webhooks headers.
   */
  readonly allowUntimed?: boolean
  /** The current time, for tests. */
  readonly now?: Date
}

/** A delivery that was verified; `type` says what is in `data`. */
export type WebhookEvent = {
  readonly [Type in keyof WebhookData]: Verified & {
    readonly type: Type
    readonly data: WebhookData[Type]
  }
}[keyof WebhookData]

interface Verified {
  /**
   * The same at every attempt: store it under a unique constraint, and answer 2xx to an id you have already handled.
   */
  readonly id: string
  /** True for a test event: answer 2xx, and do nothing else. */
  readonly isTest: boolean
  /** When this attempt was sent; null with only `X-Service-Signature`. */
  readonly sentAt: Date | null
}

const toleranceSecondsDefault = 300

/**
 * Verifies, decrypts and parses one delivery. `body` is the raw body; `secrets` are one or several secrets of the
 * endpoint, as shown in the portal or as `whsec_…`. Errors: WebhookError, whose `code` says which check failed.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  { secrets, ...options }: VerifyOptions & { readonly secrets: string | readonly string[] },
): Promise<WebhookEvent> {
  const text = textOf(body)
  // Everybody can sign with an empty key: it is none.
  const given: readonly (string | undefined)[] = [secrets].flat()
  const keys = given.map((secret) => keyOf(secret ?? '')).filter(({ length }) => length > 0)
  if (keys.length === 0) throw problem('missing_secret')
  const delivery = { text, headers, keys }
  const read = readerOf(headers)
  const isTimed = read('webhook-signature') !== null || read('webhook-id') !== null
  const proof = isTimed
    ? await provenByTime(delivery, options)
    : await provenByPayload(delivery, options)
  const others = keys.filter((key) => key !== proof.key)
  const event = await opened(payloadOf(text), [proof.key, ...others])
  // Its signature says that the service made it, of the shape that it describes.
  return { ...event, id: proof.id, sentAt: proof.sentAt } as WebhookEvent
}

/** Error: TypeError for what a parser made of it, such as Express. */
function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return new TextDecoder().decode(body)
  throw new TypeError('Verify the raw body as it came, text or bytes, before any parser.')
}

/** The body and headers of a delivery; for tests, and for forwarding deliveries. */
export async function signWebhook(
  event: { readonly type: string; readonly data: unknown },
  sender: { readonly secret: string; readonly id: string; readonly now?: Date },
): Promise<{ readonly body: string; readonly headers: Readonly<Record<string, string>> }> {
  const { secret, id, now = new Date() } = sender
  const key = keyOf(secret)
  const inner = JSON.stringify({ event: event.type, data: JSON.stringify(event.data) })
  const payload = await encrypt(key, inner)
  const body = JSON.stringify({ payload })
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-Service-Signature': hexOf(await sign(key, payload)),
      'X-Service-Delivery': id,
      'X-Service-Attempt': '1',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${toBase64(await sign(key, `${id}.${timestamp}.${body}`))}`,
    },
  }
}

interface Delivery {
  readonly text: string
  readonly headers: WebhookHeaders
  readonly keys: readonly Uint8Array[]
}

interface Proof {
  readonly key: Uint8Array
  readonly id: string
  readonly sentAt: Date | null
}

/** Verifies the Standard Webhooks headers: `v1` signatures over id, time and body. */
async function provenByTime(delivery: Delivery, options: VerifyOptions): Promise<Proof> {
  const { id, seconds, signatures } = timedHeaders(readerOf(delivery.headers))
  const message = `${id}.${seconds}.${delivery.text}`
  const given = signatures.split(' ').filter((one) => one.startsWith('v1,'))
  const key = await signerOf(
    delivery.keys,
    message,
    given.map((one) => fromBase64(one.slice(3))),
  )
  checkTime(Number(seconds), options)
  return { key, id, sentAt: new Date(Number(seconds) * 1000) }
}

function timedHeaders(read: Reader) {
  const [id, seconds] = [read('webhook-id'), read('webhook-timestamp')]
  const signatures = read('webhook-signature')
  if (id === null || signatures === null || !/^\d{1,12}$/.test(seconds ?? '')) {
    throw problem('missing_timestamp')
  }
  return { id, seconds: String(seconds), signatures }
}

/** Verifies `X-Service-Signature`, which only covers the payload. */
async function provenByPayload(delivery: Delivery, options: VerifyOptions): Promise<Proof> {
  const read = readerOf(delivery.headers)
  const signature = read('x-service-signature')
  if (signature === null) throw problem('missing_signature')
  if (options.allowUntimed !== true) throw problem('missing_timestamp')
  // A modified body may no longer be JSON: that is a wrong signature, not a wrong format.
  const payload = payloadIn(delivery.text) ?? ''
  const key = await signerOf(delivery.keys, payload, [fromHex(signature)])
  return { key, id: read('x-service-delivery') ?? signature, sentAt: null }
}

/** The key that made one of these signatures of the message. */
async function signerOf(
  keys: readonly Uint8Array[],
  message: string,
  signatures: readonly Uint8Array[],
): Promise<Uint8Array> {
  for (const key of keys) {
    for (const signature of signatures) {
      if (await isSigned(key, message, signature)) return key
    }
  }
  throw problem('signature_mismatch')
}

function checkTime(
  sent: number,
  { toleranceSeconds = toleranceSecondsDefault, now = new Date() }: VerifyOptions,
): void {
  const age = Math.floor(now.getTime() / 1000) - sent
  if (age > toleranceSeconds) throw problem('timestamp_too_old', age)
  if (-age > toleranceSeconds) throw problem('timestamp_in_future', -age)
}

/** Decrypts with one of the keys: during a rotation a delivery may be signed by two and sealed with one of them. */
async function opened(
  payload: string,
  keys: readonly Uint8Array[],
): Promise<NonNullable<ReturnType<typeof eventIn>>> {
  for (const key of keys) {
    const event = eventIn(await decrypt(key, payload))
    if (event !== undefined) return event
  }
  throw problem('cannot_decrypt')
}

function eventIn(text: string | undefined) {
  const outer = jsonIn(text)
  const { event, data } = outer ?? {}
  const inner = typeof data === 'string' ? jsonIn(data) : undefined
  if (typeof event !== 'string' || inner === undefined) return undefined
  return { type: event, data: inner, isTest: inner['test'] === true }
}

function payloadOf(text: string): string {
  const payload = payloadIn(text)
  if (payload === undefined) throw problem('invalid_body')
  return payload
}

function payloadIn(text: string): string | undefined {
  const payload = jsonIn(text)?.['payload']
  return typeof payload === 'string' ? payload : undefined
}

function jsonIn(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** The value of a header, by its name in lower case. */
type Reader = (name: string) => string | null

function readerOf(headers: WebhookHeaders): Reader {
  if (headers instanceof Headers) return (name) => headers.get(name)
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const known = Object.fromEntries(entries) as Record<string, string | string[] | undefined>
  return (name) => {
    const value = known[name]
    return (Array.isArray(value) ? value[0] : value) ?? null
  }
}

function fromHex(text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/i.test(text)) return new Uint8Array()
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

const texts: Readonly<Record<WebhookProblem, (seconds: number) => string>> = {
  missing_secret: () =>
    'No secret was given, or only whsec_ without its base64. Pass the secret of the endpoint, which was shown once, when ' +
    'it was made or renewed.',
  missing_signature: () =>
    'The request has neither webhook-signature nor X-Service-Signature. Either it is not of the service, or a proxy in ' +
    'front of you drops these headers: let them through.',
  missing_timestamp: () =>
    'The request lacks webhook-id, webhook-timestamp or webhook-signature, so a replay of it could not be told. Let ' +
    'these headers through. Only where your service does not send them, allow untimed deliveries and keep every id.',
  timestamp_too_old: (seconds) =>
    `The delivery was sent ${seconds} seconds ago. It is a replay, or the clock of this machine is ahead: set it by NTP.`,
  timestamp_in_future: (seconds) =>
    `The delivery is ${seconds} seconds ahead of the clock of this machine. Set the clock by NTP.`,
  signature_mismatch: () =>
    'The signature is not that of this body. Verify the raw body as it came, before any parser, and with the secret of ' +
    'this endpoint in this mode. If both are so, somebody else sent or changed it: answer 400.',
  invalid_body: () =>
    'The signature is right, but the body is not { "payload": "…" }. Pass the whole raw body, and the address of the ' +
    'endpoint to nobody else.',
  cannot_decrypt: () =>
    'The signature is right, but the payload does not open. Pass every secret that is valid now: the new one and, ' +
    'during a rotation, the old one.',
}

function problem(code: WebhookProblem, seconds = 0): WebhookError {
  return new WebhookError(code, texts[code](seconds))
}
