/** What the staff looks at and decides about, as the audit log names it. */
export type CaseKind = 'transaction' | 'refund' | 'authorized_account' | 'difference' | 'merchant'

/** Of those, what waits in a queue until somebody has looked after it. */
export type QueuedKind = Exclude<CaseKind, 'merchant'>
