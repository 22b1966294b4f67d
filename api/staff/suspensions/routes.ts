import Type from 'typebox'
import { liftSuspensionAct, suspendPayoutsAct } from '#use-cases/suspensions/desk-acts.ts'
import { listPayoutSuspensions } from '#use-cases/suspensions/list.ts'
import type { ApiContext } from '#http/context.ts'
import { idParameter } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { presentSuspension } from '#api/present/staff-payouts.ts'
import { payoutSuspension } from '#api/schemas/staff-payouts.ts'
import { actRoute, queueRoute, stateParameter } from '#api/staff/desk-route.ts'

/** Active suspensions of payouts, oldest first, or all there ever were. */
export function suspensionRoutes(context: ApiContext): readonly Route[] {
  const path = '/staff/api/payout-suspensions'
  const act = { answer: payoutSuspension, present: presentSuspension }
  return [
    queueRoute(context, {
      path,
      summary: 'Lister les suspensions des retraits',
      answer: payoutSuspension,
      filters: { state: stateParameter },
      list: ({ state = 'open' }) => `payout suspensions ${state}`,
      read: (page, { state = 'open' }) =>
        listPayoutSuspensions(context.database, { ...page, isOpen: state === 'open' }),
      at: ({ since }) => since,
      present: presentSuspension,
    }),
    actRoute(context, {
      ...act,
      path,
      summary: 'Suspendre des retraits',
      act: suspendPayoutsAct,
      made: () => ({}),
    }),
    actRoute(context, {
      ...act,
      path: `${path}/:id/lift`,
      summary: 'Lever une suspension des retraits',
      params: Type.Object({ id: idParameter('payout_suspension_not_found') }),
      act: liftSuspensionAct,
    }),
  ]
}
