import { type Money, money } from '#domain/money/money.ts'

interface Asked {
  /** What the payer is to get back. */
  readonly amount: Money
  /** What of the payment may still be given back, this amount in it. */
  readonly refundable: Money
  readonly amountCharged: Money
  /** What the payment brought the merchant. */
  readonly net: Money
}

/** What a refund does, in the currency that was charged. */
export interface RefundEffect {
  readonly payerReceives: Money
  /** What the merchant gives back beyond what the payment brought: the fees, which are not returned. */
  readonly feesBorne: Money
}

/**
 * Who gets and who bears what: all of it leaves the merchant's balance, and what exceeds the net of the payment is fees
 * that they bear.
 */
export function refundEffect({ amount, refundable, amountCharged, net }: Asked): RefundEffect {
  const before = amountCharged.minor - refundable.minor
  const beyondNet = (refunded: bigint) => (refunded > net.minor ? refunded - net.minor : 0n)
  const feesBorne = beyondNet(before + amount.minor) - beyondNet(before)
  return { payerReceives: amount, feesBorne: money(feesBorne, amount.currency) }
}
