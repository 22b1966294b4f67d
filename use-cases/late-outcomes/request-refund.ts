import { fail } from '#domain/errors/errors.ts'
import type { RefundId, StaffMemberId, TransactionId } from '#domain/ids.ts'
import { refundableAmount, type RefundRecord } from '#domain/refunds/refund.ts'
import type { Database } from '#db/connect.ts'
import { lockPayment } from '#use-cases/transactions/lock-payment.ts'
import type { Outbox } from '#db/outbox.ts'
import { recordRefund } from '#use-cases/refunds/record.ts'
import { inTransaction } from '#db/sql.ts'
import { approvalsFor, findKnown } from '#use-cases/refunds/request.ts'

export interface LateRefundRequest {
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
    if (!payment.isLate || amount <= 0n) throw fail('refund_not_allowed')
    const { id, reason, requestedBy } = request
    const approvalsNeeded = approvalsFor(amount, request.approvalAbove)
    const draft = { id, amount, ofFunds: 0n, reason, requestedBy, approvalsNeeded }
    return recordRefund(sql, database, { payment, draft: { ...draft, origin: 'service' } })
  })
  outbox.kick(announced)
  return refund
}
