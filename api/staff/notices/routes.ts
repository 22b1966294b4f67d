import Type from 'typebox'
import { noticeKinds } from '#domain/notices/notice.ts'
import { explained } from '#use-cases/desk/fields.ts'
import { acknowledgeNotice } from '#use-cases/notices/acknowledge.ts'
import { findNotice, listNotices } from '#use-cases/notices/list.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import { type Route, route } from '#http/route.ts'
import { presentNotice } from '#api/present/staff-payouts.ts'
import { notice } from '#api/schemas/staff-payouts.ts'
import { modeParameter, queueRoute } from '#api/staff/desk-route.ts'
import { lookAgain } from '#use-cases/runs/look-again.ts'
import { causeOf } from '#api/staff/fields.ts'

const filters = {
  mode: modeParameter,
  kind: Type.Optional(choiceField('invalid_parameter', noticeKinds)),
  state: Type.Optional(choiceField('invalid_parameter', ['open', 'acknowledged', 'all'])),
}

/** Notices to staff, oldest first: unacknowledged ones, or the others. */
export function noticeRoutes(context: ApiContext): readonly Route[] {
  const { database, runUrl } = context
  return [
    queueRoute(context, {
      path: '/staff/api/notices',
      summary: 'Lister les avis à l’équipe',
      answer: notice,
      filters,
      list: ({ mode, kind, state = 'open' }) => `notices ${state} ${kind ?? ''} ${mode ?? ''}`,
      read: (page, { mode, kind, state = 'open' }) =>
        listNotices(database, { ...page, mode, kind, state }),
      at: ({ createdAt }) => createdAt,
      present: (row) => presentNotice(row, runUrl),
    }),
    acknowledgeRoute(context),
    lookAgainRoute(context),
  ]
}

const noticeParams = Type.Object({
  id: Type.String({ code: 'notice_not_found', pattern: '^[1-9][0-9]{0,17}$' }),
})

/** Acknowledges a notice. Refusals: notice_not_found, action_not_allowed if it is acknowledged already. */
function acknowledgeRoute({ database, runUrl }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/notices/:id/acknowledge',
    keys: { staff: 'notices.acknowledge' },
    summary: 'Acquitter un avis à l’équipe',
    answer: { object: notice },
    params: noticeParams,
    body: explained,
    async handler(input) {
      const { id } = input.params
      const cause = causeOf(input, input.body.reason)
      await acknowledgeNotice(database, input.caller.person, { id, cause })
      const found = await findNotice(database, id)
      return { body: { data: presentNotice(found, runUrl) } }
    },
  })
}

/**
 * Makes the run of a notice retry what failed. Refusals: notice_not_found, action_not_allowed if it needs no
 * attention.
 */
function lookAgainRoute({ database, outbox, runUrl }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/notices/:id/look-again',
    keys: { staff: 'runs.look_again' },
    summary: 'Reprendre l’exécution d’un avis',
    answer: { object: notice },
    params: noticeParams,
    body: explained,
    async handler(input) {
      const { id } = input.params
      const cause = causeOf(input, input.body.reason)
      await lookAgain({ database, outbox }, input.caller.person, { id, cause })
      return { body: { data: presentNotice(await findNotice(database, id), runUrl) } }
    },
  })
}
