import { asId, type TransactionId } from '#domain/ids.ts'
import { findQueuedPayout } from '#use-cases/payouts/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentQueuedPayout } from '#api/present/staff-payouts.ts'
import { queuedPayout } from '#api/schemas/staff-payouts.ts'
import { transactionParams } from '#api/staff/fields.ts'

/** A payout whose operator stays, or stayed, silent. Refusal: transaction_not_found, also for any other. */
export function readStaffPayout({ database, runUrl }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/payouts/:id',
    keys: { staff: 'queues.view' },
    summary: 'Lire un retrait resté sans réponse',
    answer: { object: queuedPayout },
    params: transactionParams,
    async handler({ params }) {
      const id = asId<TransactionId>(params.id)
      const payout = await findQueuedPayout(database, id)
      return { body: { data: presentQueuedPayout(payout, runUrl('payout', id)) } }
    },
  })
}
