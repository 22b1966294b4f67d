import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import { requestLateRefund } from '#use-cases/late-outcomes/request-refund.ts'
import { findQueuedRefund } from '#use-cases/refunds/queue.ts'
import { findWhereabouts } from '#use-cases/desk/search.ts'
import type { ApiContext } from '#http/context.ts'
import { type FreshAnswer, route } from '#http/route.ts'
import { presentQueuedRefund } from '#api/present/staff-queues.ts'
import { queuedRefund } from '#api/schemas/staff-queues.ts'
import { type ActInput, deskAct } from '#http/desk-act.ts'
import { causeOf, explained, transactionParams } from '#api/staff/fields.ts'

/**
 * Asks to give back, whole, what was debited too late; somebody else approves it. Refusals: transaction_not_found,
 * refund_not_allowed where nothing was, or it is given back already.
 */
export const lateRefundAct = deskAct({ body: explained, order: askRefund })

export function refundLateOutcome(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/late-outcomes/:id/refund',
    keys: { staff: 'refunds.decide' },
    summary: 'Demander le remboursement d’un débit tardif',
    success: 201,
    answer: { object: queuedRefund },
    params: transactionParams,
    body: lateRefundAct.body,
    handler: (input) => lateRefundAct.order(context, input),
  })
}

async function askRefund(
  context: ApiContext,
  input: ActInput<{ readonly reason?: string }>,
): Promise<FreshAnswer> {
  const { database, outbox, runUrl, staffApprovalAbove: approvalAbove } = context
  const { person } = input.caller
  const { reason } = input.body
  const transactionId = asId<TransactionId>(input.params.id)
  const whereabouts = await findWhereabouts(database, transactionId)
  if (whereabouts === undefined) throw fail('transaction_not_found')
  const id = asId<RefundId>(randomUUIDv7())
  const act = {
    act: 'late_outcome.refund',
    subject: { kind: 'transaction', id: transactionId },
    serviceEnvId: whereabouts.serviceEnvId,
    details: { refund_id: id },
    cause: causeOf(input, reason),
  }
  const request = { id, transactionId, reason: null, requestedBy: person.id, approvalAbove }
  await logged(database, { actor: person, act }, () => requestLateRefund(database, outbox, request))
  const refund = await findQueuedRefund(database, id)
  return {
    body: { data: presentQueuedRefund(refund, runUrl('refund', id)) },
    headers: { Location: `/staff/api/refunds/${id}` },
  }
}
