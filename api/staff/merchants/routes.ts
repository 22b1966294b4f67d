import Type from 'typebox'
import { asId, type MerchantId } from '#domain/ids.ts'
import { justified } from '#use-cases/desk/fields.ts'
import { createMerchant } from '#use-cases/merchants/create.ts'
import { findMerchant, listMerchants } from '#use-cases/merchants/find.ts'
import { replaceOwner } from '#use-cases/merchants/replace-owner.ts'
import { resetOwner } from '#use-cases/merchants/reset-owner.ts'
import { newMerchant, newOwner } from '#use-cases/merchants/typed.ts'
import type { ApiContext } from '#http/context.ts'
import { textField } from '#http/fields.ts'
import { type Route, route } from '#http/route.ts'
import { presentMerchant, presentMerchantInvitation } from '#api/present/staff-context.ts'
import { merchant, merchantInvitation } from '#api/schemas/staff.ts'
import { queueRoute, readRoute } from '#api/staff/desk-route.ts'
import { causeOf, merchantParams } from '#api/staff/fields.ts'

const path = '/staff/api/merchants'

/** Merchants, the latest first, or those of which a name holds a text; let in, and given their owner. */
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
    createRoute(context),
    readRoute({
      path: `${path}/:id`,
      permission: 'merchants.view',
      summary: 'Lire un marchand',
      answer: merchant,
      params: merchantParams,
      read: async (id) => presentMerchant(await findMerchant(database, id)),
    }),
    replaceRoute(context),
    resetRoute(context),
  ]
}

/** A merchant with its first service in both modes and its owner, whose code is in this answer alone. Refusal: email_taken. */
function createRoute({ database }: ApiContext) {
  return route({
    method: 'POST',
    path,
    keys: { staff: 'merchants.manage' },
    summary: 'Créer un marchand et inviter son propriétaire',
    success: 201,
    answer: { object: merchantInvitation },
    body: newMerchant,
    async handler(input) {
      const { name, service, owner, reason } = input.body
      const { public_name: publicName = service.name, currency = 'XOF' } = service
      const { id, invitationCode } = await createMerchant(database, input.caller.person, {
        name,
        service: { name: service.name, publicName, currency },
        owner,
        cause: causeOf(input, reason),
      })
      const created = await findMerchant(database, id)
      return {
        body: { data: presentMerchantInvitation(created, invitationCode) },
        headers: { Location: `${path}/${id}` },
      }
    },
  })
}

/** Invites another owner and disables the one before. Refusals: merchant_not_found, email_taken. */
function replaceRoute({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: `${path}/:id/owner`,
    keys: { staff: 'merchants.manage' },
    summary: 'Changer le propriétaire d’un marchand',
    answer: { object: merchantInvitation },
    params: merchantParams,
    body: newOwner,
    async handler(input) {
      const { reason, ...owner } = input.body
      const merchantId = asId<MerchantId>(input.params.id)
      const change = { merchantId, ...owner, cause: causeOf(input, reason) }
      const invitationCode = await replaceOwner(database, input.caller.person, change)
      const found = await findMerchant(database, merchantId)
      return { body: { data: presentMerchantInvitation(found, invitationCode) } }
    },
  })
}

/** Lets the owner in again, by the code in this answer alone. Refusals: merchant_not_found, user_not_found. */
function resetRoute({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: `${path}/:id/owner/reset`,
    keys: { staff: 'merchants.manage' },
    summary: 'Rouvrir l’accès du propriétaire d’un marchand',
    answer: { object: merchantInvitation },
    params: merchantParams,
    body: justified,
    async handler(input) {
      const merchantId = asId<MerchantId>(input.params.id)
      const reset = { merchantId, cause: causeOf(input, input.body.reason) }
      const invitationCode = await resetOwner(database, input.caller.person, reset)
      const found = await findMerchant(database, merchantId)
      return { body: { data: presentMerchantInvitation(found, invitationCode) } }
    },
  })
}
