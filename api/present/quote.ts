import { toNumber } from '#domain/money/money.ts'
import { isoTime } from '#domain/text/text.ts'
import type { PriceLimits } from '#use-cases/pricing/limits.ts'
import { presentDisplay } from './display.ts'
import type { Reader } from '#domain/transactions/reader.ts'
import { presentAmounts } from './transaction.ts'
import type { Quote } from '#use-cases/pricing/quote.ts'

/**
 * The quote object: amounts as its transaction will show them. Callers without a key do not see the merchant's net.
 */
export function presentQuote(quote: Quote, reader: Reader) {
  const { net_amount, net_currency, ...amounts } = presentAmounts(quote.pricing, reader)
  return {
    id: quote.id,
    object: 'quote',
    type: quote.type,
    mode: quote.mode,
    channel: quote.channel,
    provider: quote.provider,
    payment_method: quote.paymentMethod,
    ...amounts,
    rounding: toNumber(quote.pricing.rounding),
    ...(reader !== 'none' && { net_amount, net_currency }),
    limits: quote.limits && presentLimits(quote.limits),
    display: presentDisplay(quote.display, reader),
    expires_at: quote.expiresAt && isoTime(quote.expiresAt),
    created_at: isoTime(quote.createdAt),
  }
}

function presentLimits({ minAmount, maxAmount }: PriceLimits) {
  return {
    min_amount: toNumber(minAmount),
    max_amount: toNumber(maxAmount),
    currency: minAmount.currency,
  }
}
