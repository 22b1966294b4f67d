import { asId, type RefundId } from '#domain/ids.ts'
import { findQueuedRefund } from '#use-cases/refunds/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentQueuedRefund } from '#api/present/staff-queues.ts'
import { queuedRefund } from '#api/schemas/staff-queues.ts'
import { refundParams } from '#api/staff/fields.ts'

/** A refund, in whatever state. Refusal: refund_not_found. */
export function readStaffRefund({ database, runUrl }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/refunds/:id',
    keys: { staff: 'queues.view' },
    summary: 'Lire un remboursement',
    answer: { object: queuedRefund },
    params: refundParams,
    async handler({ params }) {
      const id = asId<RefundId>(params.id)
      const refund = await findQueuedRefund(database, id)
      return { body: { data: presentQueuedRefund(refund, runUrl('refund', id)) } }
    },
  })
}
