import Type from 'typebox'
import { listPayoutSuspensions } from '#use-cases/suspensions/list.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentSuspension } from '#api/present/staff-payouts.ts'
import { payoutSuspension } from '#api/schemas/staff-payouts.ts'
import { queuePage, queueParameters } from '#api/staff/queue.ts'

/** Which payouts are stopped, the oldest first; or all that ever were. */
export function listStaffSuspensions(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/payout-suspensions',
    keys: { staff: 'queues.view' },
    summary: 'Lister les suspensions des retraits',
    answer: { object: payoutSuspension, isList: true },
    query: Type.Object({
      ...queueParameters,
      state: Type.Optional(choiceField('invalid_parameter', ['open', 'all'])),
    }),
    async handler({ query, caller }) {
      const { state = 'open' } = query
      const isOpen = state === 'open'
      const body = await queuePage(context, {
        list: `payout suspensions ${state}`,
        caller,
        asked: query,
        read: (page) => listPayoutSuspensions(context.database, { ...page, isOpen }),
        at: ({ since }) => since,
        present: presentSuspension,
      })
      return { body }
    },
  })
}
