import { fail } from '#domain/errors/errors.ts'
import type { Money } from '#domain/money/money.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { AnySeller } from '#use-cases/keys/caller.ts'
import { openOperators } from '#use-cases/operators/list-open.ts'
import { collectionRequest } from './collection-request.ts'
import { takes } from './limits.ts'
import { type OfferBasis, offerOn } from './offer.ts'

/** A price to be paid later, through whichever operator the payer has. */
export interface PriceToPay {
  readonly seller: AnySeller
  readonly price: Money
  readonly basis: OfferBasis
}

/**
 * Refuses a price that no payer could pay, while its seller can still change it. Refusals: provider_unavailable if no
 * operator is open, else why the first one does not accept it, as `offerOn`.
 */
export async function refuseUnpayable(
  context: Pick<UseCaseContext, 'isOpen'>,
  { seller, price, basis }: PriceToPay,
): Promise<void> {
  const { serviceEnvId, mode } = seller
  const open = await openOperators(context, { serviceEnvId, mode, type: 'collection' })
  const any = { method: undefined, phone: undefined }
  const requests = await Promise.all(
    open.map(({ code: provider }) =>
      collectionRequest(context, { seller, provider, price, ...any }),
    ),
  )
  const [first] = requests
  if (first === undefined) throw fail('provider_unavailable', { field: 'amount' })
  if (!requests.some((request) => takes(request, basis))) offerOn(first, basis)
}
