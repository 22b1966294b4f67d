import { failureMessage } from '#domain/errors/errors.ts'
import { accountOfFunds } from '#domain/ledger/ledger.ts'
import { toNumber } from '#domain/money/money.ts'
import { linkReferenceKey } from '#domain/payment-links/payment-link.ts'
import { webhookTime } from '#domain/text/text.ts'
import type {
  FundsStatus,
  Mode,
  PaymentMethodType,
  TransactionStatus,
} from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'

/** The fields of a transaction in payloads. */
export type ToldTransaction = Pick<
  TransactionRecord,
  | 'id'
  | 'mode'
  | 'status'
  | 'reference'
  | 'provider'
  | 'paymentMethod'
  | 'customer'
  | 'price'
  | 'amountCharged'
  | 'net'
  | 'exchange'
  | 'fundsStatus'
  | 'failureCode'
  | 'metadata'
  | 'createdAt'
  | 'completedAt'
> & { readonly fees: Pick<TransactionRecord['fees'], 'amount'> }

/** `data` of payment.success and payment.failed (docs/webhooks.md#payloads). Amounts in currency units; times UTC. */
export function paymentPayload(transaction: ToldTransaction) {
  const { price, amountCharged, exchange, failureCode } = transaction
  const metadata = metadataOf(transaction)
  return {
    status: statusWords[transaction.status],
    transactionId: transaction.id,
    payment: paymentPart(transaction),
    currency: {
      from: price.currency,
      to: amountCharged.currency,
      rate: exchange === null ? 1 : Number(exchange.rate),
    },
    customer: transaction.customer,
    externalId: metadata[linkReferenceKey] ?? transaction.reference,
    metadata,
    message: failureCode === null ? null : failureMessage(failureCode),
    transaction_created_at: webhookTime(transaction.createdAt),
    completed_at: transaction.completedAt && webhookTime(transaction.completedAt),
    mode: transaction.mode.toUpperCase(),
  }
}

/** When a payment's funds were held and released, for `fundsPayload`. */
export interface FundsState {
  readonly state: 'held' | 'released'
  readonly heldAt: Date
  readonly releasedAt: Date | null
  readonly reason: 'collection_confirmation' | 'verification'
}

/** `data` of funds.held and funds.released (docs/webhooks.md#payloads). */
export function fundsPayload(transaction: ToldTransaction, funds: FundsState) {
  return {
    transactionId: transaction.id,
    status: statusWords[transaction.status],
    funds: {
      state: funds.state,
      held_at: webhookTime(funds.heldAt),
      released_at: funds.releasedAt && webhookTime(funds.releasedAt),
      reason: funds.reason,
    },
    amount: toNumber(transaction.amountCharged),
    currency: transaction.amountCharged.currency,
    available_amount: toNumber(transaction.net),
    externalId: metadataOf(transaction)[linkReferenceKey] ?? transaction.reference,
    message: null,
    mode: transaction.mode.toUpperCase(),
  }
}

/** True when the net amount can be withdrawn. */
export function isAvailable({
  fundsStatus: status,
  mode,
}: {
  readonly fundsStatus: FundsStatus | null
  readonly mode: Mode
}): boolean {
  return status !== null && accountOfFunds({ mode, status }) === 'available'
}

/** Statuses as payloads spell them. */
export const statusWords: Readonly<Record<TransactionStatus, string>> = {
  pending: 'PENDING',
  succeeded: 'VALIDATED',
  failed: 'FAILED',
  expired: 'EXPIRED',
  cancelled: 'CANCELLED',
}

const methodWords: Readonly<Record<PaymentMethodType, string>> = {
  mobile_money: 'MOBILE MONEY',
  card: 'CARD',
  direct_debit: 'DIRECT DEBIT',
  bank_transfer: 'BANK TRANSFER',
}

/** A payment through a link has the link's reference in it, under `linkReferenceKey`. */
function metadataOf({ metadata }: ToldTransaction): Readonly<Record<string, string>> {
  return JSON.parse(metadata) as Record<string, string>
}

function paymentPart(transaction: ToldTransaction) {
  const { price, amountCharged, paymentMethod } = transaction
  const isPaid = transaction.status === 'succeeded'
  return {
    provider: transaction.provider,
    method: methodWords[paymentMethod.type],
    network: paymentMethod.network,
    request: { amount: toNumber(price), currency: price.currency },
    gateway: { amount: toNumber(amountCharged), currency: amountCharged.currency },
    debited_amount: isPaid ? toNumber(amountCharged) : 0,
    commission_fees: toNumber(transaction.fees.amount),
    available_amount: isPaid ? toNumber(transaction.net) : 0,
    is_available: isAvailable(transaction),
  }
}
