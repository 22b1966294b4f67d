import Type from 'typebox'
import { asId, type TransactionId } from '#domain/ids.ts'
import { closePayoutAct } from '#use-cases/payouts/desk-acts.ts'
import { findQueuedPayout, listPayoutQueue, type QueuedPayout } from '#use-cases/payouts/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { presentQueuedPayout } from '#api/present/staff-payouts.ts'
import { queuedPayout } from '#api/schemas/staff-payouts.ts'
import { actRoute, modeParameter, queueRoute, readRoute } from '#api/staff/desk-route.ts'
import { transactionParams } from '#api/staff/fields.ts'

const filters = {
  mode: modeParameter,
  state: Type.Optional(choiceField('invalid_parameter', ['open', 'closed', 'contradicted'])),
}

/** Mobile Money payouts whose operator does not answer, and the verdict that closes one. */
export function silentPayoutRoutes(context: ApiContext): readonly Route[] {
  const { database, runUrl } = context
  const present = (row: QueuedPayout) => presentQueuedPayout(row, runUrl('payout', row.id))
  const one = '/staff/api/payouts/:id'
  const described = { answer: queuedPayout, params: transactionParams }
  return [
    queueRoute(context, {
      path: '/staff/api/payouts',
      summary: 'Lister les retraits restés sans réponse',
      answer: queuedPayout,
      filters,
      list: ({ mode, state = 'open' }) => `payouts ${state} ${mode ?? ''}`,
      read: (page, { mode, state = 'open' }) => listPayoutQueue(database, { ...page, mode, state }),
      at: ({ waitsSince }) => waitsSince,
      present,
    }),
    readRoute({
      ...described,
      path: one,
      summary: 'Lire un retrait resté sans réponse',
      read: async (id) => present(await findQueuedPayout(database, asId<TransactionId>(id))),
    }),
    actRoute(context, {
      ...described,
      path: `${one}/close`,
      summary: 'Dire comment a fini un retrait resté sans réponse',
      act: closePayoutAct,
      present,
    }),
  ]
}
