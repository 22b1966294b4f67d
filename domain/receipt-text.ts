import { type Money } from './money.ts'
import { groupedPhone } from './phone.ts'
import {
  methodLabel,
  productOf,
  receiptChannel,
  type ReceiptCustomer,
  type ReceiptMerchant,
  receiptNumber,
} from './receipt.ts'
import { amountText, localTimeText } from './text.ts'
import type { TransactionRecord } from './transaction-record.ts'

/** Columns of the usual receipt printers (spec: Limits, Receipt text width). */
export const receiptWidths = [32, 48] as const
export type ReceiptWidth = (typeof receiptWidths)[number]

export interface ReceiptTextParts {
  readonly transaction: TransactionRecord
  readonly merchant: ReceiptMerchant
  readonly customer: ReceiptCustomer
  readonly verifyUrl: string
}

/**
 * The receipt for a printer: no line is longer than `width` columns, an accented letter is one column, amounts end at
 * the right edge, and the last lines are the verification address (spec: GET /v2/transactions/{id}/receipt).
 */
export function receiptText(parts: ReceiptTextParts, width: ReceiptWidth): string {
  const { transaction, merchant, customer, verifyUrl } = parts
  const { display } = transaction
  const rule = '-'.repeat(width)
  const phone = merchant.phone && groupedPhone(merchant.phone)
  const lines = [
    ...[merchant.publicName, merchant.address, phone, merchant.email].flatMap((text) =>
      centered(text, width),
    ),
    rule,
    ...centered(`Reçu ${receiptNumber(transaction)}`, width),
    ...centered(transaction.completedAt && localTimeText(transaction.completedAt), width),
    rule,
    ...wrapped(productOf(transaction), width),
    ...amountRow('Montant', display.amount, width),
    ...amountRow('Frais', display.fees, width),
    ...amountRow('TOTAL PAYÉ', display.amountCharged, width),
    rule,
    ...detailRows(transaction, customer).flatMap(([label, value]) => row(label, value, width)),
    rule,
    ...(transaction.mode === 'sandbox' ? centered('PAIEMENT DE TEST', width) : []),
    ...centered('Vérifiez ce reçu :', width),
    ...wrapped(verifyUrl, width),
  ]
  return lines.join('\n')
}

function detailRows(
  transaction: TransactionRecord,
  customer: ReceiptCustomer,
): [string, string | null][] {
  return [
    ['Moyen', methodLabel(transaction)],
    ['Payeur', customer.phoneDisplay],
    ['Nom', customer.name],
    ['Référence', transaction.reference],
    ['Réf. opérateur', transaction.providerReference],
    ['Origine', receiptChannel(transaction).label],
    ['Caisse', transaction.terminal?.label ?? null],
    ['Caissier', transaction.operator?.name ?? null],
  ]
}

function amountRow(label: string, amount: Money, width: number): string[] {
  return row(label, amountText(amount), width)
}

/** Label at the left edge, value at the right one; a value too long for the line follows on lines of its own. */
function row(label: string, value: string | null, width: number): string[] {
  if (value === null || value === '') return []
  const left = columnsOf(label)
  const right = columnsOf(value)
  const gap = width - left.length - right.length
  if (gap >= 1) return [left.join('') + ' '.repeat(gap) + right.join('')]
  return [
    ...wrapped(label, width),
    ...wrapped(value, width).map((line) => ' '.repeat(width - Array.from(line).length) + line),
  ]
}

function centered(text: string | null, width: number): string[] {
  if (text === null) return []
  return wrapped(text, width).map(
    (line) => ' '.repeat(Math.floor((width - Array.from(line).length) / 2)) + line,
  )
}

/** Lines of whole words where they fit; a word longer than a line, such as an address, is cut at its edge. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line: string[] = []
  for (const word of columnsOf(text).join('').split(' ')) {
    let rest = Array.from(word)
    if (line.length > 0 && line.length + 1 + rest.length <= width) {
      line = [...line, ' ', ...rest]
      continue
    }
    if (line.length > 0) lines.push(line.join(''))
    while (rest.length > width) {
      lines.push(rest.slice(0, width).join(''))
      rest = rest.slice(width)
    }
    line = rest
  }
  return line.length > 0 ? [...lines, line.join('')] : lines
}

/**
 * One entry a column: letters with their accent, plain spaces for every kind of space, and nothing that a printer would
 * take for a command or that has no width.
 */
function columnsOf(text: string): string[] {
  const plain = text
    .normalize('NFC')
    .replaceAll(/\s/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{M}\p{Cs}]/gu, '')
  return Array.from(plain)
}
