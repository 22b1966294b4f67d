import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import { type CollectionTerms, priceCollection, type Pricing } from '#domain/pricing/pricing.ts'
import { feeRule } from '#test/domain/arbitraries.ts'

/** The terms of 1000 XOF without a conversion, with the test's changes. */
export function terms(changes: Partial<CollectionTerms>): CollectionTerms {
  return {
    price: money(1000n, 'XOF'),
    feeRule: feeRule(),
    exchangeFee: null,
    margin: null,
    rates: [],
    ...changes,
  }
}

/** Their price, which must be possible. */
export function priced(changes: Partial<CollectionTerms>): Pricing {
  const outcome = priceCollection(terms(changes))
  assert.ok(outcome.ok)
  return outcome.value
}
