import type { ApiContext } from '#api/context.ts'
import { route } from '#api/http/route.ts'
import { queuedRefund } from '#api/schemas/staff-queues.ts'
import { justified, refundParams } from '#api/staff/fields.ts'
import { decideOnRefund } from './act.ts'

/** Its money returns to the merchant. Refusals: refund_not_found, action_not_allowed. */
export function rejectStaffRefund(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/refunds/:id/reject',
    keys: { staff: 'refunds.decide' },
    summary: 'Rejeter un remboursement',
    answer: { object: queuedRefund },
    params: refundParams,
    body: justified,
    handler: (input) => decideOnRefund(context, input, 'reject'),
  })
}
