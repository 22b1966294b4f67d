import assert from 'node:assert/strict'
import { networkOf } from '#domain/collections/card.ts'
import { call, type Call, type CallAnswer, collectionCall } from './call.ts'

/** Test cards by outcome (docs: /docs/sandbox). */
export const cards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  declined: '4000000000000002',
  challenged: '4000000000003220',
} as const

/** A card with this number, valid for years. */
export function cardOf(number: string, changes: Readonly<Record<string, unknown>> = {}) {
  const cvc = networkOf(number) === 'amex' ? '7391' : '739'
  return { number, exp_month: 7, exp_year: new Date().getUTCFullYear() + 4, cvc, ...changes }
}

/** A valid card collection, without a phone number. */
export function cardCall(
  key: string,
  number: string = cards.visa,
  changes: Readonly<Record<string, unknown>> = {},
): Call {
  return collectionCall(key, { ...byCard(number), ...changes })
}

/** The body fields of a card payment, without a phone number. */
export function byCard(number: string = cards.visa) {
  return { provider: 'auto', payment_method: 'card', phone: undefined, card: cardOf(number) }
}

/** A valid direct debit collection. */
export function debitCall(key: string, phone: string): Call {
  return collectionCall(key, byDebit(phone))
}

/** The body fields of a direct debit. */
export function byDebit(phone: string) {
  return { provider: 'auto', payment_method: 'direct_debit', phone }
}

/** Requests a payment that must be accepted. */
export async function accepted(
  service: { readonly baseUrl: string },
  request: Call,
): Promise<CallAnswer['json']> {
  const answer = await call(service, request)
  assert.equal(answer.status, 202, answer.text)
  return answer.json.data
}

export interface PageAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Acts like a payer's browser without scripts: reads the page, or submits its form with this button. */
export async function visit(
  { baseUrl }: { readonly baseUrl: string },
  address: string,
  decision?: string,
): Promise<PageAnswer> {
  const form = decision !== undefined && {
    method: 'POST',
    body: new URLSearchParams({ decision }),
  }
  const response = await fetch(new URL(new URL(address, baseUrl).pathname, baseUrl), {
    redirect: 'manual',
    ...form,
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
