import type { Money } from '#domain/money/money.ts'
import type { CollectionMethod } from '#domain/operators/operators.ts'
import type { Phone } from '#domain/phone/phone.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { AnySeller } from '#use-cases/keys/caller.ts'
import { chooseOperator, type OfferRequest } from './offer.ts'

/** What is to be collected for a seller, its fields checked. `phone` may be missing where a provider is named. */
export interface CollectionWish {
  readonly seller: AnySeller
  readonly provider: string
  readonly method: CollectionMethod | undefined
  readonly phone: Phone | undefined
  readonly price: Money
}

/**
 * The request that a quote and a collection price alike, so that what was quoted is what is charged. Refusals:
 * provider_not_detected, provider_unavailable, payment_method_unavailable.
 */
export async function collectionRequest(
  context: Pick<UseCaseContext, 'isOpen'>,
  { seller, provider, method, phone, price }: CollectionWish,
): Promise<OfferRequest> {
  const { serviceEnvId, mode, channel, terminalId } = seller
  const scope = { serviceEnvId, mode, type: 'collection' } as const
  return {
    serviceEnvId,
    channel,
    terminalId,
    operator: await chooseOperator(context, scope, { provider, method, phone }),
    price,
    mayUseAnyCurrency: mayUseAnyCurrency(seller),
  }
}

/** The operator's and the service's currency are for all; any active one only for the merchant's pages and links. */
export function mayUseAnyCurrency({ kind }: Pick<AnySeller, 'kind'>): boolean {
  return kind === 'public' || kind === 'none'
}
