import { listLateOutcomes } from '#use-cases/late-outcomes/queue.ts'
import { refundLateAct } from '#use-cases/late-outcomes/desk-acts.ts'
import type { ApiContext } from '#http/context.ts'
import type { Route } from '#http/route.ts'
import { presentLateOutcome } from '#api/present/staff-queues.ts'
import { lateOutcome } from '#api/schemas/staff-queues.ts'
import { actRoute, made, modeParameter, queueRoute, stateParameter } from '#api/staff/desk-route.ts'
import { transactionParams } from '#api/staff/fields.ts'
import { presentQueuedRefund, queuedRefund } from '#api/staff/refunds/refund.ts'

/** Debits that came after their payment had ended, oldest first: those not being refunded yet, or all. */
export function lateOutcomeRoutes(context: ApiContext): readonly Route[] {
  const { database, runUrl } = context
  return [
    queueRoute(context, {
      path: '/staff/api/late-outcomes',
      summary: 'Lister les débits tardifs à rembourser',
      answer: lateOutcome,
      filters: { mode: modeParameter, state: stateParameter },
      list: ({ mode, state = 'open' }) => `late outcomes ${state} ${mode ?? ''}`,
      read: (page, { mode, state = 'open' }) =>
        listLateOutcomes(database, { ...page, mode, isOpen: state === 'open' }),
      at: ({ waitsSince }) => waitsSince,
      present: (row) => presentLateOutcome(row, runUrl('collection', row.id)),
    }),
    actRoute(context, {
      path: '/staff/api/late-outcomes/:id/refund',
      summary: 'Demander le remboursement d’un débit tardif',
      answer: queuedRefund,
      params: transactionParams,
      act: refundLateAct,
      present: (refund) => presentQueuedRefund(refund, runUrl('refund', refund.id)),
      made: made('/staff/api/refunds'),
    }),
  ]
}
