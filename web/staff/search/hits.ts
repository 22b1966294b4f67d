import { methodLabel } from '#domain/receipts/receipt.ts'
import { groupedMaskedPhone, maskCustomer } from '#domain/transactions/mask.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { FoundAtDesk } from '#use-cases/search/at-desk.ts'
import { statusWord } from '#web/design/badge.tsx'
import type { Hit } from '#web/design/search.tsx'
import { paths } from '#web/staff/paths.ts'

/** The desk page that shows it. */
export function pathOf({ kind, id, merchant }: FoundAtDesk): string {
  if (kind === 'transaction') return `${paths.transactions}/${id}`
  return kind === 'refund' ? `${paths.refunds}/${id}` : `${paths.merchants}/${merchant.id}`
}

/** A search result as a line of a list; a payment with its payer masked, its amount and its state. */
export function hitOf(found: FoundAtDesk, payments: ReadonlyMap<string, TransactionRecord>): Hit {
  const { kind, name, mode, merchant } = found
  const payment = kind === 'transaction' ? payments.get(found.id) : undefined
  const isOfMoney = kind === 'transaction' || kind === 'refund'
  const hit: Hit = {
    href: pathOf(found),
    kind: kinds[kind],
    title: name,
    details: [isOfMoney ? merchant.name : null, mode === 'sandbox' ? 'Test' : null],
    reference: null,
    amount: null,
    state: null,
    at: null,
  }
  return payment ? { ...hit, ...paymentParts(hit, payment) } : hit
}

function paymentParts(hit: Hit, payment: TransactionRecord): Partial<Hit> {
  const { type, status, customer, display, reference, createdAt } = payment
  const phone = customer.phone && groupedMaskedPhone(customer.phone)
  const isOut = type === 'payout'
  return {
    kind: isOut ? 'Retrait' : 'Paiement',
    title: maskCustomer(customer).name ?? phone ?? reference,
    details: [...hit.details, customer.name === null ? null : phone, methodLabel(payment)],
    reference,
    amount: display.amount,
    isOut,
    state: statusWord(status, 'fr'),
    at: createdAt,
  }
}

const kinds: Readonly<Record<FoundAtDesk['kind'], string>> = {
  merchant: 'Marchand',
  service: 'Service',
  transaction: 'Paiement',
  refund: 'Remboursement',
}
