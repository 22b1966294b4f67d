import { setTimeout as pause } from 'node:timers/promises'
import type { OrderKind } from '#activities/operators/operator.ts'
import { isUuid } from '#domain/ids.ts'
import { type BadAnswer, behaviourOf } from './faults.ts'
import type { AskedOrder, KeptOrder, Memory, OrderEnd } from './memory.ts'
import { answerBadly, type Asked, sendJson } from './server.ts'

const kinds: Readonly<Record<string, OrderKind>> = {
  '/collection/v1_0/requesttopay': 'collection',
  '/disbursement/v1_0/transfer': 'payout',
  '/disbursement/v1_0/refund': 'refund',
}

/** The order routes, after authentication. */
export async function answerOrder(world: MtnWorld, asked: Asked): Promise<void> {
  const { request, response, path } = asked
  if (path.endsWith('/account/balance')) {
    const { balance } = world.memory
    return sendJson(response, 200, { availableBalance: String(balance), currency: 'XOF' })
  }
  const kind = kinds[path]
  if (kind !== undefined && request.method === 'POST') return takeOrder(world, asked, kind)
  return readOrder(world, asked)
}

async function takeOrder(world: MtnWorld, asked: Asked, kind: OrderKind): Promise<void> {
  const { memory } = world
  const order = orderIn(asked, kind, memory)
  if (order === undefined) return sendJson(asked.response, 400, malformed)
  const fault = memory.faultOf({ on: 'request', order })
  const isKnown = memory.find(({ id }) => id === order.id) !== undefined
  if (!isKnown && fault?.isTaken !== false) {
    await callBack(world, memory.take(order), asked.request.headers['x-callback-url'])
  }
  if (fault !== undefined && (await answerFault(world, asked, fault.answer))) return
  if (isKnown) return sendJson(asked.response, 409, conflict)
  asked.response.writeHead(202).end()
}

const malformed = { code: 'BAD_REQUEST', message: 'The order is not well formed.' }
const conflict = { code: 'RESOURCE_ALREADY_EXIST', message: 'Duplicated reference id.' }

async function readOrder(world: MtnWorld, asked: Asked): Promise<void> {
  const { memory } = world
  const [, place = '', id] = /^(.*)\/([^/]+)$/.exec(asked.path) ?? []
  const order = memory.find((kept) => kept.id === id && kept.kind === kinds[place])
  if (order === undefined) return sendJson(asked.response, 404, notFound)
  order.reads += 1
  const fault = memory.faultOf({ on: 'read', order })
  if (fault !== undefined && (await answerFault(world, asked, fault.answer))) return
  memory.settle(order)
  sendJson(asked.response, 200, statusBody(order))
}

const notFound = {
  code: 'RESOURCE_NOT_FOUND',
  message: 'Requested resource was not found.',
}

function answerFault({ tokens }: MtnWorld, { response }: Asked, bad: BadAnswer): Promise<boolean> {
  return answerBadly(response, bad, {
    unavailable: () => sendJson(response, 429, { message: 'Rate limit is exceeded.' }),
    error: () => sendJson(response, 500, { code: 'INTERNAL_PROCESSING_ERROR' }),
    unauthorized: () => {
      tokens.clear()
      sendJson(response, 401, { code: 'UNAUTHORIZED' })
    },
    conflict: () => sendJson(response, 409, conflict),
    not_found: () => sendJson(response, 404, notFound),
  })
}

/** The requested order; a refund goes to the payer of its collection. */
function orderIn(asked: Asked, kind: OrderKind, memory: Memory): AskedOrder | undefined {
  const { headers } = asked.request
  const id = String(headers['x-reference-id'] ?? '')
  if (!isUuid(id) || headers['x-target-environment'] !== 'mtnbenin') return undefined
  const fields = JSON.parse(asked.body) as Fields
  const amount = amountIn(fields['amount'])
  const phone = kind === 'refund' ? refundedPhone(fields, memory) : partyOf(fields, kind)
  if (amount === undefined || phone === undefined) return undefined
  return isTakable(fields) ? { id, kind, phone, amount, currency: 'XOF' } : undefined
}

