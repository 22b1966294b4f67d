import Type from 'typebox'
import { listFundsQueue } from '#use-cases/funds/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentQueuedFunds } from '#api/present/staff-queues.ts'
import { queuedFunds } from '#api/schemas/staff-queues.ts'
import { modeParameter, queuePage, queueParameters } from '#api/staff/queue.ts'

const waiting = ['held', 'pending_confirmation'] as const

/** Payments whose funds wait for the staff's word, the oldest first. */
export function listStaffFunds(context: ApiContext) {
  const { database, runUrl } = context
  return route({
    method: 'GET',
    path: '/staff/api/funds',
    keys: { staff: 'queues.view' },
    summary: 'Lister les fonds à confirmer ou à vérifier',
    answer: { object: queuedFunds, isList: true },
    query: Type.Object({
      ...queueParameters,
      mode: modeParameter,
      status: Type.Optional(choiceField('invalid_parameter', waiting)),
    }),
    async handler({ query, caller }) {
      const { mode, status } = query
      const statuses = status ? [status] : waiting
      const body = await queuePage(context, {
        list: `funds ${status ?? ''} ${mode ?? ''}`,
        caller,
        asked: query,
        read: (page) => listFundsQueue(database, { ...page, mode, statuses }),
        at: ({ waitsSince }) => waitsSince,
        present: (row) => presentQueuedFunds(row, runUrl('funds', row.id)),
      })
      return { body }
    },
  })
}
