import { asId, type TransactionId } from '#domain/ids.ts'
import { findQueuedTransfer } from '#use-cases/transfers/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentQueuedTransfer } from '#api/present/staff-queues.ts'
import { queuedTransfer } from '#api/schemas/staff-queues.ts'
import { transactionParams } from '#api/staff/fields.ts'

/** A bank transfer, in whatever state. Refusal: transaction_not_found. */
export function readBankTransfer({ database, runUrl }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/bank-transfers/:id',
    keys: { staff: 'queues.view' },
    summary: 'Lire un virement',
    answer: { object: queuedTransfer },
    params: transactionParams,
    async handler({ params }) {
      const id = asId<TransactionId>(params.id)
      const transfer = await findQueuedTransfer(database, id)
      return { body: { data: presentQueuedTransfer(transfer, runUrl('bank-transfer', id)) } }
    },
  })
}
