import { accountCurrency, currencyOf } from '#domain/money/currency.ts'
import { type Money, money, subtract } from '#domain/money/money.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import {
  legalIdentity,
  methodLabel,
  productOf,
  receiptChannel,
  receiptCustomer,
  type ReceiptMerchant,
  receiptNumber,
} from '#domain/receipts/receipt.ts'
import { localTimeText } from '#domain/text/text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { initialsOf } from '#web/design/merchant.tsx'
import { moneyText } from '#web/design/money.tsx'
import { qrPath } from '#web/design/qr.tsx'

/**
 * Everything an invoice says, as text, so that the drawing code knows nothing about payments. Plain data, because it
 * is sent to another thread.
 */
export interface InvoiceSheet {
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
  readonly transaction: TransactionRecord
  readonly merchant: ReceiptMerchant
  readonly logo: Uint8Array | null
  readonly verifyUrl: string
}

/** The invoice of a successful payment, with the payer's full data. */
export function invoiceSheet({ transaction, merchant, logo, verifyUrl }: InvoiceParts) {
  const phone = merchant.phone && groupedPhone(merchant.phone)
  const { name, phoneDisplay, email } = receiptCustomer(transaction, 'full')
  const payer = present([name, phoneDisplay, email])
  return {
    number: receiptNumber(transaction),
    paidAt: localTimeText(transaction.completedAt ?? transaction.createdAt),
    isTest: transaction.mode === 'sandbox',
    state: stateOf(transaction),
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
    payer: payer.length > 0 ? payer : ['Non renseigné'],
    facts: factsOf(transaction),
    rows: [...paidRows(transaction), ...chargedRows(transaction), ...refundRows(transaction)],
    verifyUrl,
    qr: qrPath(verifyUrl),
  } satisfies InvoiceSheet
}

function stateOf({ mode, refunded, amountCharged }: TransactionRecord): InvoiceSheet['state'] {
  if (refunded.minor >= amountCharged.minor) return { tone: 'wait', text: 'Remboursée' }
  if (refunded.minor > 0n) return { tone: 'wait', text: 'Remboursée en partie' }
  return mode === 'sandbox'
    ? { tone: 'wait', text: 'Paiement simulé' }
    : { tone: 'ok', text: 'Payée' }
}

function factsOf(transaction: TransactionRecord): [label: string, value: string][] {
  const { id, reference, providerReference } = transaction
  const facts: [string, string | null][] = [
    ['Moyen de paiement', methodLabel(transaction)],
    ['Référence', reference === id ? null : reference],
    ['Réf. opérateur', providerReference],
    ['Origine', receiptChannel(transaction).display],
    ['Transaction', id],
  ]
  return facts.flatMap(([label, value]) => (value ? [[label, value]] : []))
}

/** What the payer was shown; adds up to the minor unit. */
function paidRows(transaction: TransactionRecord): SheetRow[] {
  const { price, display } = transaction
  const isConverted = price.currency !== display.currency
  return [
    {
      kind: 'item',
      label: productOf(transaction),
      note: isConverted ? `Prix convenu\u00A0: ${moneyText(price)}` : null,
      amount: sheetAmount(display.amount),
    },
    { kind: 'plain', label: 'Frais', note: feesNote(display), amount: sheetAmount(display.fees) },
    {
      kind: 'total',
      label: 'Total payé',
      note: null,
      amount: sheetAmount(display.amountCharged),
    },
  ]
}

function feesNote({ currency, exchangeFee, feesUnderMinimum }: TransactionRecord['display']) {
  if (feesUnderMinimum) return `Moins de ${moneyText(money(1n, currency))}`
  return exchangeFee.minor > 0n ? `Dont frais de change\u00A0: ${moneyText(exchangeFee)}` : null
}

/** What the operator charged, if that is another currency than the one shown. */
function chargedRows(transaction: TransactionRecord): SheetRow[] {
  const { amountCharged, display } = transaction
  if (amountCharged.currency === display.currency) return []
  const isRateKnown = amountCharged.currency === accountCurrency
  const unit = currencyOf(accountCurrency).symbol
  const perUnit = `${display.rate.perUnit.replace('.', ',')}\u00A0${unit}`
  return [
    {
      kind: 'plain',
      label: `Débité par ${methodLabel(transaction)}`,
      note: isRateKnown ? `1\u00A0${currencyOf(display.currency).symbol} = ${perUnit}` : null,
      amount: sheetAmount(amountCharged),
    },
  ]
}

function refundRows({ amountCharged, refunded }: TransactionRecord): SheetRow[] {
  if (refunded.minor === 0n) return []
  const back = money(-refunded.minor, refunded.currency)
  const rest = subtract(amountCharged, refunded)
  return [
    { kind: 'plain', label: 'Remboursé depuis', note: null, amount: sheetAmount(back) },
    { kind: 'plain', label: 'Reste payé', note: null, amount: sheetAmount(rest) },
  ]
}

/** Splits an amount at its decimal separator and its unit. */
export function sheetAmount(amount: Money): SheetAmount {
  const unit = currencyOf(amount.currency).symbol
  const digits = moneyText(amount).slice(0, -unit.length - 1)
  const at = digits.includes(',') ? digits.indexOf(',') : digits.length
  return { whole: digits.slice(0, at), fraction: digits.slice(at), unit }
}

function present(texts: readonly (string | null)[]): string[] {
  return texts.filter((text) => text !== null && text !== '').map(String)
}
