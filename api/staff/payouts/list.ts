import Type from 'typebox'
import { listPayoutQueue } from '#use-cases/payouts/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentQueuedPayout } from '#api/present/staff-payouts.ts'
import { queuedPayout } from '#api/schemas/staff-payouts.ts'
import { modeParameter, queuePage, queueParameters } from '#api/staff/queue.ts'

const states = ['open', 'closed', 'contradicted'] as const

/** Payouts by Mobile Money whose operator stays silent, the oldest first; or those that staff closed, or closed wrongly. */
export function listStaffPayouts(context: ApiContext) {
  const { database, runUrl } = context
  return route({
    method: 'GET',
    path: '/staff/api/payouts',
    keys: { staff: 'queues.view' },
    summary: 'Lister les retraits restés sans réponse',
    answer: { object: queuedPayout, isList: true },
    query: Type.Object({
      ...queueParameters,
      mode: modeParameter,
      state: Type.Optional(choiceField('invalid_parameter', states)),
    }),
    async handler({ query, caller }) {
      const { mode, state = 'open' } = query
      const body = await queuePage(context, {
        list: `payouts ${state} ${mode ?? ''}`,
        caller,
        asked: query,
        read: (page) => listPayoutQueue(database, { ...page, mode, state }),
        at: ({ waitsSince }) => waitsSince,
        present: (row) => presentQueuedPayout(row, runUrl('payout', row.id)),
      })
      return { body }
    },
  })
}
