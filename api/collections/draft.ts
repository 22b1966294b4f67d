import { randomBytes, randomUUID } from 'node:crypto'
import { fail } from '#domain/errors.ts'
import {
  type ApiKeyId,
  asId,
  type CheckoutId,
  type OperatorRequestId,
  type TransactionId,
} from '#domain/ids.ts'
import { type Money, zero } from '#domain/money.ts'
import type { Payable } from '#domain/payable.ts'
import { parsePhone, type Phone } from '#domain/phone.ts'
import type { CollectionDraft } from '#db/commands/accept-collection.ts'
import { receiptTokenDigest } from '#db/queries/receipts.ts'
import { readOrigin } from '#db/queries/terms.ts'
import type { ApiContext } from '#api/context.ts'
import type { AnySeller } from '#api/http/caller.ts'
import { collectionRequest } from '#api/pricing/collection-request.ts'
import { makeOffer, type Offer } from '#api/pricing/offer.ts'
import type { CollectionBody, payerFields } from './body.ts'
import { takeInstrument } from './instrument.ts'

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

/** The amounts of a transaction, fixed from its offer. */
export function offeredAmounts({ pricing, display }: Pick<Offer, 'pricing' | 'display'>) {
  const { kind, value, level, channel, terminal } = pricing.fees.rule
  return {
    price: pricing.price,
    fees: { ...pricing.fees, rule: { kind, value, level, channel, terminal } },
    amountCharged: pricing.amountCharged,
    net: pricing.net,
    exchange: pricing.exchange,
    display,
    refunded: zero(pricing.amountCharged.currency),
  }
}
