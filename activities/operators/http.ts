import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { limitBeforeAnswer } from '#activities/before-answer.ts'

export interface HttpCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** From now until the last byte of the answer. */
  readonly timeoutMs: number
}

/** How a call ended, with respect to an order in it. */
export type HttpEnd =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  /** The connection was never opened: no byte was sent. */
  | { readonly kind: 'not_sent' }
  /** It may have arrived; no complete answer of acceptable size came in time. */
  | { readonly kind: 'no_answer' }

/** Without a connection by then, the call is given up, and nothing was sent for certain. */
const connectTimeoutMs = 3000
const answerBytesMax = 64 * 1024
const headerBytesMax = 16 * 1024

/**
 * A new connection for each call: if the other side had just closed a reused one, the fate of an order on it would be
 * unknown. Agents of our own, so that no proxy from the environment is used and no redirect followed. Certificates
 * are verified.
 */
const plainAgent = new HttpAgent({ keepAlive: false })
const secureAgent = new HttpsAgent({
  keepAlive: false,
  minVersion: 'TLSv1.2',
  rejectUnauthorized: true,
})

/** One HTTP call. Whatever the network or the other side does becomes one of the three ends: it never throws. */
export function exchange(call: HttpCall): Promise<HttpEnd> {
  return new Promise((resolve) => {
    let isConnected = false
    let isAnswered = false
    const outgoing = open(call, () => {
      isConnected = true
    })
    const end = (ended: HttpEnd): void => {
      clearTimeout(timer)
      clearTimeout(connectTimer)
      resolve(ended)
      outgoing.destroy()
    }
    const fail = (): void => end({ kind: isConnected ? 'no_answer' : 'not_sent' })
    const timer = setTimeout(fail, call.timeoutMs)
    const connectTimer = setTimeout(() => {
      if (!isConnected) fail()
    }, connectTimeoutMs)
    limitBeforeAnswer(outgoing, fail)
    outgoing.on('error', fail)
    // 'close' also follows a complete answer, and may be reported before its last byte was read.
    outgoing.on('close', () => {
      if (!isAnswered) fail()
    })
    outgoing.on('response', (response) => {
      isAnswered = true
      readText(response).then((text) => {
        if (text === undefined) fail()
        else end({ kind: 'answer', status: response.statusCode ?? 0, text })
      }, fail)
    })
    outgoing.end(call.body)
  })
}

function open({ url, method, headers, body }: HttpCall, onConnected: () => void) {
  const isSecure = url.startsWith('https:')
  const request = isSecure ? httpsRequest : httpRequest
  const outgoing = request(url, {
    method,
    agent: isSecure ? secureAgent : plainAgent,
    maxHeaderSize: headerBytesMax,
    insecureHTTPParser: false,
    headers: {
      ...headers,
      'Accept-Encoding': 'identity',
      'User-Agent': 'Payment-Service/2',
      ...(method === 'POST' && { 'Content-Length': String(Buffer.byteLength(body ?? '')) }),
    },
  })
  // No byte of ours may leave before this.
  outgoing.on('socket', (socket) => {
    socket.once(isSecure ? 'secureConnect' : 'connect', onConnected)
  })
  return outgoing
}

/** The complete answer as text; undefined if it is too large or was cut off. */
async function readText(response: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > answerBytesMax) return undefined
    chunks.push(chunk)
  }
  return response.complete ? Buffer.concat(chunks).toString('utf8') : undefined
}
