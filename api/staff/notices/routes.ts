import Type from 'typebox'
import type { StaffMember } from '#domain/people/person.ts'
import type { StaffPermission } from '#domain/people/staff-roles.ts'
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
  const { database, outbox, runUrl } = context
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
    noticeAct(context, {
      path: '/staff/api/notices/:id/acknowledge',
      permission: 'notices.acknowledge',
      summary: 'Acquitter un avis à l’équipe',
      act: (person, order) => acknowledgeNotice(database, person, order),
    }),
    noticeAct(context, {
      path: '/staff/api/notices/:id/look-again',
      permission: 'runs.look_again',
      summary: 'Reprendre l’exécution d’un avis',
      act: (person, order) => lookAgain({ database, outbox }, person, order),
    }),
  ]
}

const noticeParams = Type.Object({
  id: Type.String({ code: 'notice_not_found', pattern: '^[1-9][0-9]{0,17}$' }),
})

interface NoticeAct {
  readonly path: string
  readonly permission: StaffPermission
  readonly summary: string
  readonly act: (
    person: StaffMember,
    order: { readonly id: string; readonly cause: ReturnType<typeof causeOf> },
  ) => Promise<void>
}

/**
 * An act of staff on a notice, which it answers: acknowledging it, or making its run retry what failed. Refusals:
 * notice_not_found; action_not_allowed if it is acknowledged already, or its run needs no attention.
 */
function noticeAct(
  { database, runUrl }: ApiContext,
  { path, permission, summary, act }: NoticeAct,
) {
  return route({
    method: 'POST',
    path,
    keys: { staff: permission },
    summary,
    answer: { object: notice },
    params: noticeParams,
    body: explained,
    async handler(input) {
      const { id } = input.params
      await act(input.caller.person, { id, cause: causeOf(input, input.body.reason) })
      return { body: { data: presentNotice(await findNotice(database, id), runUrl) } }
    },
  })
}
