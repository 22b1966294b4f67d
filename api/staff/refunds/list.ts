import Type from 'typebox'
import { listRefundQueue } from '#use-cases/refunds/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentQueuedRefund } from '#api/present/staff-queues.ts'
import { openRefundStatuses, queuedRefund, refundStatuses } from '#api/schemas/staff-queues.ts'
import { modeParameter, queuePage, queueParameters } from '#api/staff/queue.ts'

/** Refunds, the oldest first: those that are not over, or those in one state. */
export function listStaffRefunds(context: ApiContext) {
  const { database, runUrl } = context
  return route({
    method: 'GET',
    path: '/staff/api/refunds',
    keys: { staff: 'queues.view' },
    summary: 'Lister les remboursements à traiter',
    answer: { object: queuedRefund, isList: true },
    query: Type.Object({
      ...queueParameters,
      mode: modeParameter,
      status: Type.Optional(choiceField('invalid_parameter', refundStatuses)),
    }),
    async handler({ query, caller }) {
      const { mode, status } = query
      const statuses = status ? [status] : openRefundStatuses
      const body = await queuePage(context, {
        list: `refunds ${status ?? ''} ${mode ?? ''}`,
        caller,
        asked: query,
        read: (page) => listRefundQueue(database, { ...page, mode, statuses }),
        at: ({ createdAt }) => createdAt,
        present: (row) => presentQueuedRefund(row, runUrl('refund', row.id)),
      })
      return { body }
    },
  })
}
