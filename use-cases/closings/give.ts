import { isClosingCounted, writeClosing } from './write.ts'
import type { ClosingOrder, ClosingSubject, ClosingVerdict } from '#domain/closings/closing.ts'
import { fail } from '#domain/errors/errors.ts'
import type { ActId, StaffMemberId } from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { RunUpdate } from '#use-cases/run-updates.ts'

export type ClosingContext = Pick<UseCaseContext, 'database' | 'runUpdates' | 'staffApprovalAbove'>

/** The word of a member of the staff on how a payout or refund ended; the same `actId` again is the same order. */
export interface StaffClosing {
  readonly actId: ActId
  readonly staffMemberId: StaffMemberId
  readonly verdict: ClosingVerdict
  /** What the operator calls the money that it moved, or its answer that it moved none; 1 to 64 characters. */
  readonly operatorReference: string
  /** 1 to 500 characters; kept in the books alone. */
  readonly reason: string
}

/**
 * Gives the word to the run, written down first; where the run has ended, the books say whether it counted. Above the
 * amount that one may decide, somebody else must say the same before it ends anything. Refusals: action_not_allowed while
 * the operator may still answer, or after the end; second_approver_required; idempotency_conflict; service_unavailable.
 */
export async function giveClosing(
  { database, runUpdates, staffApprovalAbove }: ClosingContext,
  closing: StaffClosing & ClosingSubject & { readonly amount: Money },
  run: Pick<RunUpdate<'payout' | 'refund', 'closeUnknown'>, 'kind' | 'subjectId' | 'isOpen'>,
): Promise<void> {
  const { staffMemberId: closedBy, amount, ...word } = closing
  const approvalsNeeded = amount.minor > staffApprovalAbove ? 2 : 1
  const order: ClosingOrder = { ...word, closedBy, approvalsNeeded }
  await writeClosing(database, order)
  const { actId } = closing
  const input = { actId, actedBy: closedBy }
  const answer = await runUpdates.execute({ ...run, name: 'closeUnknown', input, updateId: actId })
  if (answer === undefined && !(await isClosingCounted(database, actId))) {
    throw fail('action_not_allowed')
  }
}
