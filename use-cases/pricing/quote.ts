import { fail } from '#domain/errors/errors.ts'
import { parsePhone, type Phone } from '#domain/phone/phone.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { collectionRequest, type CollectionWish } from './collection-request.ts'
import { limitsOf, type PriceLimits } from './limits.ts'
import { offerOn, readBasis } from './offer.ts'
import type { Display } from '#domain/pricing/display.ts'
import type { Pricing } from '#domain/pricing/pricing.ts'
import type {
  Channel,
  Mode,
  PaymentMethodType,
  TransactionType,
} from '#domain/transactions/transaction.ts'

/** What a payment would cost and bring now. */
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
  /** Until when it is binding; null if the quote is not stored. */
  readonly expiresAt: Date | null
}

/** The priced parts of a quote. */
export type PricedQuote = Pick<
  Quote,
  'provider' | 'paymentMethod' | 'pricing' | 'display' | 'limits'
>

/** Prices a collection for its quote; refused where the collection would be. */
export async function priceQuote(
  context: UseCaseContext,
  wish: CollectionWish,
): Promise<PricedQuote> {
  const request = await collectionRequest(context, wish)
  const basis = await readBasis(context, wish.seller.serviceEnvId)
  const { operator, pricing, display } = offerOn(request, basis)
  const limits = limitsOf(request, basis)?.own ?? null
  return { provider: operator.code, paymentMethod: operator.type, pricing, display, limits }
}

/** The number in a quote request, if any. */
export function quotedPhone(body: {
  readonly phone?: string
  readonly country?: string
}): Phone | undefined {
  if (body.phone === undefined) return undefined
  const parsed = parsePhone(body.phone, { country: body.country })
  if (!parsed.ok) throw fail(parsed.code)
  return parsed.value
}
