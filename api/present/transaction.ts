import type { Transfer } from '#domain/transfers/transfer.ts'
import { failureMessage } from '#domain/errors/errors.ts'
import { maskCustomer } from '#domain/transactions/mask.ts'
import { toNumber } from '#domain/money/money.ts'
import type { Exchange } from '#domain/pricing/pricing.ts'
import type { Language } from '#domain/text/language.ts'
import { isoTime } from '#domain/text/text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { isAvailable } from '#domain/webhooks/payload.ts'
import { presentDisplay } from './display.ts'
import { presentPlace } from './terminal.ts'
import { isPayerFacing, type Reader } from '#domain/transactions/reader.ts'

/** The transaction object (docs/payments.md#transaction), as this reader may see it, in the language of the request. */
export function presentTransaction(
  transaction: TransactionRecord,
  reader: Reader,
  language: Language = 'fr',
) {
  return {
    ...identity(transaction),
    ...presentAmounts(transaction, reader),
    display: presentDisplay(transaction.display, reader),
    ...parties(transaction, reader),
    ...outcome(transaction, reader, language),
    created_at: isoTime(transaction.createdAt),
    completed_at: transaction.completedAt && isoTime(transaction.completedAt),
    payout: transaction.transfer ? presentTransfer(transaction.transfer) : null,
  }
}

type PricedRecord = Pick<TransactionRecord, 'price' | 'fees' | 'amountCharged' | 'net' | 'exchange'>

function identity(transaction: TransactionRecord) {
  return {
    id: transaction.id,
    object: 'transaction',
    type: transaction.type,
    status: transaction.status,
    pending_reason: transaction.pendingReason,
    mode: transaction.mode,
    channel: transaction.channel,
    reference: transaction.reference,
    description: transaction.description,
  }
}

/** The amounts of a transaction, or of a price that was just computed. */
export function presentAmounts(
  { price, fees, amountCharged, net, exchange }: PricedRecord,
  reader: Reader,
) {
  return {
    amount: toNumber(price),
    currency: price.currency,
    fees: {
      amount: toNumber(fees.amount),
      currency: fees.amount.currency,
      payer: fees.payer,
      rule: {
        kind: fees.rule.kind,
        value: Number(fees.rule.value),
        level: fees.rule.level,
        channel: fees.rule.channel,
        terminal: fees.rule.terminal,
      },
    },
    amount_charged: toNumber(amountCharged),
    charged_currency: amountCharged.currency,
    net_amount: toNumber(net),
    net_currency: net.currency,
    exchange: exchange && presentExchange(exchange, reader),
  }
}

/** The conversion applied. Payers do not see its margin, which concerns only the merchant. */
function presentExchange(exchange: Exchange, reader: Reader) {
  const { fee, margin } = exchange
  return {
    from: exchange.from,
    to: exchange.to,
    rate: Number(exchange.rate),
    amount: toNumber(exchange.amount),
    ...(fee && {
      fee: toNumber(fee.amount),
      fee_currency: fee.amount.currency,
      fee_payer: fee.payer,
    }),
    ...(margin &&
      !isPayerFacing(reader) && {
        margin: toNumber(margin.amount),
        margin_currency: margin.amount.currency,
        margin_percent: Number(margin.percent),
        margin_payer: margin.payer,
      }),
  }
}

function parties(transaction: TransactionRecord, reader: Reader) {
  const { customer, paymentMethod, terminal } = transaction
  return {
    customer: reader === 'secret' ? customer : maskCustomer(customer),
    payment_method: {
      type: paymentMethod.type,
      network: paymentMethod.network,
      card_last4: paymentMethod.cardLast4,
    },
    next_action: nextAction(transaction),
    provider: transaction.provider,
    terminal: terminal && presentPlace(terminal),
    operator: transaction.operator,
    payment_link: transaction.paymentLink,
  }
}

/** Where the payer must go now, while the payment waits for them. */
function nextAction({ status, nextActionUrl: url }: TransactionRecord) {
  return status === 'pending' && url !== null ? { type: 'redirect', url } : null
}

function outcome(transaction: TransactionRecord, reader: Reader, language: Language) {
  const { failureCode, type } = transaction
  const isCollection = type === 'collection'
  return {
    failure: failureCode && { code: failureCode, message: failureMessage(failureCode, language) },
    // It contains the payer's answers: a caller without a key may be the payer or anybody else.
    metadata: reader === 'none' ? {} : (JSON.parse(transaction.metadata) as unknown),
    available: isCollection ? isAvailable(transaction) : null,
    ...(!isPayerFacing(reader) && { funds: isCollection ? funds(transaction) : null }),
    refunded_amount: toNumber(transaction.refunded),
  }
}

/** The state of a bank transfer (docs/payouts.md#bank-transfers). */
function presentTransfer(transfer: Transfer) {
  return {
    state: transfer.state,
    bank: transfer.bank,
    account_masked: transfer.accountMasked,
    bank_reference: transfer.bankReference,
    transfer_on: transfer.transferOn,
    returned_at: transfer.returnedAt && isoTime(new Date(transfer.returnedAt)),
  }
}

function funds({ fundsStatus, mode }: TransactionRecord) {
  return { status: fundsStatus, simulated: mode === 'sandbox' }
}
