import { randomBytes, randomUUID } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import {
  type ApiKeyId,
  asId,
  type CheckoutId,
  type OperatorRequestId,
  type TransactionId,
} from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import { parsePhone, type Phone } from '#domain/phone/phone.ts'
import type { CollectionDraft } from '#use-cases/collections/accept.ts'
import { receiptTokenDigest } from '#use-cases/receipts/read.ts'
import { readOrigin } from '#use-cases/pricing/terms.ts'
import type { ApiContext } from '#http/context.ts'
import type { AnySeller } from '#use-cases/keys/caller.ts'
import { collectionRequest } from '#use-cases/pricing/collection-request.ts'
import { makeOffer } from '#use-cases/pricing/offer.ts'
import type { CollectionBody, payerFields } from './body.ts'
import { takeInstrument } from './instrument.ts'
import { offeredAmounts } from '#use-cases/pricing/offered-amounts.ts'

/** A collection asked for, its fields checked: by a key, or by a payer through something payable. */
export interface DraftRequest {
  /** Of the transaction to be: fixed where a repeat of the request must mean the same payment. */
  readonly id: TransactionId
  readonly seller: AnySeller
  readonly apiKeyId: ApiKeyId | null
  readonly payable: Payable | null
  readonly price: Money
  /** How it is paid, and by whom. */
  readonly body: Pick<CollectionBody, keyof typeof payerFields>
  readonly reference: string | undefined
  readonly description: string | null
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * A collection priced and checked against the rules, its card with the acquirer, ready for the books. Refusals: those of
 * `collectionRequest`, `makeOffer` and `takeInstrument`.
 */
export async function draftCollection(
  context: ApiContext,
  asked: DraftRequest,
): Promise<{ readonly draft: CollectionDraft; readonly receiptToken: string }> {
  const { body, seller, price, payable } = asked
  const { provider, payment_method: method } = body
  const phone = phoneOf(body)
  const request = await collectionRequest(context, { seller, provider, method, phone, price })
  const [offer, origin] = await Promise.all([
    makeOffer(context, request),
    readOrigin(context.database, seller),
  ])
  const identity = identityOf(asked)
  const purchase = {
    requestId: identity.operatorRequestId,
    mode: seller.mode,
    amount: offer.pricing.amountCharged,
  }
  const wish = { operator: request.operator, card: body.card, phone }
  const { paymentToken, ...instrument } = await takeInstrument(context, wish, purchase)
  const receiptToken = randomBytes(receiptTokenBytes).toString('base64url')
  return {
    receiptToken,
    draft: {
      paymentToken,
      expiryMs: context.collectionExpiryMs,
      cashSessionId: seller.cashSessionId ?? null,
      payable,
      receiptTokenDigest: receiptTokenDigest(context.database, receiptToken),
      record: {
        ...identity,
        ...instrument,
        ...offeredAmounts(offer),
        ...origin,
        ...wayOf(payable),
        customer: payerOf(body, phone),
        country: phone?.country ?? null,
        provider: request.operator.code,
      },
    },
  }
}

/** 22 characters in base64url (spec: receipt_token). */
const receiptTokenBytes = 16

/** Undefined where a card pays without one. */
function phoneOf({ phone, country }: DraftRequest['body']): Phone | undefined {
  if (phone === undefined) return undefined
  const parsed = parsePhone(phone, { country })
  if (!parsed.ok) throw fail(parsed.code)
  return parsed.value
}

function payerOf({ customer }: DraftRequest['body'], phone: Phone | undefined) {
  const { name, email } = customer ?? { name: null, email: null }
  return { name, email, phone: phone?.phone ?? null }
}

/** What a payment came through, as its transaction keeps it. */
function wayOf(payable: Payable | null) {
  return {
    paymentLink: payable?.paymentLink ?? null,
    checkoutId: payable?.kind === 'checkout' ? asId<CheckoutId>(payable.id) : null,
  }
}

function identityOf({ id, seller, apiKeyId, reference, description, metadata }: DraftRequest) {
  return {
    id,
    serviceEnvId: seller.serviceEnvId,
    mode: seller.mode,
    apiKeyId,
    type: 'collection',
    status: 'pending',
    pendingReason: 'awaiting_provider',
    channel: seller.channel,
    reference: reference ?? id,
    description,
    metadata: JSON.stringify(metadata),
    operatorRequestId: asId<OperatorRequestId>(randomUUID()),
    providerReference: null,
    failureCode: null,
    fundsStatus: null,
  } as const
}
