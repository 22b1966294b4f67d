import { randomUUIDv7 } from 'node:crypto'
import { answerErrors } from '#domain/payment-links/custom-fields.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import { linkReferenceKey } from '#domain/payment-links/payment-link.ts'
import { checkoutPaymentId } from '#use-cases/checkouts/hold.ts'
import {
  acceptOrder,
  type Answering,
  type CollectionContext,
  type Payer,
} from '#use-cases/collections/request.ts'
import { openRequest, type Replay } from '#use-cases/transactions/open-request.ts'
import type { Keyring } from '#platform/keyring.ts'
import { countPayer } from './count-payer.ts'
import { keylessSeller, refuseClosed, type SaidPrice, takenPrice } from './link.ts'

/** A payment of a payable, its fields checked: through the public route or on the payment page. */
export interface LinkPayment extends Answering {
  readonly payer: Payer
  /** To the questions of the link, by their names. */
  readonly answers: Readonly<Record<string, string>>
  readonly said: SaidPrice
  readonly idempotencyKey: string
  /** Method, path and canonical body. */
  readonly canonicalRequest: string
  /** Of the network, as limits count it. */
  readonly address: string
}

/**
 * Takes a payment, once for its idempotency key. Refusals: rate_limited, those of the payable, its fields and
 * `acceptOrder`.
 */
export async function payLink(
  context: CollectionContext,
  payable: Payable,
  payment: LinkPayment,
): Promise<Replay> {
  const { database } = context
  const seller = keylessSeller(payable)
  const { canonicalRequest, idempotencyKey } = payment
  const idempotency = {
    serviceEnvId: seller.serviceEnvId,
    holderId: payable.id,
    route: 'POST /v2/payment-links/{id}/collections',
    key: idempotencyKey,
  }
  const opened = await openRequest(database, { idempotency, canonicalRequest }, seller)
  if (opened.replay) return opened.replay
  await countPayer(context, payable.id, payment.address)
  const id = paymentIdOf(database.keyring, payable, idempotencyKey)
  if (payable.heldBy !== id) refuseClosed(payable)
  const { payer, answers } = payment
  const price = priceOf(payable, payment)
  return acceptOrder(
    context,
    { ...payment, ...opened },
    {
      id,
      seller,
      apiKeyId: null,
      payable,
      price,
      payer,
      reference: undefined,
      description: payable.title ?? payable.description,
      metadata: metadataOf(payable, answers),
    },
  )
}

/** The link's, the payer's answers, and the reference by which the merchant knows the link. */
function metadataOf({ metadata, reference }: Payable, answers: LinkPayment['answers']) {
  return {
    ...(JSON.parse(metadata) as Record<string, string>),
    ...answers,
    ...(reference !== null && { [linkReferenceKey]: reference }),
  }
}

/** A code takes one payment at a time, so a repeat must be known as the payment that has it already. */
function paymentIdOf(keyring: Keyring, { kind, id }: Payable, key: string): TransactionId {
  return kind === 'checkout'
    ? checkoutPaymentId(keyring, id, key)
    : asId<TransactionId>(randomUUIDv7())
}

/** What the link says of the sale, or the payer where it leaves that open. */
function priceOf(payable: Payable, { said, payer, answers }: LinkPayment) {
  const isNameless = payable.isCustomerRequired && payer.customer === undefined
  const isEmailMissing = payable.isEmailRequired && payer.customer?.email === null
  return takenPrice(payable, said, [
    ...(isNameless ? [{ field: 'customer', code: 'missing_field' } as const] : []),
    ...(isEmailMissing ? [{ field: 'customer.email', code: 'missing_field' } as const] : []),
    ...answerErrors(payable.customFields, answers),
  ])
}
