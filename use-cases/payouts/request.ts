import { randomUUID, randomUUIDv7 } from 'node:crypto'
import {
  type ApiKeyId,
  asId,
  type OperatorRequestId,
  type QuoteId,
  type TransactionId,
} from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import { isBankCode, operatorOf } from '#domain/operators/operators.ts'
import type { Phone } from '#domain/phone/phone.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import {
  type Answer,
  type Answering,
  answerOnce,
  type KeyedRequest,
} from '#use-cases/transactions/answer-once.ts'
import { underFreeId } from '#use-cases/transactions/request-id.ts'
import { acceptPayout, type PayoutDraft, type TakeUp } from './accept.ts'
import type { WantedRecipient } from '#use-cases/authorized-accounts/find.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import {
  makePayoutOffer,
  type PayoutOffer,
  type PayoutSeller,
} from '#use-cases/pricing/payout-offer.ts'
import { readQuoted } from '#use-cases/quotes/take-up.ts'
import { amountOf, type SaidAmount } from '#use-cases/pricing/offer.ts'
import { offeredAmounts } from '#use-cases/pricing/offered-amounts.ts'

/** A requested payout with checked fields: with a key, or by somebody in the portal. */
export interface PayoutOrder {
  readonly seller: PayoutSeller
  /** The id if it is fixed beforehand, as for a line of a file: it is never used twice. */
  readonly id?: TransactionId
  /** The same at its operator; derived from the key if left out. */
  readonly operatorRequestId?: OperatorRequestId
  /** Null in the portal. */
  readonly apiKeyId: ApiKeyId | null
  /** An operator, `auto`, or a bank. */
  readonly provider: string
  /** The number to pay; not for a bank. */
  readonly phone: Phone | undefined
  /** The authorised account; undefined if it is the only one at the bank, or whichever has the number. */
  readonly accountId: string | undefined
  readonly amount: Money
  readonly reference: string | undefined
  readonly description: string | undefined
  /** The quote that sets the price, if any. */
  readonly quoteId?: QuoteId | undefined
  /** What must remain available after it, minor units of XOF. */
  readonly floor?: bigint | undefined
  /** For a payout that pays a line of a file or a day of an order, which is marked as sent together with it. */
  readonly takeUp?: TakeUp
  /** When that was first due: if a restore came later, it is not sent blindly (docs/runbook.md). */
  readonly knownSince?: Date
}

/** A request for a payout by its key. */
export type PayoutRequest = KeyedRequest & Answering<[record: TransactionRecord]>

/**
 * Sends money of the merchant, once per idempotency key. Refusals: idempotency_conflict, invalid_amount and those of
 * `makePayoutOffer`, `readQuoted` and `acceptPayout`.
 */
export async function requestPayout(
  context: Pick<UseCaseContext, 'database' | 'outbox' | 'limits' | 'isOpen' | 'staffApprovalAbove'>,
  request: PayoutRequest,
  asked: Omit<PayoutOrder, 'amount'> & { readonly amount: SaidAmount },
): Promise<Answer> {
  const { terminalId } = asked.seller
  return answerOnce(context.database, request, {
    asking: { terminalId, collaboratorId: null },
    async work({ idempotency, grounds, now }) {
      const order = { ...asked, amount: amountOf(asked.amount) }
      const offer = await quoted(context, order, await makePayoutOffer(context, order, grounds))
      const { database, outbox, limits, staffApprovalAbove } = context
      const { requestId, respond } = request
      const draft = draftOf(order, offer, staffApprovalAbove)
      const wanted = { idempotency, limits, now, requestId, respond }
      const accept = (operatorRequestId: OperatorRequestId) =>
        acceptPayout(database, outbox, {
          ...wanted,
          draft: { ...draft, record: { ...draft.record, operatorRequestId } },
        })
      const { operatorRequestId: fixed } = order
      if (fixed !== undefined) return accept(fixed)
      const terms = { price: order.amount, phone: order.phone?.phone ?? null }
      return underFreeId({ key: idempotency, terms }, accept)
    },
  })
}

/** The offer at the quoted price, if a quote is named. Refusals: those of `readQuoted`. */
async function quoted(
  { database }: Pick<UseCaseContext, 'database'>,
  { quoteId, seller, phone, amount: price }: PayoutOrder,
  offer: PayoutOffer,
): Promise<PayoutOffer> {
  if (quoteId === undefined) return offer
  const { provider, paymentMethod } = offer
  const asked = { type: 'payout', seller, provider, paymentMethod, price, phone } as const
  return { ...offer, ...(await readQuoted(database, quoteId, asked)) }
}

/** A priced and checked payout, ready to be recorded. */
function draftOf(order: PayoutOrder, offer: PayoutOffer, approvalAbove: bigint): PayoutDraft {
  const { amount, phone, provider } = order
  const isBank = isBankCode(provider)
  return {
    recipient: recipientOf(order),
    quoteId: order.quoteId ?? null,
    takeUp: order.takeUp,
    knownSince: order.knownSince,
    floor: order.floor,
    expiryMs: askingMs,
    needsApproval: isBank && amount.minor > approvalAbove,
    record: {
      ...identity(order, isBank),
      ...offeredAmounts(offer),
      // The owner of the account is read together with it.
      customer: { name: null, email: null, phone: phone?.phone ?? null },
      country: phone?.country ?? null,
      ...wayOf(offer),
      terminal: null,
      operator: null,
      paymentLink: null,
      checkoutId: null,
      nextActionUrl: null,
    },
  }
}

/** A payout whose operator was never available is given up after a day. */
const askingMs = 86_400_000

function recipientOf({ provider: bank, accountId, phone }: PayoutOrder): WantedRecipient {
  if (isBankCode(bank)) return { type: 'bank', bank, accountId }
  return { type: 'mobile_money', phone: phone?.phone ?? '', accountId }
}

function wayOf({ provider, paymentMethod }: PayoutOffer) {
  const network = operatorOf(provider)?.network ?? null
  return { provider, paymentMethod: { type: paymentMethod, network, cardLast4: null } }
}

function identity(order: PayoutOrder, isBank: boolean) {
  const { seller, apiKeyId, reference, description, id = newId(), operatorRequestId } = order
  return {
    id,
    serviceEnvId: seller.serviceEnvId,
    mode: seller.mode,
    apiKeyId,
    type: 'payout',
    status: 'pending',
    pendingReason: isBank ? 'awaiting_bank_transfer' : 'awaiting_provider',
    channel: seller.channel,
    reference: reference ?? id,
    description: description ?? null,
    metadata: '{}',
    operatorRequestId: operatorRequestId ?? asId<OperatorRequestId>(randomUUID()),
    providerReference: null,
    failureCode: null,
    fundsStatus: null,
  } as const
}

function newId(): TransactionId {
  return asId<TransactionId>(randomUUIDv7())
}
