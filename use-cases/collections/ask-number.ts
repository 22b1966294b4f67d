import { randomUUIDv7 } from 'node:crypto'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { Phone } from '#domain/phone/phone.ts'
import { type CollectionContext, requestCollection } from './request.ts'
import { keyedSale, type PortalSale, sellerOf } from './till.ts'

/** A sale for which the customer gets a request on their phone. */
export interface AskedNumber extends PortalSale {
  readonly phone: Phone
  /** `auto` if the number decides. */
  readonly provider: string
  readonly customerName: string | null
}

/**
 * Requests a payment from a number, for somebody in the portal, through the same use case as every collection.
 * Refusals: those of `requestCollection`.
 */
export async function askNumber(
  context: CollectionContext,
  sale: AskedNumber,
): Promise<TransactionId> {
  const { phone, provider, customerName, amount, description, requestId } = sale
  const request = {
    ...keyedSale(sale, route, [phone.phone, provider, customerName ?? '']),
    requestId,
    // The page redirects to the payment, and needs nothing else of the answer.
    respond: () => ({ status: 303, body: '' }),
  }
  const { madeId } = await requestCollection(context, request, {
    id: asId<TransactionId>(randomUUIDv7()),
    seller: sellerOf(sale),
    apiKeyId: null,
    payable: null,
    price: amount,
    payer: {
      provider,
      method: undefined,
      phone,
      card: undefined,
      customer: customerName === null ? undefined : { name: customerName, email: null },
    },
    reference: undefined,
    description,
    metadata: {},
  })
  return asId<TransactionId>(madeId)
}

const route = 'POST /portail/encaisser/demandes'
