import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentPayable } from '#api/present/payment-link.ts'
import { paymentLink as paymentLinkSchema } from '#api/schemas/payment-link.ts'
import { findOpenLink } from '#use-cases/payment-links/link.ts'
import { previewOf } from '#use-cases/payment-links/preview.ts'
import { closedLinkRefusals, linkParams } from './params.ts'

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
      const preview = await previewOf(context, payable)
      const url = context.payUrl(payable)
      const logoUrl = context.logoUrl(preview.merchant)
      return { body: { data: presentPayable({ payable, ...preview, url, logoUrl }) } }
    },
  })
}
