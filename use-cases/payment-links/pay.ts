import { randomUUIDv7 } from 'node:crypto'
import { answerErrors } from '#domain/payment-links/custom-fields.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { Payable, PayableId } from '#domain/payment-links/payable.ts'
import { linkReferenceKey } from '#domain/payment-links/payment-link.ts'
import { checkoutPaymentId } from '#use-cases/checkouts/hold.ts'
import {
  acceptOrder,
  type CollectionAnswering,
  type CollectionContext,
  type Payer,
} from '#use-cases/collections/request.ts'
import { type Answer, answerOnce, type NewRequest } from '#use-cases/transactions/answer-once.ts'
import type { Keyring } from '#platform/keyring.ts'
import { keylessSeller, refuseClosed, type SaidPrice, takenPrice } from './link.ts'
import { fail } from '#domain/errors/errors.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { countRequest } from '#db/rate-limit.ts'

/** A payment of a payable with checked fields, through the public route or the payment page. */
export interface LinkPayment extends CollectionAnswering {
  readonly payer: Payer
  /** Answers to the link's questions, by name. */
  readonly answers: Readonly<Record<string, string>>
  readonly said: SaidPrice
  readonly idempotencyKey: string
  /** Method, path and canonical body. */
  readonly canonicalRequest: string
  /** The client's address or network, as limits count it. */
  readonly address: string
}

/**
 * Accepts a payment, once per idempotency key. Refusals: rate_limited, those of the payable, its fields and
 * `acceptOrder`.
 */
export async function payLink(
  context: CollectionContext,
  payable: Payable,
  payment: LinkPayment,
): Promise<Answer> {
  const { database } = context
  const seller = keylessSeller(payable)
  const { canonicalRequest, idempotencyKey } = payment
  const request = { idempotency: keyOf(payable, idempotencyKey), canonicalRequest }
  return answerOnce(database, request, {
    asking: seller,
    work: (opened) => payOnce(context, payable, { ...payment, ...opened }),
  })
}

/** A payer's key belongs to what they pay. */
export function keyOf({ seller, id }: Payable, key: string) {
  const { serviceEnvId } = seller
  return { serviceEnvId, holderId: id, route: 'POST /v2/payment-links/{id}/collections', key }
}

/** The same for a request without an answer. */
async function payOnce(
  context: CollectionContext,
  payable: Payable,
  payment: LinkPayment & NewRequest,
): Promise<Answer> {
  await countPayer(context, payable.id, payment.address)
  const id = paymentIdOf(context.database.keyring, payable, payment.idempotencyKey)
  if (payable.heldBy !== id) refuseClosed(payable)
  const { payer, answers } = payment
  return acceptOrder(context, payment, {
    id,
    seller: keylessSeller(payable),
    apiKeyId: null,
    payable,
    price: priceOf(payable, payment),
    payer,
    reference: undefined,
    description: payable.title ?? payable.description,
    metadata: metadataOf(payable, answers),
  })
}

/** The link's metadata, the payer's answers, and the merchant's reference for the link. */
function metadataOf({ metadata, reference }: Payable, answers: LinkPayment['answers']) {
  return {
    ...(JSON.parse(metadata) as Record<string, string>),
    ...answers,
    ...(reference !== null && { [linkReferenceKey]: reference }),
  }
}

/** A QR code accepts one payment at a time, so a repeat must have the id of the payment that already holds it. */
function paymentIdOf(keyring: Keyring, { kind, id }: Payable, key: string): TransactionId {
  return kind === 'checkout'
    ? checkoutPaymentId(keyring, id, key)
    : asId<TransactionId>(randomUUIDv7())
}

/** The price from the link, or from the payer if the link leaves it open. */
function priceOf(payable: Payable, { said, payer, answers }: LinkPayment) {
  const isNameless = payable.isCustomerRequired && payer.customer === undefined
  const isEmailMissing = payable.isEmailRequired && payer.customer?.email === null
  return takenPrice(payable, said, [
    ...(isNameless ? [{ field: 'customer', code: 'missing_field' } as const] : []),
    ...(isEmailMissing ? [{ field: 'customer.email', code: 'missing_field' } as const] : []),
    ...answerErrors(payable.customFields, answers),
  ])
}

/**
 * Counts a new payment request for its client address, so that one address cannot flood a link or code. Refusal:
 * rate_limited.
 */
async function countPayer(
  { database, limits }: Pick<UseCaseContext, 'database' | 'limits'>,
  id: PayableId,
  address: string,
): Promise<void> {
  const max = limits.requestsPerLinkAndAddressPerMinute
  const { allowed, retryAfterSeconds } = await countRequest(
    database.pool,
    `pay:${id} ${address}`,
    max,
  )
  if (!allowed) {
    throw fail('rate_limited', {
      retry_after_seconds: Math.max(1, retryAfterSeconds),
      limit: 'link',
    })
  }
}
