import Type from 'typebox'
import type { StaffMember } from '#domain/people/person.ts'
import type { StaffPermission } from '#domain/people/staff-roles.ts'
import { noticeKinds } from '#domain/notices/notice.ts'
import type { ActCause } from '#use-cases/audit/log.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { deskAct } from '#use-cases/desk/act.ts'
import { explained } from '#use-cases/desk/fields.ts'
import { acknowledgeNotice } from '#use-cases/notices/acknowledge.ts'
import { findNotice, listNotices } from '#use-cases/notices/list.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { presentNotice } from '#api/present/staff-payouts.ts'
import { notice } from '#api/schemas/staff-payouts.ts'
import { actRoutes, modeParameter, queueRoute } from '#api/staff/desk-route.ts'
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
    ...actRoutes(
      context,
      {
        path: '/staff/api/notices/:id',
        answer: notice,
        params: noticeParams,
        present: (row) => presentNotice(row, runUrl),
      },
      {
        acknowledge: ['Acquitter un avis à l’équipe', acknowledgeAct],
        'look-again': ['Reprendre l’exécution d’un avis', lookAgainAct],
      },
    ),
  ]
}

const noticeParams = Type.Object({
  id: Type.String({ code: 'notice_not_found', pattern: '^[1-9][0-9]{0,17}$' }),
})

/**
 * An act of staff on a notice, which it answers: acknowledging it, or making its run retry what failed. Refusals:
 * notice_not_found; action_not_allowed if it is acknowledged already, or its run needs no attention.
 */
function noticeAct(
  permission: StaffPermission,
  work: (
    context: UseCaseContext,
    person: StaffMember,
    order: { readonly id: string; readonly cause: ActCause },
  ) => Promise<void>,
) {
  return deskAct({
    permission,
    body: explained,
    async work(context, { person, id, body, requestId }) {
      await work(context, person, { id, cause: causeOf({ requestId }, body.reason) })
      return findNotice(context.database, id)
    },
  })
}

const acknowledgeAct = noticeAct('notices.acknowledge', ({ database }, ...order) =>
  acknowledgeNotice(database, ...order),
)
const lookAgainAct = noticeAct('runs.look_again', lookAgain)
