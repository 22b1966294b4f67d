import Type from 'typebox'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { queuedTransfer } from '#api/schemas/staff-queues.ts'
import { confirmed, deskAct } from '#http/desk-act.ts'
import { confirmedFields, transactionParams } from '#api/staff/fields.ts'
import { approveTransfer } from '#use-cases/transfers/orders.ts'
import { actOnTransfer } from './act.ts'

/**
 * Agrees to a large one. Refusals: transaction_not_found, wrong_password, action_not_allowed, approval_by_another for who took
 * it.
 */
export const approveTransferAct = deskAct({
  body: Type.Object(confirmedFields),
  order: (context, input) =>
    actOnTransfer(context, input, {
      verb: 'approve',
      reason: input.body.reason,
      work: (order) => confirmed(context, input, () => approveTransfer(context, order)),
    }),
})

export function approveBankTransfer(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/bank-transfers/:id/approve',
    keys: { staff: 'transfers.approve' },
    summary: 'Approuver un virement',
    answer: { object: queuedTransfer },
    params: transactionParams,
    body: approveTransferAct.body,
    handler: (input) => approveTransferAct.order(context, input),
  })
}
