import { setTimeout as pause } from 'node:timers/promises'
import type { OperatorRequestId } from '#domain/ids.ts'
import { toDecimalText } from '#domain/money/money.ts'
import type { MoovAccount } from '#platform/operator-accounts.ts'
import { exchange, type HttpEnd } from '#activities/operators/http.ts'
import {
  callTimeoutMs,
  type MoneyOrder,
  type Operator,
  type RequestAnswer,
} from '#activities/operators/operator.ts'
import { plainText } from '#activities/operators/plain-text.ts'
import { type SoapAnswer, soapAnswer, soapRequest, type XmlFields } from './soap.ts'
import { answerOf, isOfAnother, stateOf } from './verdicts.ts'
import { moovToken } from './token.ts'

export interface MoovSettings {
  readonly account: MoovAccount
  /** Stores the reference in an answer that says nothing else, or that arrived after we had stopped waiting. */
  readonly heardReference: (requestId: OperatorRequestId, reference: string) => Promise<void>
  readonly budgetMs?: number
}

type Operation = Parameters<typeof soapAnswer>[0]

const marginMs = 500
const messageLengthMax = 100
/**
 * `Push` keeps the connection open while the payer types the code: the activity does not wait, a listener on it does.
 */
const pushTimeoutMs = 90_000

/**
 * Moov Money through its SOAP interface for merchants. It does not recognise repeats: an order that may have arrived is
 * never sent again, and its status is polled.
 */
export function createMoovOperator(settings: MoovSettings): Operator {
  const { account, budgetMs = callTimeoutMs - marginMs } = settings
  return {
    isIdempotent: false,
    async request(order) {
      const [operation, fields] = orderFields(order, account)
      const answer = call(account, { operation, fields, timeoutMs: pushTimeoutMs })
      const sent = { operation, order }
      const inTime = await within(answer, budgetMs)
      const answered = inTime === undefined ? unanswered : answerIn(inTime, sent)
      // The order may be found by its reference only, whenever and whatever Moov answers with it.
      if (inTime === undefined) void handOn(settings, answer, sent)
      else if (answered.state === 'unknown') await handOn(settings, answer, sent)
      return answered
    },
    async read(order) {
      const asked = order.providerReference ?? order.requestId
      const operation = 'getTransactionStatus'
      const fields = { request: { transid: asked } }
      const end = await call(account, { operation, fields, timeoutMs: budgetMs })
      const answer = believed(end, operation)
      return answer === undefined ? { state: 'unreachable' } : stateOf(answer, order)
    },
  }
}

function orderFields(order: MoneyOrder, account: MoovAccount): readonly [Operation, XmlFields] {
  const amount = toDecimalText(order.amount)
  const phone = phoneOf(order, account)
  const note = plainText(order.description, messageLengthMax)
  if (order.kind === 'collection') {
    const data = { externaldata1: order.requestId, externaldata2: '', fee: '0' }
    return ['Push', { msisdn: phone, message: note, amount, ...data }]
  }
  const data = { referenceid: order.requestId, walletid: '0', extendeddata: note }
  return ['transferFlooz', { request: { destination: phone, amount, ...data } }]
}

/** A Benin number is 229, 01 and eight digits; before November 2024 it had no 01. */
function phoneOf({ phone }: MoneyOrder, { phoneForm }: MoovAccount): string {
  return phoneForm === 'legacy' ? phone.replace(/^22901(?=\d{8}$)/, '229') : phone
}

function call(
  account: MoovAccount,
  message: {
    readonly operation: Operation
    readonly fields: XmlFields
    readonly timeoutMs: number
  },
): Promise<HttpEnd> {
  return exchange({
    url: account.url,
    method: 'POST',
    headers: { 'Content-Type': 'application/soap+xml; charset=utf-8', Accept: 'text/xml' },
    body: soapRequest(message.operation, { token: moovToken(account), ...message.fields }),
    timeoutMs: message.timeoutMs,
  })
}

async function within<Value>(work: Promise<Value>, timeMs: number): Promise<Value | undefined> {
  const ended = new AbortController()
  const late = pause(timeMs, undefined, { signal: ended.signal }).catch(() => undefined)
  const first = await Promise.race([work, late])
  ended.abort()
  return first
}

interface Sent {
  readonly operation: Operation
  readonly order: MoneyOrder
}

const unanswered: RequestAnswer = { state: 'unknown' }

/** Only a reference to ask by; a late one is lost if the process or the database goes down. */
async function handOn(
  { heardReference }: MoovSettings,
  end: Promise<HttpEnd>,
  { operation, order }: Sent,
): Promise<void> {
  try {
    const answer = believed(await end, operation)
    if (answer === undefined || isOfAnother(answer, order) || answer.reference === null) return
    await heardReference(order.requestId, answer.reference)
  } catch {
    // The order is asked about by our own id.
  }
}

function believed(end: HttpEnd, operation: Operation): SoapAnswer | undefined {
  return end.kind === 'answer' && end.status === 200 ? soapAnswer(operation, end.text) : undefined
}

function answerIn(end: HttpEnd, { operation, order }: Sent): RequestAnswer {
  if (end.kind === 'not_sent') return { state: 'unavailable' }
  const answer = believed(end, operation)
  return answer === undefined ? { state: 'unknown' } : answerOf(answer, order)
}
