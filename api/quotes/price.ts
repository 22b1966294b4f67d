import { fail } from '#domain/errors.ts'
import { parsePhone, type Phone } from '#domain/phone.ts'
import type { ApiContext } from '#api/context.ts'
import type { Quote } from '#api/present/quote.ts'
import { collectionRequest, type CollectionWish } from '#api/pricing/collection-request.ts'
import { limitsOf } from '#api/pricing/limits.ts'
import { offerOn, readBasis } from '#api/pricing/offer.ts'

/** What the price of a quote is made of. */
export type PricedQuote = Pick<
  Quote,
  'provider' | 'paymentMethod' | 'pricing' | 'display' | 'limits'
>

/** Prices a collection for its quote; refused where the collection itself would be. */
export async function priceQuote(context: ApiContext, wish: CollectionWish): Promise<PricedQuote> {
  const request = await collectionRequest(context, wish)
  const basis = await readBasis(context, wish.seller.serviceEnvId)
  const { operator, pricing, display } = offerOn(request, basis)
  const limits = limitsOf(request, basis)?.own ?? null
  return { provider: operator.code, paymentMethod: operator.type, pricing, display, limits }
}

/** The number of a quote, where it has one. */
export function quotedPhone(body: {
  readonly phone?: string
  readonly country?: string
}): Phone | undefined {
  if (body.phone === undefined) return undefined
  const parsed = parsePhone(body.phone, { country: body.country })
  if (!parsed.ok) throw fail(parsed.code)
  return parsed.value
}
