import { asId, type PayoutSuspensionId } from '#domain/ids.ts'
import { liftPayoutSuspension } from '#use-cases/suspensions/lift.ts'
import { findPayoutSuspension } from '#use-cases/suspensions/list.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentSuspension } from '#api/present/staff-payouts.ts'
import { payoutSuspension } from '#api/schemas/staff-payouts.ts'
import { deskAct } from '#http/desk-act.ts'
import { causeOf, justified, suspensionParams } from '#api/staff/fields.ts'

/** Takes just these payouts again; a wider suspension goes on. Refusals: payout_suspension_not_found, action_not_allowed. */
export const liftSuspensionAct = deskAct({
  body: justified,
  async order({ database }, input) {
    const id = asId<PayoutSuspensionId>(input.params.id)
    const cause = causeOf(input, input.body.reason)
    await liftPayoutSuspension(database, input.caller.person, { id, cause })
    return { body: { data: presentSuspension(await findPayoutSuspension(database, id)) } }
  },
})

export function liftStaffSuspension(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/payout-suspensions/:id/lift',
    keys: { staff: 'payouts.suspend' },
    summary: 'Lever une suspension des retraits',
    answer: { object: payoutSuspension },
    params: suspensionParams,
    body: liftSuspensionAct.body,
    handler: (input) => liftSuspensionAct.order(context, input),
  })
}
