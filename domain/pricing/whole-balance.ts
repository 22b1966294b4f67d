import { money } from '#domain/money/money.ts'
import type { FeeRule } from './fee-rule.ts'
import { pricePayout } from './pricing.ts'

/** The largest payout that a balance covers including fees, to the franc; 0 if it covers none. Minor units of XOF. */
export function largestPayout(available: bigint, feeRule: FeeRule): bigint {
  let fits = 0n
  let exceeds = available + 1n
  while (exceeds - fits > 1n) {
    const amount = (fits + exceeds) / 2n
    const { amountCharged } = pricePayout(money(amount, 'XOF'), feeRule)
    if (amountCharged.minor <= available) fits = amount
    else exceeds = amount
  }
  return fits
}
