import type { ErrorCode } from '#domain/errors/errors.ts'
import type { ActId, RefundId, TransactionId } from '#domain/ids.ts'
import {
  refundActRefusal,
  type RefundAct,
  refundAfter,
  type RefundRecord,
  type RefundStatus,
} from '#domain/refunds/refund.ts'
import type { Database } from '#db/connect.ts'
import { endRefund } from './end.ts'
import { lockPayment } from '#use-cases/transactions/lock-payment.ts'
import type { Outbox } from '#db/outbox.ts'
import { readRefund } from './find.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

/** Where the act led, or the code it is refused with. */
export type RefundActResult = { readonly status: RefundStatus } | { readonly refused: ErrorCode }

/**
 * Applies an order that was written down: an approval, a rejection, a cancellation. A rejected or cancelled refund's money
 * returns in the same transaction. Safe to repeat: an act that was applied is not judged again.
 */
export async function applyRefundAct(
  database: Database,
  outbox: Outbox,
  actId: ActId,
): Promise<RefundActResult> {
  const { result, announced } = await inTransaction(database.pool, (sql) =>
    apply(sql, database, actId),
  )
  outbox.kick(announced)
  return result
}

interface ActRow {
  readonly refund_id: RefundId
  readonly transaction_id: TransactionId
  readonly act: RefundAct
  readonly acted_by: string
  readonly applied_at: string | null
}

type Applied = { readonly result: RefundActResult; readonly announced: readonly string[] }

async function apply(sql: Sql, database: Database, actId: ActId): Promise<Applied> {
  const { refund_id: id, transaction_id: paymentId } = await readAct(sql, actId)
  const payment = await lockPayment(sql, paymentId)
  const [act, refund] = [await readAct(sql, actId), await readRefund(sql, id)]
  if (act.applied_at !== null) return { result: { status: refund.status }, announced: [] }
  const desk = deskOf(refund)
  const refused = refundActRefusal(desk, act.act, act.acted_by)
  if (refused !== undefined || payment === undefined) {
    return { result: { refused: refused ?? 'refund_not_found' }, announced: [] }
  }
  await sql.rows('update refund_act set applied_at = now() where id = $1', [actId])
  const status = refundAfter(desk, act.act, refund.approvalsNeeded)
  if (status === 'rejected' || status === 'cancelled') {
    const announced = await endRefund(sql, database, { payment, refund, end: { status } })
    return { result: { status }, announced }
  }
  await sql.rows(
    `update refund set status = $2, approved_by = coalesce(approved_by, $3),
       second_approved_by = case when approved_by is not null then $3::uuid end
     where id = $1`,
    [id, status, act.acted_by],
  )
  return { result: { status }, announced: [] }
}

function readAct(sql: Sql, actId: ActId): Promise<ActRow> {
  return sql.one<ActRow>(
    `select a.refund_id, r.transaction_id, a.act, a.acted_by, a.applied_at
     from refund_act a join refund r on r.id = a.refund_id where a.id = $1`,
    [actId],
  )
}

function deskOf({ status, approvedBy, secondApprovedBy }: RefundRecord) {
  return { status, approvers: [approvedBy, secondApprovedBy].filter((id) => id !== null) }
}
