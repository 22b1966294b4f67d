import type { Money } from '#domain/money/money.ts'
import type { CollectionMethod } from '#domain/operators/operators.ts'
import type { Phone } from '#domain/phone/phone.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { AnySeller } from '#use-cases/keys/caller.ts'
import { chooseOperator, type OfferRequest } from './offer.ts'

/** A collection wanted by a seller, with checked fields. `phone` may be missing if a provider is named. */
export interface CollectionWish {
  readonly seller: AnySeller
  readonly provider: string
  readonly method: CollectionMethod | undefined
  readonly phone: Phone | undefined
  readonly price: Money
}

/**
 * The request that both quotes and collections are priced by, so that the quoted price is the charged one. Refusals:
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

/**
 * Everybody may use the operator's and the service's currency; only the merchant's pages and links may use any active
 * one.
 */
export function mayUseAnyCurrency({ kind }: Pick<AnySeller, 'kind'>): boolean {
  return kind === 'public' || kind === 'none'
}
