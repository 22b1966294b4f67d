import * as fc from 'fast-check'
import { type CurrencyCode, currencyCodes, regimeOf } from '#domain/money/currency.ts'
import type { FloatingRate } from '#domain/money/exchange.ts'
import type { FeeRule, Payer } from '#domain/pricing/fee-rule.ts'
import type { CollectionTerms, Surcharge } from '#domain/pricing/pricing.ts'

/** Any currency the service knows. */
export const currencyArbitrary = fc.constantFrom(...currencyCodes)

export const payerArbitrary: fc.Arbitrary<Payer> = fc.constantFrom('merchant', 'customer')

/** Percentages of 0 to 30 with up to three decimals, as settings write them. */
export const percentArbitrary = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 999 }))
  .map(([whole, thousandths]) => `${whole}.${String(thousandths).padStart(3, '0')}`)

export const surchargeArbitrary: fc.Arbitrary<Surcharge | null> = fc.option(
  fc.record({ percent: percentArbitrary, payer: payerArbitrary }),
)

/** A tariff of either kind, at the platform's level unless told otherwise. */
export function feeRule(changes: Partial<FeeRule> = {}): FeeRule {
  return {
    kind: 'percentage',
    value: '1.9',
    payer: 'customer',
    level: 'platform',
    type: 'collection',
    provider: null,
    serviceEnvId: null,
    channel: null,
    terminal: null,
    ...changes,
  }
}

export const feeRuleArbitrary: fc.Arbitrary<FeeRule> = fc
  .record({
    payer: payerArbitrary,
    tariff: fc.oneof(
      percentArbitrary.map((value) => ({ kind: 'percentage' as const, value })),
      fc.integer({ min: 0, max: 5000 }).map((xof) => ({
        kind: 'fixed' as const,
        value: String(xof),
      })),
    ),
  })
  .map(({ payer, tariff }) => feeRule({ payer, ...tariff }))

/** A rate for each floating currency, from currencies worth a hundredth of a franc to ones worth two thousand. */
export const ratesArbitrary: fc.Arbitrary<FloatingRate[]> = fc.tuple(
  ...currencyCodes
    .filter((code) => regimeOf(code) === 'floating')
    .map((currency) => fc.integer({ min: 100, max: 20_000_000 }).map((n) => rateOf(currency, n))),
)

/** Everything a collection's price depends on, the amounts from one minor unit to a hundred million. */
export const termsArbitrary: fc.Arbitrary<CollectionTerms> = fc.record({
  price: fc.record({
    minor: fc.oneof(
      fc.bigInt({ min: 1n, max: 3000n }),
      fc.bigInt({ min: 1n, max: 10_000_000_000n }),
    ),
    currency: currencyArbitrary,
  }),
  feeRule: feeRuleArbitrary,
  exchangeFee: surchargeArbitrary,
  margin: surchargeArbitrary,
  rates: ratesArbitrary,
})

/** A dated rate; `tenThousandths` of an XOF for one unit. */
export function rateOf(currency: CurrencyCode, tenThousandths: number): FloatingRate {
  const text = String(tenThousandths).padStart(5, '0')
  const xofPerUnit = `${text.slice(0, -4)}.${text.slice(-4)}`
  return { currency, xofPerUnit, at: new Date('2025-01-15T06:00:00Z'), source: 'table' }
}
