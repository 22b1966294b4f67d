import { randomUUIDv7 } from 'node:crypto'
import type { Static } from 'typebox'
import { type ActId, asId, type RefundId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import { findQueuedRefund } from '#use-cases/refunds/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { type Answer, route } from '#http/route.ts'
import { presentQueuedRefund } from '#api/present/staff-queues.ts'
import { closeRefund } from '#use-cases/refunds/orders.ts'
import { queuedRefund } from '#api/schemas/staff-queues.ts'
import { type ActInput, confirmed, deskAct } from '#http/desk-act.ts'
import { causeOf, closed, refundParams } from '#api/staff/fields.ts'

/**
 * Says how a refund ended whose operator stays silent; above the amount that one decides alone, the second who says the same
 * ends it. Refusals: refund_not_found, action_not_allowed, second_approver_required,
 * wrong_password.
 */
export const closeRefundAct = deskAct({ body: closed, order: giveWord })

export function closeStaffRefund(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/refunds/:id/close',
    keys: { staff: 'outcomes.decide' },
    summary: 'Dire comment a fini un remboursement resté sans réponse',
    answer: { object: queuedRefund },
    params: refundParams,
    body: closeRefundAct.body,
    handler: (input) => closeRefundAct.order(context, input),
  })
}

async function giveWord(
  context: ApiContext,
  input: ActInput<Static<typeof closed>>,
): Promise<Answer> {
  const { database, runUrl } = context
  const { person } = input.caller
  const { verdict, operator_reference: operatorReference, reason } = input.body
  const refundId = asId<RefundId>(input.params.id)
  const { serviceEnvId } = await findQueuedRefund(database, refundId)
  const act = {
    act: 'refund.close',
    subject: { kind: 'refund', id: refundId },
    serviceEnvId,
    details: { verdict, operator_reference: operatorReference },
    cause: causeOf(input, reason),
  }
  const actId = asId<ActId>(randomUUIDv7())
  const word = { actId, staffMemberId: person.id, verdict, operatorReference, reason }
  await logged(database, { actor: person, act }, () =>
    confirmed(context, input, () => closeRefund(context, { ...word, refundId })),
  )
  const refund = await findQueuedRefund(database, refundId)
  return { body: { data: presentQueuedRefund(refund, runUrl('refund', refundId)) } }
}
