import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { priceFields } from '#http/link-payment.ts'
import { providerErrors } from '#http/payer-errors.ts'
import { payerFields } from '#http/payer-fields.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentQuote } from '#api/present/quote.ts'
import { numberErrors } from '#api/quotes/check-fields.ts'
import { priceQuote, quotedPhone } from '#use-cases/pricing/quote.ts'
import { quote as quoteSchema } from '#api/schemas/objects.ts'
import { findOpenLink, keylessSeller, takenPrice } from '#use-cases/payment-links/link.ts'
import { closedLinkRefusals, linkParams } from './params.ts'

const { provider, payment_method, phone, country } = payerFields

/** Body of its quote: as far as the price depends on it. */
const linkQuoteBody = Type.Object({
  provider,
  payment_method,
  phone,
  country,
  ...priceFields,
})

/** Tells what paying a link would cost; refused where the payment itself would be. */
export function quotePaymentLink(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/payment-links/:id/quotes',
    keys: 'none',
    summary: 'Obtenir le devis d’un lien de paiement',
    answer: { object: quoteSchema },
    refusals: closedLinkRefusals,
    params: linkParams,
    body: linkQuoteBody,
    checkFields: ({ body }) => [...providerErrors(body), ...numberErrors(body)],
    async handler({ params, body, numberText }) {
      const payable = await findOpenLink(context, params.id)
      const seller = keylessSeller(payable)
      const { currency } = body
      const price = takenPrice(payable, { amountText: numberText('amount'), currency })
      const priced = await priceQuote(context, {
        seller,
        provider: body.provider,
        method: body.payment_method,
        phone: quotedPhone(body),
        price,
      })
      const { mode, channel } = seller
      const quote = { ...priced, id: randomUUID(), type: 'collection', mode, channel } as const
      return { body: { data: presentQuote({ ...quote, createdAt: new Date() }, seller.kind) } }
    },
  })
}
