import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { limitBeforeAnswer } from '#activities/before-answer.ts'
import { SendFailure } from './send-failure.ts'

export interface Message {
  readonly url: URL
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

const headerBytesMax = 16 * 1024

/**
 * Posts over this connection and waits for the status and headers of the response; a redirect is a response like any
 * other. Without an agent there is no pool, and no proxy from the environment. Failures: response_invalid,
 * connection_closed.
 */
export async function post(
  socket: TLSSocket,
  { url, body, headers }: Message,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const outgoing = httpsRequest({
    createConnection: () => socket,
    method: 'POST',
    path: url.pathname + url.search,
    headers: { ...headers, Host: url.host, 'Content-Length': body.length, Connection: 'close' },
    maxHeaderSize: headerBytesMax,
    insecureHTTPParser: false,
  })
  const answer = answerOf(outgoing, signal)
  outgoing.end(body)
  return answer
}

/** The final response. 1xx responses are skipped, except a protocol switch, after which there is no more HTTP. */
function answerOf(outgoing: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    limitBeforeAnswer(outgoing, () => reject(new SendFailure('response_invalid')))
    outgoing.on('response', resolve)
    outgoing.on('upgrade', () => reject(new SendFailure('response_invalid')))
    outgoing.on('error', (error) => {
      reject(new SendFailure(isUnreadable(error) ? 'response_invalid' : 'connection_closed', error))
    })
    signal.addEventListener('abort', () => reject(new SendFailure('timeout')), { once: true })
  })
}

/** Errors of the parser itself, including too many headers. */
function isUnreadable(error: Error): boolean {
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' && code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE'
}
