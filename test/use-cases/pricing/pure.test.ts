import assert from 'node:assert/strict'
import { Big } from 'big.js'
import * as fc from 'fast-check'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { ServiceError } from '#domain/errors/errors.ts'
import { convert, exchangeRate } from '#domain/money/exchange.ts'
import { asId } from '#domain/ids.ts'
import { money, type Money, zero } from '#domain/money/money.ts'
import { operators } from '#domain/operators/operators.ts'
import { parsePhone, type Phone } from '#domain/phone/phone.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type Frozen, freeze, thaw } from '#db/types/frozen.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import { presentQuote } from '#api/present/quote.ts'
import { presentTransaction } from '#api/present/transaction.ts'
import { collectionRequest } from '#use-cases/pricing/collection-request.ts'
import { limitsOf } from '#use-cases/pricing/limits.ts'
import {
  type Offer,
  type OfferBasis,
  offerOn,
  type OfferRequest,
} from '#use-cases/pricing/offer.ts'
import { basisArbitrary, scopeArbitrary } from './arbitraries.ts'
import { offeredAmounts } from '#use-cases/pricing/offered-amounts.ts'

describe('a quote and the collection made on the same terms', () => {
  const cases = fc.record({
    basis: basisArbitrary,
    scope: scopeArbitrary,
    xof: fc.integer({ min: 50, max: 2_100_000 }),
    isOwnCurrency: fc.boolean(),
  })

  it('show the same amounts to every reader, though one went through the books', () => {
    let accepted = 0
    fc.assert(
      fc.property(cases, fc.constantFrom(...readers), ({ basis, scope, ...price }, reader) => {
        const offer = offerOf({ ...scope, price: priceOf(basis, price) }, basis)
        if (!offer) return
        accepted += 1
        const quote = presentQuote(quoteOf(offer, limitsOf(scope, basis)?.own ?? null), reader)
        const transaction: Readonly<Record<string, unknown>> = presentTransaction(
          recordOf(offer),
          reader,
        )
        for (const [name, value] of Object.entries(quote)) {
          if (!isOfQuoteOnly.has(name)) assert.deepEqual(transaction[name], value, name)
        }
        assert.ok('net_amount' in quote)
      }),
      { numRuns: 4000 },
    )
    assert.ok(accepted > 2500, `${accepted} accepted`)
  })

  it('add up exactly as JSON numbers, in XOF and as displayed', () => {
    fc.assert(
      fc.property(cases, ({ basis, scope, ...price }) => {
        const offer = offerOf({ ...scope, price: priceOf(basis, price) }, basis)
        if (!offer) return
        checkSums(presentQuote(quoteOf(offer, null), 'secret'))
      }),
      { numRuns: 3000 },
    )
  })

  it('are refused alike outside the limits that the quote tells, and taken inside', () => {
    fc.assert(
      fc.property(cases, ({ basis, scope, xof }) => {
        const limits = limitsOf(scope, basis)?.own
        const isTaken = offerOf({ ...scope, price: money(BigInt(xof), 'XOF') }, basis) !== undefined
        if (!limits) return assert.ok(!isTaken)
        const { minAmount, maxAmount } = limits
        const isInside = BigInt(xof) >= minAmount.minor && BigInt(xof) <= maxAmount.minor
        assert.equal(isTaken, isInside)
      }),
      { numRuns: 2000 },
    )
  })

  it('do not depend on whether the operator was named or found by the number', async () => {
    const context = { isOpen: async () => true }
    const numbers = {
      'mtn-benin': '2290197001234',
      'moov-benin': '2290195001234',
      'card-sandbox': '22890123456',
      'direct-debit-sandbox': '2290189001234',
    }
    for (const operator of operators) {
      const phone = parsePhone(numbers[operator.code])
      assert.ok(phone.ok)
      for (const kind of kinds) {
        const wish = { seller: callerOf(kind), price: money(1234n, 'XOF'), method: operator.type }
        const requestOf = (provider: string, number: Phone | undefined): Promise<OfferRequest> =>
          collectionRequest(context, { ...wish, provider, phone: number })
        const requests: readonly OfferRequest[] = await Promise.all([
          requestOf(operator.code, undefined),
          requestOf(operator.code, phone.value),
          requestOf('auto', phone.value),
        ])
        for (const request of requests) assert.deepEqual(request, requests[0])
        assert.equal(requests[0]?.operator, operator)
      }
    }
  })
})

