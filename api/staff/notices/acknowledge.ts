import { acknowledgeNotice } from '#use-cases/notices/acknowledge.ts'
import { findNotice } from '#use-cases/notices/list.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentNotice } from '#api/present/staff-payouts.ts'
import { notice } from '#api/schemas/staff-payouts.ts'
import { causeOf, explained, noticeParams } from '#api/staff/fields.ts'

/** Says that somebody has seen to it. Refusals: notice_not_found, action_not_allowed where somebody has. */
export function acknowledgeStaffNotice({ database, runUrl }: ApiContext) {
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
