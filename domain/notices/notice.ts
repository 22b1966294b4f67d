import type { ClosingSubject } from '#domain/closings/closing.ts'

/**
 * Notices about a payment: it is waiting; its operator does not answer, contradicts how it ended, or never reported the
 * outcome.
 */
export type PaymentNoticeKind =
  | 'transfer_waiting'
  | 'payout_undecided'
  | 'refund_undecided'
  | 'closing_contradicted'
  | 'late_answer_silent'

/**
 * Notices about runs: one was missing and restarted, one has no record in the database, one needs attention, or there
 * were very many at once.
 */
export type RunNoticeKind = 'run_missing' | 'run_orphaned' | 'run_attention' | 'runs_astray'

/** All kinds of notice to staff; `books_differ` is a failed ledger check. */
export type NoticeKind = PaymentNoticeKind | 'books_differ' | RunNoticeKind

export const noticeKinds: readonly NoticeKind[] = [
  'transfer_waiting',
  'payout_undecided',
  'refund_undecided',
  'closing_contradicted',
  'late_answer_silent',
  'books_differ',
  'run_missing',
  'run_orphaned',
  'run_attention',
  'runs_astray',
]

type NoticedRun = 'refund' | 'payout' | 'bank-transfer' | 'late-answer' | 'late-refund-answer'
/** True for notices about runs rather than payments. */
export function isRunNotice(kind: NoticeKind): kind is RunNoticeKind {
  return runNoticeKinds.has(kind)
}

const runNoticeKinds: ReadonlySet<NoticeKind> = new Set<RunNoticeKind>([
  'run_missing',
  'run_orphaned',
  'run_attention',
  'runs_astray',
])

/** What was done about a run so far; one that needs attention `waits` until it is `mended`. */
export const runRemedies = [
  'restarted',
  'cancel_requested',
  'terminated',
  'ended_itself',
  'waits',
  'mended',
] as const
export type RunRemedy = (typeof runRemedies)[number]

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
