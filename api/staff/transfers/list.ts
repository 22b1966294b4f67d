import Type from 'typebox'
import type { TransferState } from '#domain/transfers/transfer.ts'
import { listTransferQueue } from '#use-cases/transfers/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentQueuedTransfer } from '#api/present/staff-queues.ts'
import { queuedTransfer } from '#api/schemas/staff-queues.ts'
import { queuePage, queueParameters } from '#api/staff/queue.ts'

const waiting: readonly TransferState[] = ['to_process', 'in_progress']
const states = [...waiting, 'transferred', 'rejected', 'cancelled'] as const

/** Bank transfers, the oldest first: those that wait for somebody, or those in one state. */
export function listBankTransfers(context: ApiContext) {
  const { database, runUrl } = context
  return route({
    method: 'GET',
    path: '/staff/api/bank-transfers',
    keys: { staff: 'queues.view' },
    summary: 'Lister les virements à traiter',
    answer: { object: queuedTransfer, isList: true },
    query: Type.Object({
      ...queueParameters,
      state: Type.Optional(choiceField('invalid_parameter', states)),
    }),
    async handler({ query, caller }) {
      const { state } = query
      const body = await queuePage(context, {
        list: `bank transfers ${state ?? ''}`,
        caller,
        asked: query,
        read: (page) => listTransferQueue(database, { ...page, states: state ? [state] : waiting }),
        at: ({ createdAt }) => createdAt,
        present: (row) => presentQueuedTransfer(row, runUrl('bank-transfer', row.id)),
      })
      return { body }
    },
  })
}
