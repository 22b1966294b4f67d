import Type from 'typebox'
import { asId, type RefundId } from '#domain/ids.ts'
import { openRefundStatuses, refundStatuses } from '#domain/refunds/refund.ts'
import { approveRefundAct, closeRefundAct, rejectRefundAct } from '#use-cases/refunds/desk-acts.ts'
import { findQueuedRefund, listRefundQueue, type QueuedRefund } from '#use-cases/refunds/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { presentQueuedRefund } from '#api/present/staff-queues.ts'
import { queuedRefund } from '#api/schemas/staff-queues.ts'
import {
  actRoute,
  listParameters,
  modeParameter,
  queueRoute,
  readRoute,
} from '#api/staff/desk-route.ts'
import { refundParams } from '#api/staff/fields.ts'

const query = Type.Object({
  ...listParameters,
  mode: modeParameter,
  status: Type.Optional(choiceField('invalid_parameter', refundStatuses)),
})

/** Refunds, the oldest first: those that are not over, or those in one state; and what is decided about one. */
export function staffRefundRoutes(context: ApiContext): readonly Route[] {
  const { database, runUrl } = context
  const present = (row: QueuedRefund) => presentQueuedRefund(row, runUrl('refund', row.id))
  const one = '/staff/api/refunds/:id'
  const described = { answer: queuedRefund, params: refundParams }
  const act = { ...described, present }
  return [
    queueRoute(context, {
      path: '/staff/api/refunds',
      summary: 'Lister les remboursements à traiter',
      answer: queuedRefund,
      query,
      list: ({ mode, status }) => `refunds ${status ?? ''} ${mode ?? ''}`,
      read: (page, { mode, status }) =>
        listRefundQueue(database, {
          ...page,
          mode,
          statuses: status ? [status] : openRefundStatuses,
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
    actRoute(context, {
      ...act,
      path: `${one}/approve`,
      summary: 'Approuver un remboursement',
      act: approveRefundAct,
    }),
    actRoute(context, {
      ...act,
      path: `${one}/reject`,
      summary: 'Rejeter un remboursement',
      act: rejectRefundAct,
    }),
    actRoute(context, {
      ...act,
      path: `${one}/close`,
      summary: 'Dire comment a fini un remboursement resté sans réponse',
      act: closeRefundAct,
    }),
  ]
}
