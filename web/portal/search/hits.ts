import { methodLabel } from '#domain/receipts/receipt.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { PaymentLinkState } from '#domain/payment-links/payment-link.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Found, FoundLink } from '#use-cases/search/at-service.ts'
import { statusWord } from '#web/design/badge.tsx'
import type { Hit } from '#web/design/search.tsx'
import type { Tone } from '#web/design/tone.ts'
import { paths } from '#web/portal/paths.ts'
import { statuses as refundWords } from '#web/portal/refunds/detail.tsx'

/** The results as a list: payments and payouts in their order, then refunds and links. */
export function hitsOf({ payments, refunds, links }: Found): readonly Hit[] {
  return [...payments.map(paymentHit), ...refunds.map(refundHit), ...links.map(linkHit)]
}

function paymentHit(transaction: TransactionRecord): Hit {
  const { id, type, status, customer, display, reference, createdAt } = transaction
  const phone = customer.phone && groupedPhone(customer.phone)
  const isOut = type === 'payout'
  return {
    href: `${isOut ? paths.payouts : paths.transactions}/${id}`,
    kind: isOut ? 'Retrait' : 'Paiement',
    title: customer.name ?? phone ?? 'Sans nom',
    details: [customer.name && phone, methodLabel(transaction)],
    // Without the merchant's own reference it is the id, which nobody reads.
    reference: reference === id ? null : reference,
    amount: display.amount,
    isOut,
    state: statusWord(status, 'fr'),
    at: createdAt,
  }
}

function refundHit({ id, amount, status, providerReference, createdAt }: RefundRecord): Hit {
  return {
    href: `${paths.refunds}/${id}`,
    kind: 'Remboursement',
    title: 'Remboursement',
    details: [],
    reference: providerReference,
    amount,
    isOut: true,
    state: refundWords[status],
    at: createdAt,
  }
}

function linkHit({ id, title, price, state, createdAt }: FoundLink): Hit {
  return {
    href: `${paths.paymentLinks}/${id}`,
    kind: 'Lien de paiement',
    title,
    details: [price === null ? 'montant libre' : null],
    reference: null,
    amount: price,
    state: linkWords[state],
    at: createdAt,
  }
}

const linkWords: Readonly<Record<PaymentLinkState, readonly [Tone, string] | null>> = {
  active: null,
  inactive: ['still', 'Désactivé'],
  cancelled: ['still', 'Annulé'],
}
