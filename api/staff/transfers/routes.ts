import Type from 'typebox'
import { asId, type TransactionId } from '#domain/ids.ts'
import { openTransferStates, transferStates } from '#domain/transfers/transfer.ts'
import {
  approveTransferAct,
  markReturnedAct,
  markTransferredAct,
  readAccountAct,
  rejectTransferAct,
  takeTransferAct,
} from '#use-cases/transfers/desk-acts.ts'
import {
  findQueuedTransfer,
  listTransferQueue,
  type QueuedTransfer,
} from '#use-cases/transfers/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { presentQueuedTransfer } from '#api/present/staff-queues.ts'
import { beneficiary, queuedTransfer } from '#api/schemas/staff-queues.ts'
import { actRoute, actRoutes, queueRoute, readRoute } from '#api/staff/desk-route.ts'
import { transactionParams } from '#api/staff/fields.ts'

const filters = {
  state: Type.Optional(choiceField('invalid_parameter', transferStates)),
}

const one = '/staff/api/bank-transfers/:id'

const acts = {
  take: ['Prendre un virement en charge', takeTransferAct],
  approve: ['Approuver un virement', approveTransferAct],
  transferred: ['Confirmer qu’un virement est parti', markTransferredAct],
  reject: ['Refuser un virement', rejectTransferAct],
  returned: ['Noter que la banque a rendu un virement fait', markReturnedAct],
} as const

/** Bank transfers, oldest first: those that wait for staff, or those in one state; and the actions on them. */
export function bankTransferRoutes(context: ApiContext): readonly Route[] {
  const { database, runUrl } = context
  const present = (row: QueuedTransfer) =>
    presentQueuedTransfer(row, runUrl('bank-transfer', row.id))
  const described = { answer: queuedTransfer, params: transactionParams }
  return [
    queueRoute(context, {
      path: '/staff/api/bank-transfers',
      summary: 'Lister les virements à traiter',
      answer: queuedTransfer,
      filters,
      list: ({ state }) => `bank transfers ${state ?? ''}`,
      read: (page, { state }) =>
        listTransferQueue(database, { ...page, states: state ? [state] : openTransferStates }),
      at: ({ createdAt }) => createdAt,
      present,
    }),
    readRoute({
      ...described,
      path: one,
      summary: 'Lire un virement',
      read: async (id) => present(await findQueuedTransfer(database, asId<TransactionId>(id))),
    }),
    actRoute(context, {
      method: 'GET',
      path: `${one}/account`,
      summary: 'Lire le numéro de compte d’un virement',
      answer: beneficiary,
      params: transactionParams,
      act: readAccountAct,
      present: ({ id, bank, holderName, accountNumber }) => ({
        id,
        object: 'beneficiary',
        bank,
        holder_name: holderName,
        account_number: accountNumber,
      }),
    }),
    ...actRoutes(context, { ...described, path: one, present }, acts),
  ]
}
