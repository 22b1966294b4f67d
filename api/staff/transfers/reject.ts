import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { queuedTransfer } from '#api/schemas/staff-queues.ts'
import { deskAct } from '#http/desk-act.ts'
import { justified, transactionParams } from '#api/staff/fields.ts'
import { rejectTransfer } from '#use-cases/transfers/orders.ts'
import { actOnTransfer } from './act.ts'

/** It cannot be made: amount and fee return to the merchant. Refusals: transaction_not_found, action_not_allowed. */
export const rejectTransferAct = deskAct({
  body: justified,
  order(context, input) {
    const { reason } = input.body
    return actOnTransfer(context, input, {
      verb: 'reject',
      reason,
      work: (order) => rejectTransfer(context, { ...order, reason }),
    })
  },
})

export function rejectBankTransfer(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/bank-transfers/:id/reject',
    keys: { staff: 'transfers.process' },
    summary: 'Rejeter un virement',
    answer: { object: queuedTransfer },
    params: transactionParams,
    body: rejectTransferAct.body,
    handler: (input) => rejectTransferAct.order(context, input),
  })
}
