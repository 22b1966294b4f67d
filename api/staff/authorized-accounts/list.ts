import Type from 'typebox'
import { asId, type MerchantId } from '#domain/ids.ts'
import { listAccountQueue } from '#use-cases/authorized-accounts/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentQueuedAccount } from '#api/present/staff-payouts.ts'
import { accountStatuses, queuedAccount } from '#api/schemas/staff-payouts.ts'
import { modeParameter, queuePage, queueParameters } from '#api/staff/queue.ts'

/** Accounts that merchants want to pay to, the oldest first: those to verify, or those in one state. */
export function listStaffAccounts(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/authorized-accounts',
    keys: { staff: 'queues.view' },
    summary: 'Lister les comptes autorisés à vérifier',
    answer: { object: queuedAccount, isList: true },
    query: Type.Object({
      ...queueParameters,
      mode: modeParameter,
      merchant_id: Type.Optional(Type.String({ code: 'invalid_parameter', format: 'uuid' })),
      status: Type.Optional(choiceField('invalid_parameter', accountStatuses)),
    }),
    async handler({ query, caller }) {
      const { mode, status = 'pending', merchant_id: merchant } = query
      const merchantId = merchant === undefined ? undefined : asId<MerchantId>(merchant)
      const filter = { mode, merchantId, statuses: [status] }
      const body = await queuePage(context, {
        list: `authorized accounts ${status} ${mode ?? ''} ${merchant ?? ''}`,
        caller,
        asked: query,
        read: (page) => listAccountQueue(context.database, { ...page, ...filter }),
        at: ({ createdAt }) => createdAt,
        present: presentQueuedAccount,
      })
      return { body }
    },
  })
}
