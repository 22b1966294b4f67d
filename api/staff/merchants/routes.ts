import Type from 'typebox'
import { asId, type MerchantId } from '#domain/ids.ts'
import { deskAct } from '#use-cases/desk/act.ts'
import { justifiedAndConfirmed } from '#use-cases/desk/fields.ts'
import { createMerchant } from '#use-cases/merchants/create.ts'
import { findMerchant, listMerchants } from '#use-cases/merchants/find.ts'
import { newMerchant, newOwner } from '#use-cases/merchants/typed.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import type { ApiContext } from '#http/context.ts'
import { textField } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { presentMerchant } from '#api/present/staff-context.ts'
import { merchant } from '#api/schemas/staff.ts'
import { askRoute } from '#api/staff/account-changes/routes.ts'
import { actRoute, made, queueRoute, readRoute } from '#api/staff/desk-route.ts'
import { causeOf, merchantParams } from '#api/staff/fields.ts'

const path = '/staff/api/merchants'

/** Merchants, newest first, or those whose name contains a text; creating them and assigning their owner. */
export function merchantRoutes(context: ApiContext): readonly Route[] {
  const { database } = context
  return [
    queueRoute(context, {
      path,
      permission: 'merchants.view',
      summary: 'Lister les marchands',
      answer: merchant,
      filters: {
        name: Type.Optional(textField('invalid_parameter', { min: 2, max: 120 })),
      },
      read: (page, { name }) => listMerchants(database, { ...page, name }),
      at: ({ createdAt }) => createdAt,
      present: presentMerchant,
    }),
    actRoute(context, {
      path,
      summary: 'Créer un marchand et inviter son propriétaire',
      answer: merchant,
      act: createAct,
      present: presentMerchant,
      made: made(path),
    }),
    readRoute({
      path: `${path}/:id`,
      permission: 'merchants.view',
      summary: 'Lire un marchand',
      answer: merchant,
      params: merchantParams,
      read: async (id) => presentMerchant(await findMerchant(database, id)),
    }),
    ...ownerRoutes(context),
  ]
}

function ownerRoutes(context: ApiContext): readonly Route[] {
  const onOwner = { permission: 'merchants.manage', params: merchantParams } as const
  return [
    askRoute(context, {
      ...onOwner,
      path: `${path}/:id/owner`,
      summary: 'Demander un autre propriétaire pour un marchand',
      body: newOwner,
      wanted: ({ name, email }, id) => ({
        kind: 'replace_owner',
        merchantId: asId<MerchantId>(id),
        name,
        email,
      }),
    }),
    askRoute(context, {
      ...onOwner,
      path: `${path}/:id/owner/reset`,
      summary: 'Demander la réouverture de l’accès du propriétaire d’un marchand',
      body: justifiedAndConfirmed,
      wanted: (_, id) => ({ kind: 'reset_owner', merchantId: asId<MerchantId>(id) }),
    }),
  ]
}

/**
 * Creates a merchant with its first service in both modes, and invites its owner by mail. Refusals: wrong_password,
 * email_taken.
 */
const createAct = deskAct({
  permission: 'merchants.manage',
  body: newMerchant,
  async work({ database }, { person, requestId, body }) {
    const { name, service, owner, reason, password } = body
    const { public_name: publicName = service.name, currency = 'XOF' } = service
    await confirmPassword(database, person, password)
    const id = await createMerchant(database, person, {
      name,
      service: { name: service.name, publicName, currency },
      owner,
      cause: causeOf({ requestId }, reason),
    })
    return findMerchant(database, id)
  },
})
