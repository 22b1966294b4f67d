import { randomUUID } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { errorTable, fail } from '#domain/errors/errors.ts'
import type { HttpApp } from './app.ts'
import type { HttpDependencies } from './dependencies.ts'
import { errorText, jsonType } from './envelope.ts'

/** How long a client may take to send the headers and the whole request; slower ones are cut off. */
export const receiveTimeouts = { headersMs: 10_000, requestMs: 15_000, checkEveryMs: 1_000 }
/** Longer than the idle timeout of common load balancers, so that they close first. */
const keepAliveTimeoutMs = 65_000
/** Requests still running this long after `close` are cut off; the process has 30 s in all. */
const closeTimeoutMs = 20_000

export type RunningServer = {
  readonly port: number
  /** Stops accepting, lets running requests finish, closes idle connections; a second call waits for the first. */
  close(): Promise<void>
}

export type ListenOptions = {
  readonly host: string
  /** 0 picks any free port. */
  readonly port: number
  readonly dependencies: Pick<HttpDependencies, 'docsUrl' | 'version'>
  readonly timeouts?: typeof receiveTimeouts
}

/** Serves the app over HTTP/1.1. */
export async function listen(app: HttpApp, options: ListenOptions): Promise<RunningServer> {
  const { headersMs, requestMs, checkEveryMs } = options.timeouts ?? receiveTimeouts
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkEveryMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    requireHostHeader: false,
  })
  const serve = app.callback()
  const running = trackRunning(server)
  server.on('request', (request, response) => void serve(request, response))
  // An unknown expectation must still be answered in the envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error, socket) => {
    if (mayAnswer(socket, running)) refuseUnreadable(error, socket, options.dependencies)
    else socket.destroy()
  })
  await startListening(server, options)
  let closing: Promise<void> | undefined
  return {
    port: (server.address() as AddressInfo).port,
    close: () => (closing ??= closeGracefully(server, running)),
  }
}

function startListening(server: Server, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

type Running = {
  readonly sockets: Set<Socket>
  readonly responses: Set<ServerResponse>
  isClosing: boolean
}

function trackRunning(server: Server): Running {
  const running: Running = { sockets: new Set(), responses: new Set(), isClosing: false }
  server.on('connection', (socket) => {
    running.sockets.add(socket)
    socket.once('close', () => running.sockets.delete(socket))
  })
  server.on('request', (_request, response: ServerResponse) => {
    running.responses.add(response)
    if (running.isClosing) response.shouldKeepAlive = false
    response.once('close', () => {
      running.responses.delete(response)
      if (running.isClosing) server.closeIdleConnections()
    })
  })
  return running
}

function closeGracefully(server: Server, running: Running): Promise<void> {
  running.isClosing = true
  for (const response of running.responses) {
    response.shouldKeepAlive = false
    // Streams do not end by themselves: the reader reconnects, to another process.
    if (isStream(response)) response.end()
  }
  // The server does not count a connection that never received a byte as idle.
  for (const socket of running.sockets) if (isUnused(socket)) socket.destroy()
  return new Promise((resolve, reject) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), closeTimeoutMs)
    server.close((error) => {
      clearTimeout(cutOff)
      if (error) reject(error)
      else resolve()
    })
  })
}

function isStream(response: ServerResponse): boolean {
  return response.getHeader('Content-Type') === 'text/event-stream'
}

/**
 * Browsers open connections ahead. What is written on one before it is used is taken for the answer to its first
 * request.
 */
function isUnused(socket: Duplex): boolean {
  return socket instanceof Socket && socket.bytesRead === 0
}

/** While an earlier, complete request on the connection awaits its answer, no other answer may be written first. */
function mayAnswer(socket: Duplex, { responses }: Running): boolean {
  if (isUnused(socket)) return false
  const onSocket = [...responses].filter((response) => response.socket === socket)
  return socket.writable && onSocket.every(({ headersSent, req }) => !headersSent && !req.complete)
}

/**
 * Answers bytes that are not an HTTP request, or that came too slowly, in the envelope; then closes the connection.
 */
function refuseUnreadable(
  { code }: NodeJS.ErrnoException,
  socket: Duplex,
  dependencies: ListenOptions['dependencies'],
): void {
  const requestId = randomUUID()
  const isTooLarge = code === 'HPE_HEADER_OVERFLOW'
  const error = fail('invalid_request', isTooLarge ? { fault: 'head_too_large' } : {})
  const text = errorText(error, requestId, dependencies)
  const head = [
    `HTTP/1.1 ${errorTable[error.code].http} Bad Request`,
    'Connection: close',
    `Content-Type: ${jsonType}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    `Service-Version: ${dependencies.version}`,
    `X-Request-Id: ${requestId}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
}
