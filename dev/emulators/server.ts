import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { csvLine } from '#domain/text/csv.ts'
import type { BadAnswer, Fault } from './faults.ts'
import { type KeptOrder, type Memory, slowMs } from './memory.ts'

/** An emulated operator on this machine. */
export interface Emulator {
  readonly baseUrl: string
  readonly memory: Memory
  /** Cuts every connection. */
  close(): Promise<void>
}

export interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly body: string
}

const bodyBytesMax = 64 * 1024

/**
 * Serves on this machine only, on a free port by default. In addition to the operator's own routes, `GET /emulator` shows
 * its memory, `GET /emulator/statement` its orders as a statement, and `PUT /emulator/fault` with a `Fault` makes the next calls fail.
 */
export async function serve(
  memory: Memory,
  answer: (asked: Asked) => Promise<void>,
  at = 0,
): Promise<Emulator> {
  const server = createServer((request, response) => {
    void handle({ request, response, memory }, answer).catch(() => response.destroy())
  })
  server.listen({ host: '127.0.0.1', port: at })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    memory,
    baseUrl: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function handle(
  { request, response, memory }: Pick<Asked, 'request' | 'response'> & { readonly memory: Memory },
  answer: (asked: Asked) => Promise<void>,
): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) return void response.destroy()
  const body = await text(request)
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  const asked = { request, response, path, body }
  if (!isAboutEmulator(memory, asked)) await answer(asked)
}

/** Answers requests about the emulator itself; false for requests to its operator. */
function isAboutEmulator(memory: Memory, { request, response, path, body }: Asked): boolean {
  const { orders, balance } = memory
  if (path === '/emulator/fault' && request.method === 'PUT') {
    memory.failNext(JSON.parse(body) as Fault)
    sendJson(response, 200, {})
  } else if (path === '/emulator/statement') {
    response.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8' }).end(statementOf(memory))
  } else if (path === '/emulator') {
    sendJson(response, 200, { balance, orders })
  } else {
    return false
  }
  return true
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
}

const firewallPage =
  '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected.</body></html>'
const hugeBytes = 2_000_000

const badAnswers: Partial<Readonly<Record<BadAnswer, (response: ServerResponse) => unknown>>> = {
  html: (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(firewallPage),
  garbage: (response) => response.writeHead(200).end(Buffer.from([0x7b, 0x22, 0xff, 0x00, 0x3c])),
  huge: (response) => response.writeHead(200).end(Buffer.alloc(hugeBytes, ' ')),
  silence: () => {},
  hang_up: (response) => response.destroy(),
}

/**
 * Answers with a fault that all operators share, or with the operator's own; false if the normal answer is still due.
 */
export async function answerBadly(
  response: ServerResponse,
  bad: BadAnswer,
  own: Partial<Readonly<Record<BadAnswer, () => void>>>,
): Promise<boolean> {
  if (bad === 'slow') await pause(slowMs, undefined, { ref: false })
  badAnswers[bad]?.(response)
  own[bad]?.()
  return bad !== 'slow'
}

const columns = [
  'time',
  'operator_reference',
  'reference',
  'kind',
  'msisdn',
  'amount',
  'currency',
  'status',
]

/**
 * An operator's orders as a statement that staff can import (docs/reconciliation.md). Like a real one it names
 * payers, in a column that is ignored; pending orders are not on it.
 */
export function statementOf(memory: Memory): string {
  for (const order of memory.orders) memory.settle(order)
  const ended = memory.orders.filter(({ end }) => end !== undefined)
  return [columns, ...ended.map(cellsOf)].map((cells) => csvLine(cells)).join('')
}

function cellsOf(order: KeptOrder): (string | number)[] {
  const { id, reference, kind, phone, amount, currency, end } = order
  const status = end === 'succeeded' ? 'succeeded' : 'failed'
  const time = new Date(order.askedAt).toISOString()
  return [time, reference, id, kind, phone, amount, currency, status]
}
