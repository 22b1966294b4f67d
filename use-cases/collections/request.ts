import { randomBytes, randomUUID } from 'node:crypto'
import type { Card } from '#domain/collections/card.ts'
import { fail } from '#domain/errors/errors.ts'
import {
  type ApiKeyId,
  asId,
  type CheckoutId,
  type OperatorRequestId,
  type QuoteId,
  type TransactionId,
} from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import type { CollectionMethod, Operator } from '#domain/operators/operators.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { Phone } from '#domain/phone/phone.ts'
import type { PaymentMethod, TransactionRecord } from '#domain/transactions/record.ts'
import { whileHeld } from '#use-cases/checkouts/hold.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { AnySeller } from '#use-cases/keys/caller.ts'
import { collectionRequest } from '#use-cases/pricing/collection-request.ts'
import {
  amountOf,
  type Offer,
  offerOn,
  type OfferRequest,
  type SaidAmount,
} from '#use-cases/pricing/offer.ts'
import { offeredAmounts } from '#use-cases/pricing/offered-amounts.ts'
import { receiptTokenDigest } from '#use-cases/receipts/read.ts'
import {
  type Answer,
  type Answering,
  answerOnce,
  type KeyedRequest,
  type NewRequest,
} from '#use-cases/transactions/answer-once.ts'
import { findByReference } from '#use-cases/transactions/find.ts'
import { underFreeId } from '#use-cases/transactions/request-id.ts'
import { readQuoted } from '#use-cases/quotes/take-up.ts'
import { acceptCollection, type CollectionDraft } from './accept.ts'
import type { Purchase } from './acquirer.ts'

/** The dependencies of a collection. */
export type CollectionContext = Pick<
  UseCaseContext,
  'database' | 'outbox' | 'runUpdates' | 'limits' | 'isOpen' | 'acquirer' | 'collectionExpiryMs'
>

/** Who pays and how, with checked fields: `card` or `phone` is present, as the method needs it. */
export interface Payer {
  readonly provider: string
  readonly method: CollectionMethod | undefined
  readonly phone: Phone | undefined
  readonly card: Card | undefined
  /** The e-mail address may be missing if a payment link does not require it. */
  readonly customer: { readonly name: string; readonly email: string | null } | undefined
}

/** A requested collection: with a key, or by a payer through something payable. */
export interface CollectionOrder {
  /** The id of the future transaction, fixed so that a repeat of the request means the same payment. */
  readonly id: TransactionId
  readonly seller: AnySeller
  readonly apiKeyId: ApiKeyId | null
  readonly payable: Payable | null
  readonly payer: Payer
  readonly reference: string | undefined
  readonly description: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** The quote that sets the price, if any. */
  readonly quoteId?: QuoteId | undefined
}

/** Its answer holds the token of the receipt. */
export type CollectionAnswering = Answering<[record: TransactionRecord, receiptToken: string]>

/**
 * Requests a payment, once per idempotency key. Refusals: idempotency_conflict, invalid_amount and those of
 * `acceptOrder`.
 */
export async function requestCollection(
  context: CollectionContext,
  request: KeyedRequest & CollectionAnswering,
  order: CollectionOrder & { readonly price: SaidAmount },
): Promise<Answer> {
  return answerOnce(context.database, request, {
    asking: order.seller,
    work: async (opened) =>
      acceptOrder(context, { ...request, ...opened }, { ...order, price: amountOf(order.price) }),
  })
}

/**
 * Prices a new request, checks it against the rules, passes its card to the acquirer and records it. Refusals: those of
 * `collectionRequest`, `offerOn` or `readQuoted`, the acquirer, `whileHeld` and `acceptCollection`.
 */
