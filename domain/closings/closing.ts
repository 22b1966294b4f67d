import type { ActId, RefundId, TransactionId } from '#domain/ids.ts'
import { bareReference } from '#domain/text/reference.ts'

/** A verdict on a refund or payout whose operator does not answer. */
export type ClosingVerdict = 'paid' | 'not_paid'

export const closingVerdicts: readonly ClosingVerdict[] = ['paid', 'not_paid']

/** What is closed: a payout, or a refund of a payment. */
export interface ClosingSubject {
  readonly transactionId: TransactionId
  /** Null if the verdict is on the payout itself. */
  readonly refundId: RefundId | null
}

/** One staff member's verdict, with its evidence. */
export interface GivenVerdict {
  readonly verdict: ClosingVerdict
  /** The operator's reference for the money it moved, or for its answer that it moved none; 1 to 64 characters. */
  readonly operatorReference: string
  readonly closedBy: string
}

/** A verdict to record before it is sent to the run. */
export interface ClosingOrder extends ClosingSubject, GivenVerdict {
  readonly actId: ActId
  /** True if another order may have the reference; absent for who has compared references before. */
  readonly mayShareReference?: boolean
  /** 1 to 500 characters; stored in the database only. */
  readonly reason: string
  /** How many different members of staff must give the same verdict. */
  readonly approvalsNeeded: 1 | 2
}

/** What decides whether a verdict may be given. */
export interface ClosingDesk {
  /** True if the operator has or may have the request, and staff was notified that it does not answer. */
  readonly isOpen: boolean
  /** The last verdict that was counted. */
  readonly last: GivenVerdict | undefined
}

/** Why a verdict is refused; undefined if it counts. Correcting one's own verdict does not make a second person. */
export function closingRefusal(
  { isOpen, last }: ClosingDesk,
  given: GivenVerdict,
): 'action_not_allowed' | 'second_approver_required' | undefined {
  if (!isOpen) return 'action_not_allowed'
  const isAgain = last !== undefined && saysTheSame(last, given) && last.closedBy === given.closedBy
  return isAgain ? 'second_approver_required' : undefined
}

/** True if this verdict is the last one needed: the only one, or the second with the same content. */
export function isClosed(
  { last }: Pick<ClosingDesk, 'last'>,
  given: GivenVerdict & Pick<ClosingOrder, 'approvalsNeeded'>,
): boolean {
  if (given.approvalsNeeded === 1) return true
  return last !== undefined && saysTheSame(last, given) && last.closedBy !== given.closedBy
}

function saysTheSame(one: GivenVerdict, other: GivenVerdict): boolean {
  const [reference, same] = [one, other].map((given) => bareReference(given.operatorReference))
  return one.verdict === other.verdict && reference === same
}
