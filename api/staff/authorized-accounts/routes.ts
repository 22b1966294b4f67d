import Type from 'typebox'
import { asId, type MerchantId } from '#domain/ids.ts'
import {
  readNumberAct,
  revokeAccountAct,
  verifyAccountAct,
} from '#use-cases/authorized-accounts/desk-acts.ts'
import { listAccountQueue } from '#use-cases/authorized-accounts/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { presentQueuedAccount } from '#api/present/staff-payouts.ts'
import { accountNumber, accountStatuses, queuedAccount } from '#api/schemas/staff-payouts.ts'
import { actRoute, modeParameter, queueRoute } from '#api/staff/desk-route.ts'
import { accountParams } from '#api/staff/fields.ts'

const filters = {
  mode: modeParameter,
  merchant_id: Type.Optional(Type.String({ code: 'invalid_parameter', format: 'uuid' })),
  status: Type.Optional(choiceField('invalid_parameter', accountStatuses)),
}

const one = '/staff/api/authorized-accounts/:id'

/** Merchants' payout accounts, oldest first: those to verify, or those in one state. */
export function authorizedAccountRoutes(context: ApiContext): readonly Route[] {
  const act = { answer: queuedAccount, params: accountParams, present: presentQueuedAccount }
  return [
    queueRoute(context, {
      path: '/staff/api/authorized-accounts',
      summary: 'Lister les comptes autorisés à vérifier',
      answer: queuedAccount,
      filters,
      list: ({ mode, status = 'pending', merchant_id: merchant }) =>
        `authorized accounts ${status} ${mode ?? ''} ${merchant ?? ''}`,
      read: (page, { mode, status = 'pending', merchant_id: merchant }) =>
        listAccountQueue(context.database, {
          ...page,
          mode,
          merchantId: merchant === undefined ? undefined : asId<MerchantId>(merchant),
          statuses: [status],
        }),
      at: ({ createdAt }) => createdAt,
      present: presentQueuedAccount,
    }),
    actRoute(context, {
      method: 'GET',
      path: `${one}/number`,
      summary: 'Lire le numéro d’un compte autorisé',
      answer: accountNumber,
      params: accountParams,
      act: readNumberAct,
      present: ({ id, provider, holderName, number }) => ({
        id,
        object: 'account_number',
        provider,
        holder_name: holderName,
        number,
      }),
    }),
    actRoute(context, {
      ...act,
      path: `${one}/verify`,
      summary: 'Ouvrir un compte autorisé, vérifié',
      act: verifyAccountAct,
    }),
    actRoute(context, {
      ...act,
      path: `${one}/revoke`,
      summary: 'Révoquer un compte autorisé',
      act: revokeAccountAct,
    }),
  ]
}
