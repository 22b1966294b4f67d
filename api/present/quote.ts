import type { Display } from '#domain/display.ts'
import { toNumber } from '#domain/money.ts'
import type { Pricing } from '#domain/pricing.ts'
import { isoTime } from '#domain/text.ts'
import type { Channel, Mode, PaymentMethodType, TransactionType } from '#domain/transaction.ts'
import type { PriceLimits } from '#api/pricing/limits.ts'
import { presentDisplay } from './display.ts'
import { isPayerFacing, type Reader } from './reader.ts'
import { presentAmounts } from './transaction.ts'

/** What a payment would cost and bring at this moment; nothing is kept of it. */
export interface Quote {
  readonly id: string
  readonly type: TransactionType
  readonly mode: Mode
  readonly channel: Channel
  readonly provider: string
  readonly paymentMethod: PaymentMethodType
  readonly pricing: Pricing
  readonly display: Display
  readonly limits: PriceLimits | null
  readonly createdAt: Date
}

/** The quote object: amounts as the transaction made of it will show them; the merchant's net is not for payers. */
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
    ...(!isPayerFacing(reader) && { net_amount, net_currency }),
    limits: quote.limits && presentLimits(quote.limits),
    display: presentDisplay(quote.display, reader),
    expires_at: null,
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
