import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { Payload, PayloadCodec } from '@temporalio/common'
import getRawBody from 'raw-body'
import { sameBytes } from '#platform/keyring.ts'

export interface CodecServerOptions {
  readonly codec: PayloadCodec
  /** Callers send it as `Authorization: Bearer …` or as the first part of the path. */
  readonly token: string
  /** The origin of the Temporal UI: no other origin's pages can read an answer. */
  readonly uiOrigin: string
  readonly host: string
  readonly port: number
}

export interface RunningCodecServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Decrypts Temporal payloads for its UI and command line, with Temporal's remote codec protocol: `POST /decode` and
 * `POST /encode` (docs/security.md#what-temporal-keeps).
 */
export async function startCodecServer(options: CodecServerOptions): Promise<RunningCodecServer> {
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    answer(request, response, options).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  server.listen({ host: options.host, port: options.port })
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const requestTimeoutMs = 10_000
/** More than any page of a history. */
const bodyBytesMax = 16 * 1024 * 1024

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { codec, token, uiOrigin }: CodecServerOptions,
): Promise<void> {
  if (request.headers.origin === uiOrigin) allow(response, uiOrigin)
  if (request.method === 'OPTIONS') return end(response, 204)
  const asked = request.method === 'POST' ? askedOf(request) : undefined
  if (asked === undefined) return end(response, 404)
  if (!isToken(asked.given, token)) return end(response, 401)
  const payloads = await readPayloads(request)
  if (payloads === undefined) return end(response, 400)
  const turned = await codec[asked.turn](payloads).catch(messageOf)
  // The message names the missing key.
  if (typeof turned === 'string') return end(response, 400, { message: turned })
  end(response, 200, { payloads: turned.map(toJson) })
}

/** The requested operation, and its token; undefined for any other path. */
function askedOf(
  request: IncomingMessage,
): { readonly turn: 'encode' | 'decode'; readonly given: string } | undefined {
  const [path = ''] = (request.url ?? '').split('?')
  const [, inPath, turn] = /^(?:\/([\w-]{20,200}))?\/(encode|decode)$/.exec(path) ?? []
  if (turn !== 'encode' && turn !== 'decode') return undefined
  return { turn, given: inPath ?? bearerOf(request) }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'not readable'
}

function allow(response: ServerResponse, origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin)
  response.setHeader('Access-Control-Allow-Methods', 'POST, OPTIONS')
  response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type, x-namespace')
  response.setHeader('Vary', 'Origin')
}

function bearerOf({ headers }: IncomingMessage): string {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
}

function isToken(given: string, token: string): boolean {
  return sameBytes(Buffer.from(given), Buffer.from(token))
}

function end(response: ServerResponse, status: number, body?: object): void {
  const head = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  response.writeHead(status, body ? head : {}).end(body && JSON.stringify(body))
}

/** Payloads as JSON, bytes as base64. Undefined if the body is not that. */
async function readPayloads(request: IncomingMessage): Promise<Payload[] | undefined> {
  try {
    const text = await getRawBody(request, { limit: bodyBytesMax, encoding: 'utf8' })
    const body = JSON.parse(text) as { readonly payloads: readonly JsonPayload[] }
    return body.payloads.map(fromJson)
  } catch {
    return undefined
  }
}

interface JsonPayload {
  readonly metadata?: Readonly<Record<string, string>>
  readonly data?: string
}

function fromJson({ metadata = {}, data = '' }: JsonPayload): Payload {
  const entries = Object.entries(metadata).map(([name, text]) => [name, bytesOf(text)])
  return { metadata: Object.fromEntries(entries), data: bytesOf(data) }
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}

function toJson({ metadata, data }: Payload): JsonPayload {
  const entries = Object.entries(metadata ?? {}).map(([name, bytes]) => [name, textOf(bytes)])
  return { metadata: Object.fromEntries(entries), data: textOf(data ?? new Uint8Array()) }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
