import type { ApiContext } from '#http/context.ts'
import { linkPaymentBody } from '#http/link-payment.ts'
import { payerErrors } from '#http/payer-errors.ts'
import { payerOf } from '#http/payer-fields.ts'
import { route } from '#http/route.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'
import { acceptedAnswer, storedAnswer } from '#api/transactions/accepted.ts'
import { payLink } from '#use-cases/payment-links/pay.ts'
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
      const accepted = await payLink(context, payable, {
        idempotencyKey,
        canonicalRequest,
        ...acceptedAnswer(requestId, 'none'),
        payer: payerOf(body),
        answers: body.custom_fields ?? {},
        said: { amountText: numberText('amount'), currency: body.currency },
      })
      return storedAnswer(accepted, (id) => `/v2/payment-links/${payable.id}/transactions/${id}`)
    },
  })
}
