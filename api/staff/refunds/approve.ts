import Type from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { approveRefund } from '#use-cases/refunds/orders.ts'
import { queuedRefund } from '#api/schemas/staff-queues.ts'
import { confirmed, deskAct } from '#http/desk-act.ts'
import { confirmedFields, refundParams } from '#api/staff/fields.ts'
import { actOnRefund } from './act.ts'

/**
 * The last approval that is needed pays it. Refusals: refund_not_found, wrong_password, action_not_allowed,
 * second_approver_required, and approval_by_another for who asked for it.
 */
export const approveRefundAct = deskAct({
  body: Type.Object(confirmedFields),
  order: (context, input) =>
    actOnRefund(context, input, {
      verb: 'approve',
      work: (order, { requestedBy }) =>
        confirmed(context, input, () => {
          if (requestedBy?.id === order.staffMemberId) throw fail('approval_by_another')
          return approveRefund(context, order)
        }),
    }),
})

export function approveStaffRefund(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/refunds/:id/approve',
    keys: { staff: 'refunds.decide' },
    summary: 'Approuver un remboursement',
    answer: { object: queuedRefund },
    params: refundParams,
    body: approveRefundAct.body,
    handler: (input) => approveRefundAct.order(context, input),
  })
}
