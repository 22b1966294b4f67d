import type { ClosingSubject } from './closing.ts'

/** What the staff is told of: something that waits for it, an operator that says nothing, or the contrary of the staff's word. */
export type NoticeKind =
  | 'transfer_waiting'
  | 'payout_undecided'
  | 'refund_undecided'
  | 'closing_contradicted'

export const noticeKinds: readonly NoticeKind[] = [
  'transfer_waiting',
  'payout_undecided',
  'refund_undecided',
  'closing_contradicted',
]

/** The run that a notice is about, by its kind and subject. */
export function noticeSubject(
  kind: NoticeKind,
  { transactionId, refundId }: ClosingSubject,
): { readonly kind: 'refund' | 'payout' | 'bank-transfer'; readonly id: string } {
  if (refundId !== null) return { kind: 'refund', id: refundId }
  return { kind: kind === 'transfer_waiting' ? 'bank-transfer' : 'payout', id: transactionId }
}
