import type { ClosingOrder, ClosingSubject, ClosingVerdict } from '#domain/closings/closing.ts'
import type { ActId, StaffMemberId } from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import { withPlainSpaces } from '#domain/text/reference.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { recordOnce, sendRecorded } from '#use-cases/recorded-acts.ts'
import type { RunUpdate } from '#use-cases/run-updates.ts'

export type ClosingContext = Pick<UseCaseContext, 'database' | 'runUpdates' | 'staffApprovalAbove'>

/** A staff verdict on a payout or refund; the same `actId` means the same verdict. */
export interface StaffClosing {
  readonly actId: ActId
  readonly staffMemberId: StaffMemberId
  readonly verdict: ClosingVerdict
  /** The operator's reference for the money it moved, or for its answer that it moved none; 1 to 64 characters. */
  readonly operatorReference: string
  /** True if it may be that of another order, too. */
  readonly mayShareReference: boolean
  /** 1 to 500 characters; stored in the database only. */
  readonly reason: string
}

/**
 * Records a verdict, then sends it to the run; if the run has ended, the database says whether it counted. Above the
 * amount that one person may decide, a second person must give the same verdict before it takes effect. Refusals:
 * action_not_allowed while the operator may still answer, or after the end; second_approver_required;
 * operator_reference_used; idempotency_conflict; service_unavailable.
 */
export async function giveClosing(
  context: ClosingContext,
  closing: StaffClosing & ClosingSubject & { readonly amount: Money },
  run: Pick<RunUpdate<'payout' | 'refund', 'closeUnknown'>, 'kind' | 'subjectId' | 'isOpen'>,
): Promise<void> {
  const { staffMemberId: closedBy, amount, ...word } = closing
  const approvalsNeeded = amount.minor > context.staffApprovalAbove ? 2 : 1
  const order: ClosingOrder = { ...word, closedBy, approvalsNeeded }
  await writeClosing(context.database, order)
  const { actId } = closing
  const input = { actId, actedBy: closedBy }
  const update = { ...run, name: 'closeUnknown', input, updateId: actId } as const
  await sendRecorded(context, update, counted({ actId }))
}

/** Records a verdict before it is sent to its run. Refusal: idempotency_conflict for the id of another one. */
export async function writeClosing(
  { pool }: Pick<Database, 'pool'>,
  order: ClosingOrder,
): Promise<void> {
  const { actId: id, transactionId, refundId, verdict, closedBy } = order
  const { reason, approvalsNeeded, mayShareReference = null } = order
  const operatorReference = withPlainSpaces(order.operatorReference)
  const closing = { id, transactionId, refundId, verdict, operatorReference, closedBy }
  await recordOnce(onPool(pool), {
    write: db
      .insertInto('closing')
      .values({ ...closing, mayShareReference, reason, approvalsNeeded })
      .onConflict((conflict) => conflict.column('id').doNothing()),
    same: db
      .selectFrom('closing')
      .select('id')
      .where((eb) => eb.and(closing)),
  })
}

const counted = prepared((p: Params<{ actId: ActId }>) =>
  db
    .selectFrom('closing')
    .select('id')
    .where('id', '=', p.actId)
    .where('countedAt', 'is not', null),
)
