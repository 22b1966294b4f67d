import { type Money, subtract, toDecimalText, zero } from '#domain/money/money.ts'
import type { ChargedSurcharge } from '#domain/pricing/pricing.ts'
import type { Language } from '#domain/text/language.ts'
import { localTime } from '#domain/text/text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import type { WebContext } from '#web/context.ts'
import type { TransactionScope } from '#use-cases/transactions/find.ts'
import {
  type ListPosition,
  listTransactions,
  type TransactionFilter,
} from '#use-cases/transactions/list.ts'
import { fits, type Sieve } from '#use-cases/transactions/sift.ts'
import { statusNames } from '#web/design/badge.tsx'
import {
  type ExportColumn,
  sheetPhone,
  type TableLines,
  tableLines,
} from '#web/portal/export-table.ts'
import type { Channel } from '#domain/transactions/transaction.ts'
import { transactionListWords } from './words.ts'

export interface Export {
  readonly scope: TransactionScope
  readonly filter: TransactionFilter
  readonly sieve?: Sieve | null
  /** Of its reader. */
  readonly language: Language
  /** Larger exports must be split by period. */
  readonly rowsMax?: number
  readonly rowsAtOnce?: number
}

/** What a text finds costs more a row than what is in order already. */
const foundAtOnce = 100

/** A table of transactions, newest first. */
export function exportLines(
  database: WebContext['database'],
  { scope, filter, sieve, language, ...limits }: Export,
): TableLines {
  return tableLines<TransactionRecord, ListPosition>({
    ...(filter.search && { rowsAtOnce: foundAtOnce }),
    ...limits,
    columns: columnsIn(language),
    language,
    read: (page) => listTransactions(database, scope, { filter, ...page }),
    positionOf: (last) => last,
    ...(sieve && { keeps: (row) => fits(sieve, row) }),
  })
}

function columnsIn(language: Language): readonly ExportColumn<TransactionRecord>[] {
  const { file: words, channels } = transactionListWords[language]
  return [
    [words.date, ({ createdAt }) => localTime(createdAt), 'time'],
    [words.id, ({ id }) => id],
    [words.reference, ({ reference }) => reference],
    [words.type, ({ type }) => words[type]],
    [words.status, ({ status }) => statusNames[language][status]],
    [words.failure, ({ failureCode }) => failureCode],
    [words.channel, ({ channel }) => channels[channel]],
    [words.method, (row) => methodLabel(row, language)],
    [words.payer, ({ customer }) => customer.name],
    [words.phone, ({ customer: { phone } }) => phone && sheetPhone(phone)],
    [words.email, ({ customer }) => customer.email],
    [words.amount, ({ price }) => toDecimalText(price), 'number'],
    [words.currency, ({ price }) => price.currency],
    [words.debited, ({ amountCharged }) => toDecimalText(amountCharged), 'number'],
    [words.fees, ({ fees }) => toDecimalText(fees.amount), 'number'],
    [words.debitCurrency, ({ amountCharged }) => amountCharged.currency],
    [words.net, ({ net }) => toDecimalText(net), 'number'],
    [words.netCurrency, ({ net }) => net.currency],
    [words.converted, ({ exchange }) => exchange && toDecimalText(exchange.amount), 'number'],
    [words.rate, ({ exchange }) => exchange && exchange.rate, 'number'],
    // Debited = fees + exchange fee + exchange margin + net, to the franc.
    [words.exchangeFee, ({ exchange }) => textOf(exchange?.fee), 'number'],
    [words.exchangeMargin, ({ exchange }) => textOf(exchange?.margin), 'number'],
    [words.debitedInService, ({ display }) => toDecimalText(display.amountCharged), 'number'],
    [words.serviceCurrency, ({ display }) => display.currency],
    [words.refunded, ({ refunded }) => toDecimalText(refunded), 'number'],
    [words.description, ({ description }) => description],
    [words.borne, (row) => toDecimalText(borneBy(row)), 'number'],
    [words.end, ({ completedAt }) => completedAt && localTime(completedAt), 'time'],
    [words.terminal, ({ terminal }) => terminal && terminal.label],
    [words.pointOfSale, ({ terminal }) => terminal?.pointOfSale?.name ?? null],
    [words.cashier, ({ operator }) => operator && operator.name],
  ]
}

/**
 * What a transaction cost the merchant: fees and exchange, without what the payer paid on top, as what the amount was rounded
 * up by is too. Nothing if it did not succeed.
 */
function borneBy({ type, status, price, exchange, ...paid }: TransactionRecord): Money {
  const { amountCharged, net } = paid
  if (status !== 'succeeded') return zero(net.currency)
  return subtract(type === 'payout' ? amountCharged : (exchange?.amount ?? price), net)
}

function textOf(surcharge: ChargedSurcharge | null | undefined): string | null {
  return surcharge ? toDecimalText(surcharge.amount) : null
}

/** Where payments come from, in a word each. */
export const channelNames: Readonly<Record<Language, Readonly<Record<Channel, string>>>> = {
  fr: transactionListWords.fr.channels,
  en: transactionListWords.en.channels,
}
