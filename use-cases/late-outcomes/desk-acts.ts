import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import { deskAct } from '#use-cases/desk/act.ts'
import { explained } from '#use-cases/desk/fields.ts'
import { findWhereabouts } from '#use-cases/desk/search.ts'
import { findQueuedRefund } from '#use-cases/refunds/queue.ts'
import { requestLateRefund } from './request-refund.ts'

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
