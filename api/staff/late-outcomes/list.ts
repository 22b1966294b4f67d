import Type from 'typebox'
import { listLateOutcomes } from '#use-cases/late-outcomes/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentLateOutcome } from '#api/present/staff-queues.ts'
import { lateOutcome } from '#api/schemas/staff-queues.ts'
import { modeParameter, queuePage, queueParameters } from '#api/staff/queue.ts'

/** Debits that came after the end of their payment, the oldest first: those nobody gives back yet, or all. */
export function listStaffLateOutcomes(context: ApiContext) {
  const { database, runUrl } = context
  return route({
    method: 'GET',
    path: '/staff/api/late-outcomes',
    keys: { staff: 'queues.view' },
    summary: 'Lister les débits tardifs à rembourser',
    answer: { object: lateOutcome, isList: true },
    query: Type.Object({
      ...queueParameters,
      mode: modeParameter,
      state: Type.Optional(choiceField('invalid_parameter', ['open', 'all'])),
    }),
    async handler({ query, caller }) {
      const { mode, state = 'open' } = query
      const body = await queuePage(context, {
        list: `late outcomes ${state} ${mode ?? ''}`,
        caller,
        asked: query,
        read: (page) => listLateOutcomes(database, { ...page, mode, isOpen: state === 'open' }),
        at: ({ waitsSince }) => waitsSince,
        present: (row) => presentLateOutcome(row, runUrl('collection', row.id)),
      })
      return { body }
    },
  })
}
