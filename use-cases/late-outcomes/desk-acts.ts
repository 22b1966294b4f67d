import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type RefundId, type StaffMemberId, type TransactionId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import { deskAct } from '#use-cases/desk/act.ts'
import { explained } from '#use-cases/desk/fields.ts'
import { findWhereabouts } from '#use-cases/desk/whereabouts.ts'
import { findQueuedRefund } from '#use-cases/refunds/queue.ts'
import { refundableAmount } from '#domain/refunds/refund.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { Database } from '#db/connect.ts'
import { lockPayment } from '#use-cases/transactions/lock-payment.ts'
import type { Outbox } from '#db/outbox.ts'
import { recordRefund } from '#use-cases/refunds/record.ts'
import { inTransaction } from '#db/sql.ts'
import { approvalsFor, findKnown } from '#use-cases/refunds/request.ts'

/**
 * Asks to give back, whole, what was debited too late; somebody else approves it. Refusals: transaction_not_found,
 * refund_not_allowed where nothing was, or it is given back already.
 */
export const refundLateAct = deskAct({
  permission: 'refunds.decide',
  body: explained,
  async work({ database, outbox, staffApprovalAbove: approvalAbove }, order) {
    const { person, requestId, body } = order
    const transactionId = asId<TransactionId>(order.id)
    const whereabouts = await findWhereabouts(database, transactionId)
    if (whereabouts === undefined) throw fail('transaction_not_found')
    const id = asId<RefundId>(randomUUIDv7())
    const line = {
      act: 'late_outcome.refund',
      subject: { kind: 'transaction', id: transactionId },
      serviceEnvId: whereabouts.serviceEnvId,
      details: { refund_id: id },
      cause: { requestId, reason: body.reason ?? null },
    }
    const request = { id, transactionId, reason: null, requestedBy: person.id, approvalAbove }
    await logged(database, { actor: person, act: line }, () =>
      requestLateRefund(database, outbox, request),
    )
    return findQueuedRefund(database, id)
  },
})

interface LateRefundRequest {
  /** Chosen by the caller: the same id again is the same refund. */
  readonly id: RefundId
  readonly transactionId: TransactionId
  /** 255 characters at most. */
  readonly reason: string | null
  readonly requestedBy: StaffMemberId
  /** Above this two members of the staff must approve, XOF. */
  readonly approvalAbove: bigint
}

/**
 * Staff gives back, whole, what an operator debited after the payment had ended (docs/payments.md#late-answers): the
 * money is kept for the payer, no account of the merchant takes part. Safe to repeat. Refusals: transaction_not_found;
 * refund_not_allowed where nothing was debited late, or it is given back already; idempotency_conflict.
 */
export async function requestLateRefund(
  database: Database,
  outbox: Outbox,
  request: LateRefundRequest,
): Promise<RefundRecord> {
  const { refund, announced } = await inTransaction(database.pool, async (sql) => {
    const payment = await lockPayment(sql, request.transactionId)
    if (payment === undefined) throw fail('transaction_not_found')
    const known = await findKnown(sql, request)
    if (known !== undefined) return { refund: known, announced: [] }
    const amount = refundableAmount(payment)
    if (!payment.isLate || payment.isErased || amount <= 0n) throw fail('refund_not_allowed')
    const { id, reason, requestedBy } = request
    const approvalsNeeded = approvalsFor(amount, request.approvalAbove)
    const draft = { id, amount, ofFunds: 0n, reason, requestedBy, approvalsNeeded }
    return recordRefund(sql, database, { payment, draft: { ...draft, origin: 'service' } })
  })
  outbox.kick(announced)
  return refund
}
