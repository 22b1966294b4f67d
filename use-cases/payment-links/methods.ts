import type { Money } from '#domain/money/money.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { type OpenMethod, openMethods } from '#use-cases/pricing/open-methods.ts'
import { collectionRequest } from '#use-cases/pricing/collection-request.ts'
import { type Offer, offerOn, readBasis } from '#use-cases/pricing/offer.ts'
import { keylessSeller } from './link.ts'

/** A method with the cost of paying through it. */
export interface PricedMethod extends OpenMethod {
  readonly offer: Offer
}

/** The methods of a payable; with a price, those that accept it. */
export async function methodsOf(
  context: UseCaseContext,
  payable: Payable,
  filter: { readonly country?: string | undefined; readonly price?: Money | undefined },
): Promise<OpenMethod[]> {
  const basis = await readBasis(context, payable.seller.serviceEnvId)
  const { country, price } = filter
  const search = { country, currency: undefined, price }
  return openMethods(context, { seller: keylessSeller(payable), basis, filter: search })
}

/** The same with each method's offer for this price, on one snapshot of terms and rates. */
export async function pricedMethodsOf(
  context: UseCaseContext,
  payable: Payable,
  price: Money,
): Promise<PricedMethod[]> {
  const seller = keylessSeller(payable)
  const basis = await readBasis(context, seller.serviceEnvId)
  const filter = { country: undefined, currency: undefined, price }
  const methods = await openMethods(context, { seller, basis, filter })
  return Promise.all(
    methods.map(async (method) => {
      const { code: provider, type } = method.operator
      const wish = { seller, provider, method: type, phone: undefined, price }
      return { ...method, offer: offerOn(await collectionRequest(context, wish), basis) }
    }),
  )
}
