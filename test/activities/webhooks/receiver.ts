import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from 'node:tls'
import { certificates } from './certificates.ts'

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
  readonly serverName: string | undefined
}

export interface Receiver {
  readonly port: number
  /** Let through by the guard: the receivers live on loopback. */
  readonly privateHosts: ReadonlySet<string>
  readonly requests: readonly Received[]
  /** TCP connections accepted so far. */
  readonly connections: () => number
  /** Resolves when no connection is open, within the time a test has. */
  readonly allClosed: () => Promise<void>
  readonly close: () => Promise<void>
}

type Answer = (request: Received, response: ServerResponse) => void

/** A merchant's HTTPS server on loopback, which keeps what it got. */
export async function startReceiver(answer: Answer, tls: TlsOptions = {}): Promise<Receiver> {
  const requests: Received[] = []
  const server = createHttpsServer({ ...certificates().valid, ...tls }, (request, response) => {
    void readAll(request).then((body) => {
      const { method = '', url = '', headers, rawHeaders, socket } = request
      const serverName = (socket as TLSSocket & { servername?: string | false }).servername
      const received = {
        method,
        url,
        headers,
        rawHeaders,
        body,
        serverName: serverName || undefined,
      }
      requests.push(received)
      answer(received, response)
    })
  })
  return listening(server, requests)
}

/** A server that speaks TLS, and then whatever `talk` says. */
export async function startTlsTalker(talk: (socket: TLSSocket) => void): Promise<Receiver> {
  const server = createTlsServer(certificates().valid, (socket) => {
    socket.on('error', () => {})
    talk(socket)
    // Only a socket that is read notices that the other side has left.
    socket.resume()
  })
  return listening(server, [])
}

/** A server of plain TCP. */
export async function startTcpTalker(talk: (socket: Socket) => void): Promise<Receiver> {
  const server = createTcpServer((socket) => {
    talk(socket)
    socket.resume()
  })
  return listening(server, [])
}

async function listening(server: Server, requests: readonly Received[]): Promise<Receiver> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    socket.unref()
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A test that fails before it closes its receiver must not keep the run from ending.
  server.unref()
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    await once(server.close(), 'close')
  }
  const privateHosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
  const allClosed = async (): Promise<void> => {
    for (const socket of sockets) await once(socket, 'close')
  }
  return { port, privateHosts, requests, connections: () => connections, allClosed, close }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
