import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { rejectRefund } from '#use-cases/refunds/orders.ts'
import { queuedRefund } from '#api/schemas/staff-queues.ts'
import { deskAct } from '#http/desk-act.ts'
import { justified, refundParams } from '#api/staff/fields.ts'
import { actOnRefund } from './act.ts'

/** Its money returns to the merchant. Refusals: refund_not_found, action_not_allowed. */
export const rejectRefundAct = deskAct({
  body: justified,
  order: (context, input) =>
    actOnRefund(context, input, {
      verb: 'reject',
      work: (order) => rejectRefund(context, order),
    }),
})

export function rejectStaffRefund(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/refunds/:id/reject',
    keys: { staff: 'refunds.decide' },
    summary: 'Rejeter un remboursement',
    answer: { object: queuedRefund },
    params: refundParams,
    body: rejectRefundAct.body,
    handler: (input) => rejectRefundAct.order(context, input),
  })
}
