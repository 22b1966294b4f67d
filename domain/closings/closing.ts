import type { ActId, RefundId, TransactionId } from '#domain/ids.ts'

/** What the staff says of a refund or a payout whose operator stays silent. */
export type ClosingVerdict = 'paid' | 'not_paid'

export const closingVerdicts: readonly ClosingVerdict[] = ['paid', 'not_paid']

/** What is closed: a payout, or a refund of a payment. */
export interface ClosingSubject {
  readonly transactionId: TransactionId
  /** Null where it is the payout. */
  readonly refundId: RefundId | null
}

/** The word of one member of the staff, with its evidence. */
export interface ClosingWord {
  readonly verdict: ClosingVerdict
  /** What the operator calls the money that it moved, or its answer that it moved none; 1 to 64 characters. */
  readonly operatorReference: string
  readonly closedBy: string
}

/** An order to close, to be written down before its run is told. */
export interface ClosingOrder extends ClosingSubject, ClosingWord {
  readonly actId: ActId
  /** 1 to 500 characters; kept in the books alone. */
  readonly reason: string
  /** How many different members of the staff must say the same. */
  readonly approvalsNeeded: 1 | 2
}

/** What decides whether a word may be given. */
export interface ClosingDesk {
  /** The operator has it, or may have it, and staff was told that it says nothing. */
  readonly isOpen: boolean
  /** The last word that was counted. */
  readonly last: ClosingWord | undefined
}

/** Why a word is refused; undefined where it counts. Who corrects their own word is not a second person. */
export function closingRefusal(
  { isOpen, last }: ClosingDesk,
  word: ClosingWord,
): 'action_not_allowed' | 'second_approver_required' | undefined {
  if (!isOpen) return 'action_not_allowed'
  const isAgain = last !== undefined && saysTheSame(last, word) && last.closedBy === word.closedBy
  return isAgain ? 'second_approver_required' : undefined
}

/** True when this word is the last that is needed: the only one, or the second that says the same. */
export function isClosed(
  { last }: Pick<ClosingDesk, 'last'>,
  word: ClosingWord & Pick<ClosingOrder, 'approvalsNeeded'>,
): boolean {
  if (word.approvalsNeeded === 1) return true
  return last !== undefined && saysTheSame(last, word) && last.closedBy !== word.closedBy
}

function saysTheSame(one: ClosingWord, other: ClosingWord): boolean {
  return one.verdict === other.verdict && one.operatorReference === other.operatorReference
}
