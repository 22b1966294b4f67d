import { asId, type CheckoutId } from '#domain/ids.ts'
import { keyedSale, type PortalSale, sellerOf } from '#use-cases/collections/till.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { createCheckout } from './create.ts'

/**
 * Creates the QR code of a sale, for somebody in the portal who shows it on a screen. Refusals: those of
 * `createCheckout`.
 */
export async function showCode(
  context: Pick<UseCaseContext, 'database' | 'outbox' | 'isOpen'>,
  sale: PortalSale & { readonly expiresInSeconds: number },
): Promise<CheckoutId> {
  const { amount, description, expiresInSeconds, requestId } = sale
  const request = {
    keyed: keyedSale(sale, route, []),
    requestId,
    // The page redirects to it, and needs nothing else of the answer.
    respond: () => ({ status: 303, body: '' }),
  }
  const seller = sellerOf(sale)
  const order = { seller, apiKeyId: null, amount, description, expiresInSeconds }
  const { madeId } = await createCheckout(context, request, order)
  return asId<CheckoutId>(madeId)
}

const route = 'POST /portail/encaisser/codes'
