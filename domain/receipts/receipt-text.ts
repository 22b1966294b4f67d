import { groupedPhone } from '#domain/phone/phone.ts'
import { amountRow, centered, type ReceiptWidth, row, wrapped } from '#domain/text/printed.ts'
import {
  methodLabel,
  ownReference,
  receiptChannel,
  type ReceiptCustomer,
  type ReceiptMerchant,
  receiptNumber,
} from './receipt.ts'
import { localTimeText } from '#domain/text/text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'

/** What a printed receipt is made of. */
export interface ReceiptTextParts {
  readonly transaction: TransactionRecord
  readonly merchant: ReceiptMerchant
  readonly customer: ReceiptCustomer
  /** True if its operator has denied it since. */
  readonly isDenied: boolean
  readonly verifyUrl: string
}

/**
 * The receipt for a printer: no line is longer than `width` columns, an accented letter is one column, amounts end at
 * the right edge, and the last lines are the verification address (docs/payments.md#receipts).
 */
export function receiptText(parts: ReceiptTextParts, width: ReceiptWidth): string {
  const { transaction, merchant, customer, verifyUrl } = parts
  const { display, refunded } = transaction
  const words = transaction.type === 'payout' ? payoutWords : collectionWords
  const rule = '-'.repeat(width)
  const phone = merchant.phone && groupedPhone(merchant.phone)
  const lines = [
    ...[merchant.publicName, merchant.address, phone, merchant.email].flatMap((text) =>
      centered(text, width),
    ),
    rule,
    ...centered(`Reçu ${receiptNumber(transaction)}`, width),
    ...centered(words.kind, width),
    ...centered(transaction.completedAt && localTimeText(transaction.completedAt), width),
    rule,
    ...wrapped(transaction.description ?? '', width),
    ...amountRow('Montant', display.amount, width),
    ...amountRow('Frais', display.fees, width),
    ...amountRow(words.total, display.amountCharged, width),
    ...(refunded.minor > 0n ? amountRow('Remboursé depuis', refunded, width) : []),
    rule,
    ...detailRows(transaction, customer, words.party).flatMap(([label, value]) =>
      row(label, value, width),
    ),
    rule,
    ...(parts.isDenied ? centered(words.denied, width) : []),
    ...(transaction.mode === 'sandbox' ? centered(words.test, width) : []),
    ...centered('Vérifiez ce reçu :', width),
    ...wrapped(verifyUrl, width),
  ]
  return lines.join('\n')
}

const collectionWords = {
  kind: null,
  total: 'TOTAL PAYÉ',
  party: 'Payeur',
  test: 'PAIEMENT DE TEST',
  denied: 'ANNULÉ PAR L’OPÉRATEUR',
} as const

/** A payout must not read as a payment to the merchant. */
const payoutWords = {
  kind: 'VERSEMENT',
  total: 'TOTAL DÉBITÉ',
  party: 'Bénéficiaire',
  test: 'VERSEMENT DE TEST',
  denied: 'VERSEMENT ANNULÉ',
} as const

function detailRows(
  transaction: TransactionRecord,
  customer: ReceiptCustomer,
  party: string,
): [string, string | null][] {
  return [
    ['Moyen', methodLabel(transaction)],
    [party, customer.phoneDisplay],
    ['Nom', customer.name],
    ['Référence', ownReference(transaction)],
    ['Réf. opérateur', transaction.providerReference],
    ['Origine', receiptChannel(transaction).label],
    ['Caisse', transaction.terminal?.label ?? null],
    ['Caissier', transaction.operator?.name ?? null],
  ]
}
