import Type from 'typebox'
import { asId, type RefundId } from '#domain/ids.ts'
import { openRefundStatuses, refundStatuses } from '#domain/refunds/refund.ts'
import { approveRefundAct, closeRefundAct, rejectRefundAct } from '#use-cases/refunds/desk-acts.ts'
import { findQueuedRefund, listRefundQueue, type QueuedRefund } from '#use-cases/refunds/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { actRoutes, modeParameter, queueRoute, readRoute } from '#api/staff/desk-route.ts'
import { refundParams } from '#api/staff/fields.ts'
import { presentQueuedRefund, queuedRefund } from './refund.ts'

const filters = {
  mode: modeParameter,
  status: Type.Optional(choiceField('invalid_parameter', refundStatuses)),
  state: Type.Optional(choiceField('invalid_parameter', ['contradicted'])),
}

/** Refunds, oldest first: unfinished ones, those in one state, or contradicted ones; and the decisions on them. */
export function staffRefundRoutes(context: ApiContext): readonly Route[] {
  const { database, runUrl } = context
  const present = (row: QueuedRefund) => presentQueuedRefund(row, runUrl('refund', row.id))
  const one = '/staff/api/refunds/:id'
  const described = { answer: queuedRefund, params: refundParams }
  return [
    queueRoute(context, {
      path: '/staff/api/refunds',
      summary: 'Lister les remboursements à traiter',
      answer: queuedRefund,
      filters,
      list: ({ mode, status, state }) => `refunds ${status ?? ''} ${state ?? ''} ${mode ?? ''}`,
      read: (page, { mode, status, state }) =>
        listRefundQueue(database, {
          ...page,
          mode,
          statuses: status ? [status] : state ? refundStatuses : openRefundStatuses,
          isContradicted: state !== undefined,
        }),
      at: ({ createdAt }) => createdAt,
      present,
    }),
    readRoute({
      ...described,
      path: one,
      summary: 'Lire un remboursement',
      read: async (id) => present(await findQueuedRefund(database, asId<RefundId>(id))),
    }),
    ...actRoutes(
      context,
      { ...described, path: one, present },
      {
        approve: ['Approuver un remboursement', approveRefundAct],
        reject: ['Refuser un remboursement', rejectRefundAct],
        close: ['Dire comment a fini un remboursement resté sans réponse', closeRefundAct],
      },
    ),
  ]
}
