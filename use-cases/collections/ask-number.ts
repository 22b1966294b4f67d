import { randomUUIDv7 } from 'node:crypto'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { Phone } from '#domain/phone/phone.ts'
import { type CollectionContext, requestCollection } from './request.ts'
import { keyedSale, type PortalSale, sellerOf } from './till.ts'

/** A sale whose customer gets the request on their phone. */
export interface AskedNumber extends PortalSale {
  readonly phone: Phone
  /** `auto` where the number tells. */
  readonly provider: string
  readonly customerName: string | null
}

/**
 * Asks a number for money, for somebody in the portal, through the door of all collections. Refusals: those of
 * `requestCollection`.
 */
export async function askNumber(
  context: CollectionContext,
  sale: AskedNumber,
): Promise<TransactionId> {
  const { phone, provider, customerName, amount, description, requestId } = sale
  const request = {
    ...keyedSale(sale, route, [phone.phone, provider, customerName ?? '']),
    requestId,
    // Who asks is led to the payment, and needs no more of the answer.
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
