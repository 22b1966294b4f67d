import type { ApiContext } from '#http/context.ts'
import { payerErrors } from '#api/collections/check-fields.ts'
import { route } from '#http/route.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'
import { acceptLinkPayment } from './accept.ts'
import { linkPaymentBody } from './body.ts'
import { findLink } from '#use-cases/payment-links/link.ts'
import { closedLinkRefusals, linkParams } from './params.ts'

/** Pays a link: a collection like any other, asked for by the payer. */
export function payPaymentLink(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/payment-links/:id/collections',
    keys: 'none',
    summary: 'Payer un lien de paiement',
    answer: { object: transactionSchema },
    refusals: closedLinkRefusals,
    idempotency: 'required',
    success: 202,
    params: linkParams,
    body: linkPaymentBody,
    checkFields: ({ body }) => payerErrors(body),
    async handler({ params, body, numberText, idempotencyKey, canonicalRequest, requestId }) {
      const payable = await findLink(context, params.id)
      const request = { idempotencyKey, canonicalRequest, requestId }
      return acceptLinkPayment(context, payable, {
        ...request,
        body,
        amountText: numberText('amount'),
      })
    },
  })
}
