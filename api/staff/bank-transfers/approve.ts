import type { ApiContext } from '#api/context.ts'
import { route } from '#api/http/route.ts'
import { queuedTransfer } from '#api/schemas/staff-queues.ts'
import { explained, transactionParams } from '#api/staff/fields.ts'
import { approveTransfer } from '#api/transfers/acts.ts'
import { actOnTransfer } from './act.ts'

/** Agrees to a large one. Refusals: transaction_not_found, action_not_allowed, approval_by_another for who took it. */
export function approveBankTransfer(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/bank-transfers/:id/approve',
    keys: { staff: 'transfers.approve' },
    summary: 'Approuver un virement',
    answer: { object: queuedTransfer },
    params: transactionParams,
    body: explained,
    handler: (input) =>
      actOnTransfer(context, input, {
        verb: 'approve',
        reason: input.body.reason,
        work: (order) => approveTransfer(context, order),
      }),
  })
}
