import type { ApiContext } from '#api/context.ts'
import { route } from '#api/http/route.ts'
import { queuedRefund } from '#api/schemas/staff-queues.ts'
import { explained, refundParams } from '#api/staff/fields.ts'
import { decideOnRefund } from './act.ts'

/** The last approval that is needed pays it. Refusals: refund_not_found, action_not_allowed, second_approver_required, approval_by_another. */
export function approveStaffRefund(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/refunds/:id/approve',
    keys: { staff: 'refunds.decide' },
    summary: 'Approuver un remboursement',
    answer: { object: queuedRefund },
    params: refundParams,
    body: explained,
    handler: (input) => decideOnRefund(context, input, 'approve'),
  })
}
