import { zero } from '#domain/money/money.ts'
import type { Offer } from './offer.ts'

/** The amounts of a transaction, fixed from its offer. */
export function offeredAmounts({ pricing, display }: Pick<Offer, 'pricing' | 'display'>) {
  const { kind, value, level, channel, terminal } = pricing.fees.rule
  return {
    price: pricing.price,
    fees: { ...pricing.fees, rule: { kind, value, level, channel, terminal } },
    amountCharged: pricing.amountCharged,
    net: pricing.net,
    exchange: pricing.exchange,
    display,
    refunded: zero(pricing.amountCharged.currency),
  }
}
