import assert from 'node:assert/strict'
import { networkOf } from '#domain/collections/card.ts'
import { call, type Call, type CallAnswer, collectionCall } from './call.ts'

/** Test cards by what they do (docs: /docs/sandbox). */
export const cards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  declined: '4000000000000002',
  challenged: '4000000000003220',
} as const

/** A card with this number, good for years. */
export function cardOf(number: string, changes: Readonly<Record<string, unknown>> = {}) {
  const cvc = networkOf(number) === 'amex' ? '7391' : '739'
  return { number, exp_month: 7, exp_year: new Date().getUTCFullYear() + 4, cvc, ...changes }
}

/** A good collection by card, without a number of the payer. */
export function cardCall(
  key: string,
  number: string = cards.visa,
  changes: Readonly<Record<string, unknown>> = {},
): Call {
  return collectionCall(key, { ...byCard(number), ...changes })
}

/** How a body says that a card pays, without a number of the payer. */
export function byCard(number: string = cards.visa) {
  return { provider: 'auto', payment_method: 'card', phone: undefined, card: cardOf(number) }
}

/** A good collection by direct debit. */
export function debitCall(key: string, phone: string): Call {
  return collectionCall(key, byDebit(phone))
}

/** How a body says that a mandate pays. */
export function byDebit(phone: string) {
  return { provider: 'auto', payment_method: 'direct_debit', phone }
}

/** Asks for a payment that must be accepted. */
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

/** What a payer's browser without scripts does: reads the page, or sends its form with this button. */
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
