import Type from 'typebox'
import { noticeKinds } from '#domain/notices/notice.ts'
import { listNotices } from '#use-cases/notices/list.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentNotice } from '#api/present/staff-payouts.ts'
import { notice } from '#api/schemas/staff-payouts.ts'
import { modeParameter, queuePage, queueParameters } from '#api/staff/queue.ts'

const states = ['open', 'acknowledged', 'all'] as const

/** What the staff was told of, the oldest first: what nobody has seen to, or the rest. */
export function listStaffNotices(context: ApiContext) {
  const { database, runUrl } = context
  return route({
    method: 'GET',
    path: '/staff/api/notices',
    keys: { staff: 'queues.view' },
    summary: 'Lister les avis à l’équipe',
    answer: { object: notice, isList: true },
    query: Type.Object({
      ...queueParameters,
      mode: modeParameter,
      kind: Type.Optional(choiceField('invalid_parameter', noticeKinds)),
      state: Type.Optional(choiceField('invalid_parameter', states)),
    }),
    async handler({ query, caller }) {
      const { mode, kind, state = 'open' } = query
      const body = await queuePage(context, {
        list: `notices ${state} ${kind ?? ''} ${mode ?? ''}`,
        caller,
        asked: query,
        read: (page) => listNotices(database, { ...page, mode, kind, state }),
        at: ({ createdAt }) => createdAt,
        present: (row) => presentNotice(row, runUrl),
      })
      return { body }
    },
  })
}
