import { randomUUIDv7 } from 'node:crypto'
import { answerErrors } from '#domain/payment-links/custom-fields.ts'
import type { FieldError } from '#domain/errors/errors.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { ApiContext } from '#http/context.ts'
import { checkoutPaymentId } from '#use-cases/checkouts/hold.ts'
import { acceptedAnswer } from '#api/collections/accept.ts'
import { customerErrors, payerErrors } from '#api/collections/check-fields.ts'
import type { DraftRequest } from '#api/collections/draft.ts'
import type { StoredAnswer } from '#http/route.ts'
import { bodyCheck, onePerField } from '#http/validate.ts'
import { type LinkPaymentBody, linkPaymentBody } from './body.ts'
import { keylessSeller, refuseClosed, takenPrice } from '#use-cases/payment-links/link.ts'

/** A payment of a payable, its fields checked: through the public route or on the payment page. */
export interface LinkPayment {
  readonly body: Omit<LinkPaymentBody, 'amount'>
  /** The amount as it was written; undefined where the payer said none. */
  readonly amountText: string | undefined
  readonly idempotencyKey: string
  /** Method, path and canonical body. */
  readonly canonicalRequest: string
  readonly requestId: string
}

/** The answer 202 of a payment, once for its idempotency key. Refusals: those of the payable, its fields and `acceptedAnswer`. */
export function acceptLinkPayment(
  context: ApiContext,
  payable: Payable,
  payment: LinkPayment,
): Promise<StoredAnswer> {
  return acceptedAnswer(context, {
    idempotency: {
      serviceEnvId: payable.seller.serviceEnvId,
      holderId: payable.id,
      route: 'POST /v2/payment-links/{id}/collections',
      key: payment.idempotencyKey,
    },
    canonicalRequest: payment.canonicalRequest,
    requestId: payment.requestId,
    ask: () => draftRequest(payable, payment, paymentIdOf(context, payable, payment)),
    addressOf: (id) => `/v2/payment-links/${payable.id}/transactions/${id}`,
  })
}

/** All that is wrong with the fields of a payment but its amount, as the public route tells it. */
export function linkPaymentErrors(body: LinkPayment['body']): readonly FieldError[] {
  return onePerField([...checkBody(body), ...payerErrors(body)])
}

const checkBody = bodyCheck(linkPaymentBody)

/** A code takes one payment at a time, so a repeat must be known as the payment that has it already. */
function paymentIdOf(
  { database }: ApiContext,
  { kind, id }: Payable,
  { idempotencyKey }: LinkPayment,
): TransactionId {
  return kind === 'checkout'
    ? checkoutPaymentId(database.keyring, id, idempotencyKey)
    : asId<TransactionId>(randomUUIDv7())
}

/** What the link says of the sale, and the payer of themselves. */
function draftRequest(
  payable: Payable,
  { body, amountText }: LinkPayment,
  id: TransactionId,
): DraftRequest {
  if (payable.heldBy !== id) refuseClosed(payable)
  const { currency, custom_fields: answers = {} } = body
  const price = takenPrice(payable, { amountText, currency }, [
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