export async function acceptOrder(
  context: CollectionContext,
  request: NewRequest & CollectionAnswering,
  order: CollectionOrder & { readonly price: Money },
): Promise<Answer> {
  const { seller, price, payer } = order
  const { provider, method, phone } = payer
  await refuseMerchantsReference(context, order)
  const wish = await collectionRequest(context, { seller, provider, method, phone, price })
  const offer = (await quoted(context, order, wish)) ?? offerOn(wish, request.grounds)
  const purchase = {
    requestId: asId<OperatorRequestId>(randomUUID()),
    mode: seller.mode,
    amount: offer.pricing.amountCharged,
  }
  const instrument = await takeInstrument(context, { operator: wish.operator, payer }, purchase)
  const receiptToken = randomBytes(receiptTokenBytes).toString('base64url')
  const draft: CollectionDraft = {
    paymentToken: instrument.paymentToken,
    expiryMs: context.collectionExpiryMs,
    cashSessionId: seller.cashSessionId ?? null,
    payable: order.payable,
    quoteId: order.quoteId ?? null,
    receiptTokenDigest: receiptTokenDigest(context.database, receiptToken),
    record: {
      ...identityOf(order),
      ...payerOf(payer),
      ...wayOf(order.payable),
      ...offered(offer, instrument),
      ...request.grounds.origin,
      operatorRequestId: purchase.requestId,
    },
  }
  const { database, outbox, limits } = context
  const { idempotency, requestId, now } = request
  const respond = (record: TransactionRecord) => request.respond(record, receiptToken)
  const asked = { idempotency, limits, now, requestId, respond }
  const accept = (record: CollectionDraft['record']) =>
    acceptCollection(database, outbox, { ...asked, draft: { ...draft, record } })
  return whileHeld(context, draft.record, () => {
    // An acquirer knows the purchase by its id already.
    if (wish.operator.type !== 'mobile_money') return accept(draft.record)
    const terms = { price, phone: draft.record.customer.phone }
    return underFreeId({ key: idempotency, terms }, (operatorRequestId) =>
      accept({ ...draft.record, operatorRequestId }),
    )
  })
}

/**
 * A public key may not use a reference that was used before; what it used itself stays free for the merchant's own
 * requests (docs/api.md#references). Refusal: duplicate_reference.
 */
async function refuseMerchantsReference(
  { database }: Pick<CollectionContext, 'database'>,
  { seller, reference }: Pick<CollectionOrder, 'seller' | 'reference'>,
): Promise<void> {
  if (seller.kind !== 'public' || reference === undefined) return
  const id = await findByReference(database, seller.serviceEnvId, reference)
  if (id !== undefined)
    throw fail('duplicate_reference', { field: 'reference', transaction_id: id })
}

/** The quoted price, if a quote is named. */
async function quoted(
  { database }: Pick<CollectionContext, 'database'>,
  { quoteId, seller, payer }: CollectionOrder,
  { operator, price }: OfferRequest,
): Promise<Offer | undefined> {
  if (quoteId === undefined) return undefined
  const { type: paymentMethod, code: provider } = operator
  const { phone } = payer
  const asked = { type: 'collection', seller, provider, paymentMethod, price, phone } as const
  return { operator, ...(await readQuoted(database, quoteId, asked)) }
}

/** 22 characters in base64url (docs/payments.md#receipts). */
const receiptTokenBytes = 16

/** What a collection is paid with, as recorded. */
interface Instrument {
  readonly paymentMethod: PaymentMethod
  readonly nextActionUrl: string | null
  readonly paymentToken: string | null
}

/**
 * Passes a card, or the mandate for an account, to its acquirer or bank, and keeps the token that replaces it from then
 * on. A Mobile Money number needs no token. Refusals: those of the acquirer.
 */
async function takeInstrument(
  { acquirer }: Pick<CollectionContext, 'acquirer'>,
  { operator, payer }: { readonly operator: Operator; readonly payer: Payer },
  purchase: Purchase,
): Promise<Instrument> {
  const { type, network } = operator
  const paymentMethod = { type, network, cardLast4: null }
  if (type === 'mobile_money') return { paymentMethod, nextActionUrl: null, paymentToken: null }
  if (type === 'card') {
    if (payer.card === undefined) throw fail('missing_field', { field: 'card' })
    const card = await acquirer.tokenise(payer.card, purchase)
    return {
      paymentMethod: { type, network: card.network, cardLast4: card.last4 },
      nextActionUrl: card.nextActionUrl,
      paymentToken: card.token,
    }
  }
  if (payer.phone === undefined) throw fail('missing_field', { field: 'phone' })
  const { nextActionUrl, token } = await acquirer.askMandate(payer.phone, purchase)
  return { paymentMethod, nextActionUrl, paymentToken: token }
}

function offered(offer: Offer, { paymentMethod, nextActionUrl }: Instrument) {
  return { ...offeredAmounts(offer), paymentMethod, nextActionUrl, provider: offer.operator.code }
}

function identityOf(order: CollectionOrder) {
  const { id, seller, apiKeyId, reference, description, metadata } = order
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
    providerReference: null,
    failureCode: null,
    fundsStatus: null,
  } as const
}

function payerOf({ customer, phone }: Payer) {
  const { name, email } = customer ?? { name: null, email: null }
  return {
    customer: { name, email, phone: phone?.phone ?? null },
    country: phone?.country ?? null,
  }
}

/** What a payment came through, as recorded in its transaction. */
function wayOf(payable: Payable | null) {
  return {
    paymentLink: payable?.paymentLink ?? null,
    checkoutId: payable?.kind === 'checkout' ? asId<CheckoutId>(payable.id) : null,
  }
}
