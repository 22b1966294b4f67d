import { randomUUIDv7 } from 'node:crypto'
import { type ActId, asId, type RefundId } from '#domain/ids.ts'
import { logged } from '#db/act-log.ts'
import { findQueuedRefund } from '#db/queries/refund-queue.ts'
import type { ApiContext } from '#api/context.ts'
import { route } from '#api/http/route.ts'
import { presentQueuedRefund } from '#api/present/staff-queues.ts'
import { closeRefund } from '#api/refunds/orders.ts'
import { queuedRefund } from '#api/schemas/staff-queues.ts'
import { causeOf, closed, refundParams } from '#api/staff/fields.ts'

/**
 * Says how a refund ended whose operator stays silent; above the amount that one decides alone, the second who says the same
 * ends it. Refusals: refund_not_found, action_not_allowed, second_approver_required.
 */
export function closeStaffRefund(context: ApiContext) {
  const { database, runUrl } = context
  return route({
    method: 'POST',
    path: '/staff/api/refunds/:id/close',
    keys: { staff: 'outcomes.decide' },
    summary: 'Dire comment a fini un remboursement resté sans réponse',
    answer: { object: queuedRefund },
    params: refundParams,
    body: closed,
    async handler(input) {
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
        closeRefund(context, { ...word, refundId }),
      )
      const refund = await findQueuedRefund(database, refundId)
      return { body: { data: presentQueuedRefund(refund, runUrl('refund', refundId)) } }
    },
  })
}
