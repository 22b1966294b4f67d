import Type from 'typebox'
import { fundsForStaff } from '#domain/funds/funds.ts'
import { confirmFundsAct, releaseFundsAct, withholdFundsAct } from '#use-cases/funds/desk-acts.ts'
import { listFundsQueue, type QueuedMoney } from '#use-cases/funds/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { presentQueuedFunds } from '#api/present/staff-queues.ts'
import { queuedFunds } from '#api/schemas/staff-queues.ts'
import { actRoutes, modeParameter, queueRoute } from '#api/staff/desk-route.ts'
import { transactionParams } from '#api/staff/fields.ts'

const filters = {
  mode: modeParameter,
  status: Type.Optional(choiceField('invalid_parameter', fundsForStaff)),
}

/** Payments whose funds wait for the staff's word, the oldest first, and that word. */
export function staffFundsRoutes(context: ApiContext): readonly Route[] {
  const { database, runUrl } = context
  const present = (row: QueuedMoney) => presentQueuedFunds(row, runUrl('funds', row.id))
  const act = {
    path: '/staff/api/funds/:id',
    answer: queuedFunds,
    params: transactionParams,
    present,
  }
  return [
    queueRoute(context, {
      path: '/staff/api/funds',
      summary: 'Lister les fonds à confirmer ou à vérifier',
      answer: queuedFunds,
      filters,
      list: ({ mode, status }) => `funds ${status ?? ''} ${mode ?? ''}`,
      read: (page, { mode, status }) =>
        listFundsQueue(database, { ...page, mode, statuses: status ? [status] : fundsForStaff }),
      at: ({ waitsSince }) => waitsSince,
      present,
    }),
    ...actRoutes(context, act, {
      confirm: ['Confirmer la réception de fonds', confirmFundsAct],
      release: ['Libérer des fonds retenus', releaseFundsAct],
      withhold: ['Retenir des fonds définitivement', withholdFundsAct],
    }),
  ]
}
