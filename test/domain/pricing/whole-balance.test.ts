import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { money } from '#domain/money/money.ts'
import { pricePayout } from '#domain/pricing/pricing.ts'
import { largestPayout } from '#domain/pricing/whole-balance.ts'
import { feeRuleArbitrary } from '#test/domain/arbitraries.ts'

describe('the whole balance', () => {
  it('is the largest payout that it bears: a franc more is too much', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10_000_000n), feeRuleArbitrary, (available, rule) => {
        const charged = (amount: bigint) =>
          pricePayout(money(amount, 'XOF'), rule).amountCharged.minor
        const largest = largestPayout(available, rule)
        assert.ok(largest === 0n || charged(largest) <= available)
        assert.ok(charged(largest + 1n) > available)
      }),
    )
  })
})
