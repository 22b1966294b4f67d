import { accountCurrency, decimalsOf } from '#domain/money/currency.ts'
import { type Money, money, subtract } from '#domain/money/money.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import {
  legalIdentity,
  methodLabel,
  ownReference,
  receiptChannel,
  receiptCustomer,
  type ReceiptMerchant,
  receiptNumber,
  saidProduct,
} from '#domain/receipts/receipt.ts'
import type { Language } from '#domain/text/language.ts'
import { localTimeText, unitText } from '#domain/text/text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { initialsOf } from '#web/design/merchant.tsx'
import { moneyText } from '#web/design/money.tsx'
import { qrPath } from '#web/design/qr.tsx'
import { type InvoiceWords, invoiceWords } from './words.ts'

/**
 * Everything an invoice says, as text, so that the drawing code knows nothing about payments. Plain data, because it
 * is sent to another thread.
 */
export interface InvoiceSheet {
  readonly language: Language
  readonly number: string
  readonly paidAt: string
  readonly isTest: boolean
  readonly state: { readonly tone: 'ok' | 'wait'; readonly text: string }
  readonly merchant: {
    readonly name: string
    readonly initials: string
    readonly contact: readonly string[]
    /** PNG or JPEG. */
    readonly logo: Uint8Array | null
  }
  readonly payer: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly rows: readonly SheetRow[]
  readonly verifyUrl: string
  /** Dark squares as an SVG path, in units of one square. */
  readonly qr: { readonly size: number; readonly path: string }
}

export interface SheetRow {
  readonly kind: 'item' | 'plain' | 'total'
  readonly label: string
  readonly note: string | null
  readonly amount: SheetAmount
}

/** An amount split into parts, so that decimals align: `1 250`, `,50`, `€`. */
export interface SheetAmount {
  readonly whole: string
  readonly fraction: string
  readonly unit: string
}

export interface InvoiceParts {
  readonly language: Language
  readonly transaction: TransactionRecord
  /** True if its operator has denied it since. */
  readonly isDenied: boolean
  readonly merchant: ReceiptMerchant
  readonly logo: Uint8Array | null
  readonly verifyUrl: string
}

/** The invoice of a successful payment, its payer in full. */
export function invoiceSheet(parts: InvoiceParts) {
  const { language, transaction, merchant, logo, verifyUrl } = parts
  const words = invoiceWords[language]
  const phone = merchant.phone && groupedPhone(merchant.phone)
  const { name, phoneDisplay, email } = receiptCustomer(transaction, 'full')
  const payer = present([name, phoneDisplay, email])
  return {
    language,
    number: receiptNumber(transaction),
    paidAt: localTimeText(transaction.completedAt ?? transaction.createdAt, language),
    isTest: transaction.mode === 'sandbox',
    state: stateOf(parts, words),
    merchant: {
      name: merchant.publicName,
      initials: initialsOf(merchant.publicName),
      contact: present([
        merchant.address,
        present([phone, merchant.email]).join(' · ') || null,
        legalIdentity(merchant),
      ]),
      logo,
    },
    payer: payer.length > 0 ? payer : [words.payerUnknown],
    facts: factsOf(transaction, language),
    rows: [paidRows, chargedRows, refundRows].flatMap((rowsOf) => rowsOf(transaction, language)),
    verifyUrl,
    qr: qrPath(verifyUrl),
  } satisfies InvoiceSheet
}

function stateOf(
  { isDenied, transaction }: Pick<InvoiceParts, 'isDenied' | 'transaction'>,
  words: InvoiceWords,
): InvoiceSheet['state'] {
  const { mode, refunded, amountCharged } = transaction
  if (isDenied) return { tone: 'wait', text: words.denied }
  if (refunded.minor >= amountCharged.minor) return { tone: 'wait', text: words.refunded }
  if (refunded.minor > 0n) return { tone: 'wait', text: words.partlyRefunded }
  return mode === 'sandbox'
    ? { tone: 'wait', text: words.simulated }
    : { tone: 'ok', text: words.paid }
}

function factsOf(
  transaction: TransactionRecord,
  language: Language,
): [label: string, value: string][] {
  const words = invoiceWords[language]
  const { id, providerReference } = transaction
  const facts: [string, string | null][] = [
    [words.method, methodLabel(transaction, language)],
    [words.reference, ownReference(transaction)],
    [words.operatorReference, providerReference],
    [words.origin, receiptChannel(transaction, language).display],
    [words.transaction, id],
  ]
  return facts.flatMap(([label, value]) => (value ? [[label, value]] : []))
}

/** The amounts that the payer was shown: they add up to the minor unit. */
function paidRows(transaction: TransactionRecord, language: Language): SheetRow[] {
  const words = invoiceWords[language]
  const { price, display } = transaction
  const isConverted = price.currency !== display.currency
  return [
    {
      kind: 'item',
      label: saidProduct(transaction) ?? words.payment,
      note: isConverted ? words.agreedPrice(moneyText(price, language)) : null,
      amount: sheetAmount(display.amount, language),
    },
    {
      kind: 'plain',
      label: words.fees,
      note: feesNote(display, language),
      amount: sheetAmount(display.fees, language),
    },
    {
      kind: 'total',
      label: words.total,
      note: null,
      amount: sheetAmount(display.amountCharged, language),
    },
  ]
}

function feesNote(
  { currency, exchangeFee, feesUnderMinimum }: TransactionRecord['display'],
  language: Language,
) {
  const words = invoiceWords[language]
  if (feesUnderMinimum) return words.lessThan(moneyText(money(1n, currency), language))
  return exchangeFee.minor > 0n ? words.exchangeFee(moneyText(exchangeFee, language)) : null
}

/** What the operator debited, if that is in another currency than the one shown. */
function chargedRows(transaction: TransactionRecord, language: Language): SheetRow[] {
  const { amountCharged, display } = transaction
  if (amountCharged.currency === display.currency) return []
  const isRateKnown = amountCharged.currency === accountCurrency
  const { perUnit } = display.rate
  const digits = language === 'fr' ? perUnit.replace('.', ',') : perUnit
  const rate = `${digits}\u00A0${unitText(accountCurrency, language)}`
  return [
    {
      kind: 'plain',
      label: invoiceWords[language].debitedBy(methodLabel(transaction, language)),
      note: isRateKnown ? `1\u00A0${unitText(display.currency, language)} = ${rate}` : null,
      amount: sheetAmount(amountCharged, language),
    },
  ]
}

function refundRows(
  { amountCharged, refunded }: TransactionRecord,
  language: Language,
): SheetRow[] {
  const words = invoiceWords[language]
  if (refunded.minor === 0n) return []
  const back = money(-refunded.minor, refunded.currency)
  const rest = subtract(amountCharged, refunded)
  return [
    {
      kind: 'plain',
      label: words.refundedSince,
      note: null,
      amount: sheetAmount(back, language),
    },
    { kind: 'plain', label: words.stillPaid, note: null, amount: sheetAmount(rest, language) },
  ]
}

/** An amount split at its decimals and its unit. */
export function sheetAmount(amount: Money, language: Language = 'fr'): SheetAmount {
  const unit = unitText(amount.currency, language)
  const digits = moneyText(amount, language).slice(0, -unit.length - 1)
  const decimals = decimalsOf(amount.currency)
  const at = decimals === 0 ? digits.length : digits.length - decimals - 1
  return { whole: digits.slice(0, at), fraction: digits.slice(at), unit }
}

function present(texts: readonly (string | null)[]): string[] {
  return texts.filter((text) => text !== null && text !== '').map(String)
}
