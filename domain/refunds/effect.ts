import { type Money, money } from '#domain/money/money.ts'

interface Asked {
  /** What the payer is to get back. */
  readonly amount: Money
  /** What can still be refunded of the payment, including this amount. */
  readonly refundable: Money
  readonly amountCharged: Money
  /** What the merchant received for the payment. */
  readonly net: Money
}

/** The effect of a refund, in the currency that was charged. */
export interface RefundEffect {
  readonly payerReceives: Money
  /** What the merchant gives back beyond what it received: fees, which are not returned. */
  readonly feesBorne: Money
}

/**
 * Who receives and who pays what. Everything is taken from the merchant's balance; whatever exceeds the payment's net
 * is fees, which the merchant pays.
 */
export function refundEffect({ amount, refundable, amountCharged, net }: Asked): RefundEffect {
  const before = amountCharged.minor - refundable.minor
  const beyondNet = (refunded: bigint) => (refunded > net.minor ? refunded - net.minor : 0n)
  const feesBorne = beyondNet(before + amount.minor) - beyondNet(before)
  return { payerReceives: amount, feesBorne: money(feesBorne, amount.currency) }
}
