import Type from 'typebox'
import { asId, type DifferenceId } from '#domain/ids.ts'
import { closeDifference } from '#use-cases/reconciliation/close-difference.ts'
import { readDifference } from '#use-cases/reconciliation/list-differences.ts'
import type { ApiContext } from '#http/context.ts'
import { idParameter } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentDifference } from '#api/present/reconciliation.ts'
import { difference } from '#api/schemas/reconciliation.ts'
import { deskAct } from '#http/desk-act.ts'
import { causeOf, justified } from '#api/staff/fields.ts'

/** Closes a difference for a reason that stays. Refusals: difference_not_found, action_not_allowed where it is closed. */
export const closeDifferenceAct = deskAct({
  body: justified,
  async order({ database }, input) {
    const id = asId<DifferenceId>(input.params.id)
    const cause = { ...causeOf(input), reason: input.body.reason }
    await closeDifference(database, input.caller.person, { id, cause })
    return { body: { data: presentDifference(await readDifference(database, id)) } }
  },
})

export function closeDifferenceRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/differences/:id/close',
    keys: { staff: 'reconciliations.manage' },
    summary: 'Clore un écart, avec son motif',
    answer: { object: difference },
    params: Type.Object({ id: idParameter('difference_not_found') }),
    body: closeDifferenceAct.body,
    handler: (input) => closeDifferenceAct.order(context, input),
  })
}
