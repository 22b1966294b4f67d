import { randomUUIDv7 } from 'node:crypto'
import { answerErrors } from '#domain/custom-fields.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { Payable } from '#domain/payable.ts'
import type { ApiContext } from '#api/context.ts'
import { checkoutPaymentId } from '#api/checkouts/hold.ts'
import { acceptedAnswer } from '#api/collections/accept.ts'
import { customerErrors, payerErrors } from '#api/collections/check-fields.ts'
import type { DraftRequest } from '#api/collections/draft.ts'
import { route } from '#api/http/route.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'
import { linkPaymentBody, type LinkPaymentInput } from './body.ts'
import {
  closedLinkRefusals,
  findLink,
  keylessSeller,
  linkParams,
  refuseClosed,
  takenPrice,
} from './link.ts'

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
    async handler(input) {
      const payable = await findLink(context, input.params.id)
      return acceptedAnswer(context, {
        idempotency: {
          serviceEnvId: payable.seller.serviceEnvId,
          holderId: payable.id,
          route: 'POST /v2/payment-links/{id}/collections',
          key: input.idempotencyKey,
        },
        canonicalRequest: input.canonicalRequest,
        requestId: input.requestId,
        ask: () => draftRequest(payable, input, paymentIdOf(context, payable, input)),
        addressOf: (id) => `/v2/payment-links/${payable.id}/transactions/${id}`,
      })
    },
  })
}

/** A code takes one payment at a time, so a repeat must be known as the payment that has it already. */
function paymentIdOf(
  { database }: ApiContext,
  { kind, id }: Payable,
  { idempotencyKey }: LinkPaymentInput,
): TransactionId {
  return kind === 'checkout'
    ? checkoutPaymentId(database.keyring, id, idempotencyKey)
    : asId<TransactionId>(randomUUIDv7())
}

/** What the link says of the sale, and the payer of themselves. */
function draftRequest(
  payable: Payable,
  { body, numberText }: LinkPaymentInput,
  id: TransactionId,
): DraftRequest {
  if (payable.heldBy !== id) refuseClosed(payable)
  const { currency, custom_fields: answers = {} } = body
  const price = takenPrice(payable, { amountText: numberText('amount'), currency }, [
    ...(payable.isCustomerRequired ? customerErrors(body) : []),
    ...answerErrors(payable.customFields, answers),
  ])
  return {
    id,
    seller: keylessSeller(payable),
    apiKeyId: null,
    payable,
    price,
    body,
    reference: undefined,
    description: payable.title ?? payable.description,
    metadata: { ...(JSON.parse(payable.metadata) as Record<string, string>), ...answers },
  }
}