const kinds: readonly KeyKind[] = ['secret', 'public', 'terminal', 'session']
const readers = kinds
/** What a quote tells of itself, and what a transaction writes otherwise. */
const isOfQuoteOnly: ReadonlySet<string> = new Set([
  'id',
  'object',
  'payment_method',
  'rounding',
  'limits',
  'expires_at',
])
const createdAt = new Date('2025-01-15T07:00:00Z')

function checkSums(quote: ReturnType<typeof presentQuote>): void {
  const { net_amount = Number.NaN, exchange, fees, display, rounding } = quote
  const parts = [net_amount, fees.amount, exchange?.fee ?? 0, exchange?.margin ?? 0]
  assert.equal(sum(parts), String(quote.amount_charged))
  assert.equal(quote.amount_charged % 5, 0)
  const rising = [0, rounding, Math.min(4, fees.amount)]
  assert.deepEqual(
    rising,
    rising.toSorted((a, b) => a - b),
  )
  assert.equal(sum([display.amount, display.fees]), String(display.amount_charged))
  assert.ok(display.exchange_fee <= display.fees)
}

function offerOf(request: OfferRequest, basis: OfferBasis): Offer | undefined {
  try {
    return offerOn(request, basis)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

/** A price worth about so many XOF, in XOF or in the currency of the service where it has a rate. */
function priceOf(
  { terms, rates }: OfferBasis,
  { xof, isOwnCurrency }: { readonly xof: number; readonly isOwnCurrency: boolean },
): Money {
  const currency: CurrencyCode = isOwnCurrency ? terms.serviceCurrency : 'XOF'
  const rate = exchangeRate('XOF', currency, rates)
  return rate ? convert(money(BigInt(xof), 'XOF'), rate, 'up') : money(BigInt(xof), 'XOF')
}

function quoteOf(
  { operator, pricing, display }: Offer,
  limits: { readonly minAmount: Money; readonly maxAmount: Money } | null,
) {
  return {
    id: 'quote',
    type: 'collection',
    mode: 'sandbox',
    channel: 'api',
    provider: operator.code,
    paymentMethod: operator.type,
    pricing,
    display,
    limits,
    expiresAt: null,
    createdAt,
  } as const
}

/** The transaction of an offer, its frozen parts read back from JSON as the books do. */
function recordOf(offer: Offer): TransactionRecord {
  const amounts = offeredAmounts(offer)
  const kept = JSON.parse(freeze(amounts)) as Frozen<typeof amounts>
  return {
    ...thaw(kept),
    id: asId('0195a5c4-7a51-7000-8000-000000000001'),
    serviceEnvId: asId('0195a5c4-7a51-7000-8000-00000000000a'),
    mode: 'sandbox',
    apiKeyId: null,
    type: 'collection',
    status: 'pending',
    pendingReason: 'awaiting_provider',
    channel: 'api',
    reference: 'order-1',
    description: null,
    customer: { name: null, email: null, phone: null },
    country: 'BJ',
    paymentMethod: { type: 'mobile_money', network: offer.operator.network, cardLast4: null },
    nextActionUrl: null,
    provider: offer.operator.code,
    terminal: null,
    operator: null,
    paymentLink: null,
    checkoutId: null,
    failureCode: null,
    metadata: '{}',
    fundsStatus: null,
    refunded: zero('XOF'),
    operatorRequestId: asId('0195a5c4-7a51-7000-8000-000000000002'),
    providerReference: null,
    expiresAt: createdAt,
    createdAt,
    completedAt: null,
  }
}

function callerOf(kind: KeyKind): Caller {
  return {
    kind,
    mode: 'sandbox',
    serviceEnvId: asId('0195a5c4-7a51-7000-8000-00000000000a'),
    apiKeyId: asId('0195a5c4-7a51-7000-8000-00000000000c'),
    channel: 'api',
    terminalId: null,
    collaboratorId: null,
    scopes: ['payments', 'payouts'],
  }
}

/** Exactly, as their digits say. */
function sum(numbers: readonly number[]): string {
  return numbers.reduce((total, number) => total.plus(String(number)), new Big(0)).toString()
}
