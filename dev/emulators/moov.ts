import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { XMLParser } from 'fast-xml-parser'
import { moovToken } from '#activities/operators/moov/token.ts'
import type { MoovAccount } from '#platform/operator-accounts.ts'
import type { BadAnswer, Fault } from './faults.ts'
import {
  type AskedOrder,
  createMemory,
  type KeptOrder,
  type Memory,
  type MemorySettings,
} from './memory.ts'
import { answerBadly, type Asked, type Emulator, serve } from './server.ts'

export interface MoovEmulator extends Emulator {
  readonly account: MoovAccount
}

export interface MoovSettings extends MemorySettings {
  /** Whether it finds an order by our id too or, as seen in public examples, only by its own reference. */
  readonly findsBy: 'any_id' | 'own_reference'
}

interface World {
  readonly memory: Memory
  readonly settings: MoovSettings
  readonly token: string
}

type Fields = Readonly<Record<string, unknown>>

const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false })

/**
 * Moov's SOAP interface for merchants on this machine. It does not recognise repeats: the same order debits again.
 */
export async function startMoovEmulator(settings: MoovSettings): Promise<MoovEmulator> {
  const credentials = {
    provider: 'moov-benin',
    url: '',
    username: 'service',
    password: randomBytes(12).toString('hex'),
    encryptionKey: randomBytes(16).toString('hex'),
    phoneForm: 'international',
  } as const
  const world = { memory: createMemory(settings), settings, token: moovToken(credentials) }
  const emulator = await serve(world.memory, (asked) => answer(world, asked), settings.port)
  return { ...emulator, account: { ...credentials, url: `${emulator.baseUrl}/UssdPush` } }
}

async function answer(world: World, asked: Asked): Promise<void> {
  const [operation, fields] = readEnvelope(asked.body)
  if (fields['token'] !== world.token) return result(asked, operation, { status: '98' })
  switch (operation) {
    case 'Push':
      return push(world, asked, fields)
    case 'transferFlooz':
      return transfer(world, asked, fields['request'] as Fields)
    case 'getTransactionStatus':
      return status(world, asked, fields['request'] as Fields)
    default:
      return result(asked, operation, { status: '91' })
  }
}

async function push(world: World, asked: Asked, fields: Fields): Promise<void> {
  const order = orderOf('collection', fields, { id: 'externaldata1', phone: 'msisdn' })
  const kept = await take(world, asked, { operation: 'Push', order })
  if (kept === undefined) return
  // Keeps the connection open while the payer types the code, and then answers with the outcome, if there is one.
  await pause(world.settings.delayMs, undefined, { ref: false })
  world.memory.settle(kept)
  result(asked, 'Push', { ...statusOf(kept), referenceid: kept.reference })
}

async function transfer(world: World, asked: Asked, fields: Fields): Promise<void> {
  const order = orderOf('payout', fields, { id: 'referenceid', phone: 'destination' })
  const kept = await take(world, asked, { operation: 'transferFlooz', order })
  if (kept === undefined) return
  await pause(world.settings.delayMs, undefined, { ref: false })
  world.memory.settle(kept)
  const { id: transactionid, reference: referenceid } = kept
  result(asked, 'transferFlooz', { ...statusOf(kept), transactionid, referenceid })
}

/** The order in these fields, of which two are named differently by each operation. */
function orderOf(
  kind: AskedOrder['kind'],
  fields: Fields,
  named: { readonly id: string; readonly phone: string },
): AskedOrder {
  return {
    id: String(fields[named.id]),
    kind,
    phone: String(fields[named.phone]),
    amount: Number(fields['amount']),
    currency: 'XOF',
  }
}

/** The order it accepts; undefined if the call was already answered. */
async function take(
  world: World,
  asked: Asked,
  { operation, order }: { readonly operation: string; readonly order: AskedOrder },
): Promise<KeptOrder | undefined> {
  const { memory } = world
  if (!/^229\d{8,10}$/.test(order.phone) || !(order.amount > 0)) {
    result(asked, operation, { status: '3' })
    return undefined
  }
  const fault: Fault | undefined = memory.faultOf({ on: 'request', order })
  const kept = fault === undefined || fault.isTaken ? memory.take(order) : undefined
  if (fault === undefined) return kept
  return (await answerFault(asked, operation, fault.answer)) ? undefined : kept
}

async function status(world: World, asked: Asked, fields: Fields): Promise<void> {
  const { memory, settings } = world
  const operation = 'getTransactionStatus'
  const id = String(fields['transid'])
  const order = memory.find(
    (kept) => kept.reference === id || (settings.findsBy === 'any_id' && kept.id === id),
  )
  if (order === undefined) return result(asked, operation, { status: '94' })
  order.reads += 1
  const fault = memory.faultOf({ on: 'read', order })
  if (fault !== undefined && (await answerFault(asked, operation, fault.answer))) return
  memory.settle(order)
  result(asked, operation, { ...statusOf(order), referenceid: order.reference })
}

function statusOf({ end }: KeptOrder): { readonly status: string } {
  if (end === undefined) return { status: '100' }
  return { status: { succeeded: '0', no_funds: '10', rejected: '92', recipient_refused: '6' }[end] }
}

function answerFault(asked: Asked, operation: string, bad: BadAnswer): Promise<boolean> {
  const saying = (status: string) => (): void => result(asked, operation, { status })
  return answerBadly(asked.response, bad, {
    error: () => asked.response.writeHead(500, xmlType).end(faultEnvelope),
    unavailable: saying('98'),
    unauthorized: saying('98'),
    conflict: saying('99'),
    not_found: saying('94'),
  })
}

function readEnvelope(text: string): readonly [operation: string, fields: Fields] {
  const document = parser.parse(text) as { Envelope: { Body: Record<string, Fields> } }
  const [first = ['', {}]] = Object.entries(document.Envelope.Body)
  return first as [string, Fields]
}

const xmlType = { 'Content-Type': 'text/xml; charset=utf-8' }
const soap = 'xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"'
const faultEnvelope = `<soap:Envelope ${soap}><soap:Body><soap:Fault><faultcode>soap:Server</faultcode>
<faultstring>For input string</faultstring></soap:Fault></soap:Body></soap:Envelope>`

function result({ response }: Asked, operation: string, fields: Record<string, string>): void {
  // Its operations use different names for their result.
  const name = operation === 'getTransactionStatus' ? 'response' : 'return'
  const inner = Object.entries({ description: 'emulated', ...fields })
    .map(([key, value]) => `<${key}>${value}</${key}>`)
    .join('')
  const body = `<ns2:${operation}Response xmlns:ns2="http://api.merchant.tlc.com/"><${name}>${inner}</${name}></ns2:${operation}Response>`
  const envelope = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope ${soap}><soap:Body>${body}</soap:Body></soap:Envelope>`
  response.writeHead(200, xmlType).end(envelope)
}