type Fields = Readonly<Record<string, unknown>>

/** In Benin's currency, and without characters that break the real one. */
function isTakable(fields: Fields): boolean {
  return hasPlainNotes(fields) && fields['currency'] === 'XOF'
}

function hasPlainNotes(fields: Fields): boolean {
  const notes = [fields['payerMessage'], fields['payeeNote']]
  return notes.every((note) => typeof note === 'string' && /^[\w .-]{1,160}$/.test(note))
}

function partyOf(fields: Fields, kind: OrderKind): string | undefined {
  const party = (fields[kind === 'collection' ? 'payer' : 'payee'] ?? {}) as Record<string, unknown>
  const { partyIdType, partyId } = party
  return partyIdType === 'MSISDN' && /^229\d{10}$/.test(String(partyId))
    ? String(partyId)
    : undefined
}

function refundedPhone(fields: Fields, memory: Memory): string | undefined {
  const refunded = (order: KeptOrder): boolean => order.id === fields['referenceIdToRefund']
  return memory.find(refunded)?.phone
}

const slackMs = 30
const timeoutMs = 3000

/** MTN calls back once, by POST or PUT, and never again; some numbers trigger fewer or more callbacks. */
async function callBack(
  { memory, delayMs }: { readonly memory: Memory; readonly delayMs: number },
  order: KeptOrder,
  header: string | readonly string[] | undefined,
): Promise<void> {
  if (typeof header !== 'string') return
  const { scenario } = behaviourOf(order.phone, order.kind)
  if (scenario === 'callback_lost' || !order.isDecidable) return
  if (scenario === 'callback_first') {
    memory.settle(order)
    return send(header, order, 'POST')
  }
  const methods = scenario === 'callback_twice' ? (['POST', 'PUT'] as const) : [methodOf(order)]
  void pause(delayMs + slackMs, undefined, { ref: false }).then(async () => {
    memory.settle(order)
    await Promise.all(methods.map((method) => send(header, order, method)))
  })
}

/** PUT for payouts, so that both methods are tested. */
function methodOf({ kind }: KeptOrder): 'POST' | 'PUT' {
  return kind === 'collection' ? 'POST' : 'PUT'
}

async function send(url: string, order: KeptOrder, method: 'POST' | 'PUT'): Promise<void> {
  const body = JSON.stringify(statusBody(order))
  const headers = { 'Content-Type': 'application/json' }
  const signal = AbortSignal.timeout(timeoutMs)
  await fetch(url, { method, body, headers, signal }).catch(() => undefined)
}

const reasons: Readonly<Record<Exclude<OrderEnd, 'succeeded'>, string>> = {
  no_funds: 'NOT_ENOUGH_FUNDS',
  rejected: 'APPROVAL_REJECTED',
  recipient_refused: 'PAYEE_NOT_ALLOWED_TO_RECEIVE',
}

/** The order as MTN describes it, in answers and callbacks. */
function statusBody(order: KeptOrder): object {
  const { id, amount, currency, kind, phone, end, reference } = order
  const party = { partyIdType: 'MSISDN', partyId: phone }
  return {
    amount: String(amount),
    currency,
    externalId: id,
    [kind === 'collection' ? 'payer' : 'payee']: party,
    status: end === undefined ? 'PENDING' : end === 'succeeded' ? 'SUCCESSFUL' : 'FAILED',
    ...(end === 'succeeded' && { financialTransactionId: reference }),
    ...(end !== undefined && end !== 'succeeded' && { reason: reasons[end] }),
  }
}

/** MTN only accepts amounts as text. */
function amountIn(value: unknown): number | undefined {
  return typeof value === 'string' && /^[1-9]\d{0,11}$/.test(value) ? Number(value) : undefined
}

/** The state of an emulated MTN, shared by its routes. */
export interface MtnWorld {
  readonly memory: Memory
  readonly delayMs: number
  readonly tokens: Set<string>
  issued: number
  readonly credentials: {
    readonly user: string
    readonly key: string
    readonly subscription: string
  }
}
