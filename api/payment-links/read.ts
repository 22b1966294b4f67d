import { linkDisplayOf } from '#domain/display.ts'
import { fail } from '#domain/errors.ts'
import { readReceiptMerchant } from '#db/queries/receipts.ts'
import type { ApiContext } from '#api/context.ts'
import { route } from '#api/http/route.ts'
import { presentPayable } from '#api/present/payment-link.ts'
import { readBasis } from '#api/pricing/offer.ts'
import { paymentLink as paymentLinkSchema } from '#api/schemas/payment-link.ts'
import { closedLinkRefusals, findOpenLink, linkParams } from './link.ts'

/** What a payer is shown before paying. */
export function readPaymentLink(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/payment-links/:id',
    keys: 'none',
    summary: 'Lire un lien de paiement',
    answer: { object: paymentLinkSchema },
    refusals: closedLinkRefusals,
    params: linkParams,
    async handler({ params }) {
      const payable = await findOpenLink(context, params.id)
      const { serviceEnvId } = payable.seller
      const [merchant, { terms, rates }] = await Promise.all([
        readReceiptMerchant(context.database, serviceEnvId),
        readBasis(context, serviceEnvId),
      ])
      const { currency, price: amount } = payable
      const display = linkDisplayOf({ currency, amount }, { ...terms, rates })
      if (display === undefined) {
        throw fail('exchange_rate_unavailable', { from: currency, to: terms.serviceCurrency })
      }
      const url = context.payUrl(payable)
      const logoUrl = context.logoUrl(merchant)
      return { body: { data: presentPayable({ payable, merchant, display, url, logoUrl }) } }
    },
  })
}
