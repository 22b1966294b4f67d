import type { ClosingSubject } from './closing.ts'

/**
 * What the staff is told of a payment: it waits, its operator says nothing, or the contrary of the staff's word, or never
 * told how it ended.
 */
export type PaymentNoticeKind =
  | 'transfer_waiting'
  | 'payout_undecided'
  | 'refund_undecided'
  | 'closing_contradicted'
  | 'late_answer_silent'

/** What the staff is told of; last, that the books do not hold. */
export type NoticeKind = PaymentNoticeKind | 'books_differ'

export const noticeKinds: readonly NoticeKind[] = [
  'transfer_waiting',
  'payout_undecided',
  'refund_undecided',
  'closing_contradicted',
  'late_answer_silent',
  'books_differ',
]

type NoticedRun = 'refund' | 'payout' | 'bank-transfer' | 'late-answer' | 'late-refund-answer'

/** The run that a notice is about, by its kind and subject. */
export function noticeSubject(
  kind: PaymentNoticeKind,
  { transactionId, refundId }: ClosingSubject,
): { readonly kind: NoticedRun; readonly id: string } {
  if (kind === 'late_answer_silent') {
    return refundId === null
      ? { kind: 'late-answer', id: transactionId }
      : { kind: 'late-refund-answer', id: refundId }
  }
  if (refundId !== null) return { kind: 'refund', id: refundId }
  return { kind: kind === 'transfer_waiting' ? 'bank-transfer' : 'payout', id: transactionId }
}
