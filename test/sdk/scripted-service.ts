import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const dripMs = 100

/** One answer of a script; a text as body is sent as it is. */
export interface ScriptedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Never answers. */
  readonly hang?: boolean
  /** Sends a space now and then, without end. */
  readonly drip?: boolean
  /** Closes the connection without a word. */
  readonly drop?: boolean
  /** Closes it in the middle of the body. */
  readonly cut?: string
}

export interface ScriptedRequest {
  readonly method: string
  readonly url: string
  readonly idempotencyKey: string | undefined
  readonly version: string | undefined
  readonly agent: string | undefined
}

/** A service that answers what its scripts say: the script of `/3/…` is the fourth. */
export interface ScriptedService {
  readonly baseUrl: string
  /** What the script of this number was asked. */
  requestsOf(script: number): readonly ScriptedRequest[]
  stop(): Promise<void>
}

/** Starts it; after its last answer a script says 599, so that one request too many is noticed. */
export async function startScriptedService(
  scripts: readonly (readonly ScriptedAnswer[])[],
): Promise<ScriptedService> {
  const asked = new Map<number, ScriptedRequest[]>()
  const server = createServer((request, response) => {
    const { script, ...read } = readRequest(request)
    const requests = asked.get(script) ?? []
    const answer = scripts[script]?.[requests.length] ?? { status: 599 }
    asked.set(script, [...requests, read])
    request.resume()
    request.on('end', () => play(answer, request, response))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requestsOf: (script) => asked.get(script) ?? [],
    async stop() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function readRequest({ url = '', method = '', headers }: IncomingMessage) {
  const [, script, rest = ''] = /^\/(\d+)(\/.*)$/.exec(url) ?? []
  return {
    script: Number(script),
    method,
    url: rest,
    idempotencyKey: textOf(headers['idempotency-key']),
    version: textOf(headers['service-version']),
    agent: textOf(headers['user-agent']),
  }
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}

function play(answer: ScriptedAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (answer.hang === true) return
  if (answer.drop === true) return void request.socket.destroy()
  if (answer.drip === true) return drip(response)
  const { status, headers, cut } = { status: 200, ...answer }
  const text = cut ?? bodyOf(answer)
  const length = Buffer.byteLength(text) + (cut === undefined ? 0 : 100)
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    ...headers,
    'Content-Length': length,
  })
  if (cut === undefined) return void response.end(text)
  response.write(text, () => request.socket.destroy())
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' })
  const timer = setInterval(() => response.write(' '), dripMs)
  response.on('close', () => clearInterval(timer))
}

function bodyOf({ body = {} }: ScriptedAnswer): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}
