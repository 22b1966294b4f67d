import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { queuedTransfer } from '#api/schemas/staff-queues.ts'
import { deskAct } from '#http/desk-act.ts'
import { explained, transactionParams } from '#api/staff/fields.ts'
import { takeTransfer } from '#use-cases/transfers/orders.ts'
import { actOnTransfer } from './act.ts'

/** Begins to process a transfer: the merchant can no longer cancel it. Refusals: transaction_not_found, action_not_allowed. */
export const takeAct = deskAct({
  body: explained,
  order: (context, input) =>
    actOnTransfer(context, input, {
      verb: 'take',
      reason: input.body.reason,
      work: (order) => takeTransfer(context, order),
    }),
})

export function takeBankTransfer(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/bank-transfers/:id/take',
    keys: { staff: 'transfers.process' },
    summary: 'Prendre un virement en charge',
    answer: { object: queuedTransfer },
    params: transactionParams,
    body: takeAct.body,
    handler: (input) => takeAct.order(context, input),
  })
}
