import { methodLabel } from '#domain/receipts/receipt.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { Language } from '#domain/text/language.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Found, FoundLink } from '#use-cases/search/at-service.ts'
import { statusWord } from '#web/design/badge.tsx'
import type { Hit } from '#web/design/search.tsx'
import { paths } from '#web/portal/paths.ts'
import { refundStatusWord } from '#web/portal/refunds/detail.tsx'
import { searchWords } from './words.ts'

/** The results as a list: payments and payouts in their order, then refunds and links. */
export function hitsOf({ payments, refunds, links }: Found, language: Language): readonly Hit[] {
  return [
    ...payments.map((payment) => paymentHit(payment, language)),
    ...refunds.map((refund) => refundHit(refund, language)),
    ...links.map((link) => linkHit(link, language)),
  ]
}

function paymentHit(transaction: TransactionRecord, language: Language): Hit {
  const words = searchWords[language].hits
  const { id, type, status, customer, display, reference, createdAt } = transaction
  const phone = customer.phone && groupedPhone(customer.phone)
  const isOut = type === 'payout'
  return {
    href: `${isOut ? paths.payouts : paths.transactions}/${id}`,
    kind: isOut ? words.payout : words.payment,
    title: customer.name ?? phone ?? words.nameless,
    details: [customer.name && phone, methodLabel(transaction, language)],
    // Without the merchant's own reference it is the id, which nobody reads.
    reference: reference === id ? null : reference,
    amount: display.amount,
    isOut,
    state: statusWord(status, language),
    at: createdAt,
  }
}

function refundHit(
  { id, amount, status, providerReference, createdAt }: RefundRecord,
  language: Language,
): Hit {
  const words = searchWords[language].hits
  return {
    href: `${paths.refunds}/${id}`,
    kind: words.refund,
    title: words.refund,
    details: [],
    reference: providerReference,
    amount,
    isOut: true,
    state: refundStatusWord(status, language),
    at: createdAt,
  }
}

function linkHit({ id, title, price, state, createdAt }: FoundLink, language: Language): Hit {
  const { hits: words, closedLinks } = searchWords[language]
  return {
    href: `${paths.paymentLinks}/${id}`,
    kind: words.paymentLink,
    title,
    details: [price === null ? words.freeAmount : null],
    reference: null,
    amount: price,
    state: state === 'active' ? null : ['still', closedLinks[state]],
    at: createdAt,
  }
}
