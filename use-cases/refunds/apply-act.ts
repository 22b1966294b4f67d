import type { ErrorCode } from '#domain/errors/errors.ts'
import { type ActId, asId, type RefundId, type StaffMemberId } from '#domain/ids.ts'
import {
  type RefundAct,
  refundActRefusal,
  refundAfter,
  type RefundStatus,
} from '#domain/refunds/refund.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { Database } from '#db/connect.ts'
import { isTooMuchAlone } from '#use-cases/desk/alone.ts'
import { endRefund } from './end.ts'
import { lockPayment } from '#use-cases/transactions/lock-payment.ts'
import type { Outbox } from '#db/outbox.ts'
import { lockRefund } from './find.ts'
import { now } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { type Changes, db, type Params, prepared } from '#db/statements.ts'

/** The state after the action, or the code it is refused with. */
export type RefundActResult = { readonly status: RefundStatus } | { readonly refused: ErrorCode }

/**
 * Carries out a recorded action: an approval, a rejection or a cancellation. The money of a rejected or cancelled
 * refund returns in the same transaction. An approval that would take the day's sum above what one person may approve
 * counts as the first of two. In sandbox, and nowhere else, one word of the merchant's own people decides as well.
 * Safe to repeat: an action that was carried out is not checked again.
 */
export async function applyRefundAct(
  database: Database,
  outbox: Outbox,
  order: { readonly actId: ActId; readonly approvalAbove: bigint },
): Promise<RefundActResult> {
  const { result, announced } = await inTransaction(database.pool, (sql) =>
    apply(sql, database, order),
  )
  outbox.kick(announced)
  return result
}

type Applied = { readonly result: RefundActResult; readonly announced: readonly string[] }

async function apply(
  sql: Sql,
  database: Database,
  { actId, approvalAbove }: { readonly actId: ActId; readonly approvalAbove: bigint },
): Promise<Applied> {
  const { refundId: id, transactionId } = await sql.only(byId({ actId }))
  const payment = await lockPayment(sql, transactionId)
  const act = await sql.only(byId({ actId }))
  const { refund, operatorState } = await lockRefund(sql, id)
  if (act.appliedAt !== null) return { result: { status: refund.status }, announced: [] }
  const desk = deskOf(refund)
  const refused = refusalOf(refund, { ...act, mayHaveLeft: operatorState !== 'unsent' })
  if (refused !== undefined || payment === undefined) {
    return { result: { refused: refused ?? 'refund_not_found' }, announced: [] }
  }
  await sql.run(markApplied({ actId }))
  const approving = { ...act, approvalAbove }
  const status = refundAfter(desk, act.act, await neededFor(sql, refund, approving))
  if (status === 'rejected' || status === 'cancelled') {
    const announced = await endRefund(sql, database, { payment, refund, end: { status } })
    return { result: { status }, announced }
  }
  const by = asId<StaffMemberId>(act.actedBy)
  await sql.run(act.isMerchants ? approveInSandbox({ id, status }) : approve({ id, status, by }))
  return { result: { status }, announced: [] }
}

/**
 * Only in sandbox do a merchant's people approve and reject in place of staff. Money that the payer may have got
 * before a restore of the database does not return to the merchant.
 */
function refusalOf(
  refund: RefundRecord,
  {
    act,
    actedBy,
    isMerchants,
    mayHaveLeft,
  }: Omit<Approving, 'approvalAbove'> & { readonly mayHaveLeft: boolean },
): ErrorCode | undefined {
  if (isMerchants && act !== 'cancel' && refund.mode !== 'sandbox') return 'action_not_allowed'
  const refused = refundActRefusal(deskOf(refund), act, actedBy)
  return refused ?? (mayHaveLeft && act !== 'approve' ? 'refund_may_have_left' : undefined)
}

/** One approval is enough only while the sum that one person releases in a day stays below the limit. */
async function neededFor(
  sql: Sql,
  { id, transactionId, amount, approvalsNeeded }: RefundRecord,
  { act, actedBy, isMerchants, approvalAbove: above }: Approving,
): Promise<number> {
  if (isMerchants) return 1
  if (act !== 'approve' || approvalsNeeded > 1) return approvalsNeeded
  const leaving = { transactionId, amount: amount.minor, approver: actedBy, above }
  if (!(await isTooMuchAlone(sql, leaving))) return approvalsNeeded
  await sql.run(needTwo({ id }))
  return 2
}

interface Approving {
  readonly act: RefundAct
  readonly actedBy: string
  readonly isMerchants: boolean
  readonly approvalAbove: bigint
}

const needTwo = prepared((p: Params<{ id: RefundId }>) =>
  db.updateTable('refund').set({ approvalsNeeded: 2 }).where('id', '=', p.id),
)

function deskOf({ status, approvedBy, secondApprovedBy }: RefundRecord) {
  return { status, approvers: [approvedBy, secondApprovedBy].filter((id) => id !== null) }
}

const byId = prepared((p: Params<{ actId: ActId }>) =>
  db
    .selectFrom('refundAct as a')
    .innerJoin('refund as r', 'r.id', 'a.refundId')
    .select(['a.refundId', 'r.transactionId', 'a.act', 'a.actedBy', 'a.appliedAt'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('person as p')
            .select('p.id')
            .whereRef('p.id', '=', 'a.actedBy')
            .where('p.realm', '=', 'portal'),
        )
        .$castTo<boolean>()
        .as('isMerchants'),
    )
    .where('a.id', '=', p.actId),
)

const markApplied = prepared((p: Params<{ actId: ActId }>) =>
  db.updateTable('refundAct').set({ appliedAt: now }).where('id', '=', p.actId),
)

const approve = prepared((p: Params<{ id: RefundId; status: RefundStatus; by: StaffMemberId }>) =>
  db
    .updateTable('refund')
    .set((eb): Changes<'refund'> => ({
      status: p.status,
      approvedBy: eb.fn.coalesce('approvedBy', p.by),
      secondApprovedBy: eb
        .case()
        .when('approvedBy', 'is not', null)
        .then(eb.cast<StaffMemberId>(p.by, 'uuid'))
        .end(),
    }))
    .where('id', '=', p.id),
)

const approveInSandbox = prepared((p: Params<{ id: RefundId; status: RefundStatus }>) =>
  db
    .updateTable('refund')
    .set({ status: p.status, approvedInSandbox: true })
    .where('id', '=', p.id),
)
