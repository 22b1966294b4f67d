/** Cases that staff view and decide on, as the audit log names them. */
export type CaseKind = 'transaction' | 'refund' | 'authorized_account' | 'difference' | 'merchant'

/** The cases that wait in a queue until somebody handles them. */
export type QueuedKind = Exclude<CaseKind, 'merchant'>
