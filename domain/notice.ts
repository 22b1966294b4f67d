import type { ClosingSubject } from './closing.ts'

/** What the staff is told of a payment: it waits, its operator says nothing, or the contrary of the staff's word. */
export type PaymentNoticeKind =
  | 'transfer_waiting'
  | 'payout_undecided'
  | 'refund_undecided'
  | 'closing_contradicted'

/** What the staff is told of; last, that the books do not hold. */
export type NoticeKind = PaymentNoticeKind | 'books_differ'

export const noticeKinds: readonly NoticeKind[] = [
  'transfer_waiting',
  'payout_undecided',
  'refund_undecided',
  'closing_contradicted',
  'books_differ',
]

/** The run that a notice is about, by its kind and subject. */
export function noticeSubject(
  kind: PaymentNoticeKind,
  { transactionId, refundId }: ClosingSubject,
): { readonly kind: 'refund' | 'payout' | 'bank-transfer'; readonly id: string } {
  if (refundId !== null) return { kind: 'refund', id: refundId }
  return { kind: kind === 'transfer_waiting' ? 'bank-transfer' : 'payout', id: transactionId }
}
