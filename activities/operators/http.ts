import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

export interface HttpCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** From now to the last byte of the answer. */
  readonly timeoutMs: number
}

/** How a call ended, as far as an order in it is concerned. */
export type HttpEnd =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  /** The connection was never there: not a byte of it arrived. */
  | { readonly kind: 'not_sent' }
  /** It may have arrived; no whole answer came in time, or none of a size that can be one. */
  | { readonly kind: 'no_answer' }

/** A connection that is not there by then is given up, with the certainty that nothing was sent. */
const connectTimeoutMs = 3000
const answerBytesMax = 64 * 1024
const headerBytesMax = 16 * 1024

/**
 * A connection for each call: an order on one that the other side had just closed would have an unknown fate. Agents of
 * our own use no proxy of the environment, and follow no redirect. Certificates are verified.
 */
const plainAgent = new HttpAgent({ keepAlive: false })
const secureAgent = new HttpsAgent({
  keepAlive: false,
  minVersion: 'TLSv1.2',
  rejectUnauthorized: true,
})

/** One HTTP call. Whatever the network or the other side does is one of the three ends: it never throws. */
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
    outgoing.on('error', fail)
    // The end of an answer closes the call as well, and may be told before its last byte was read.
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
  // Only then may bytes of ours leave.
  outgoing.on('socket', (socket) => {
    socket.once(isSecure ? 'secureConnect' : 'connect', onConnected)
  })
  return outgoing
}

/** The whole answer as text; undefined when it is too large or was cut short. */
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
