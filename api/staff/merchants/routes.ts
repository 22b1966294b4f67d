import Type from 'typebox'
import { asId, type MerchantId } from '#domain/ids.ts'
import { askAccountChange, type WantedChange } from '#use-cases/account-changes/ask.ts'
import { findAccountChange } from '#use-cases/account-changes/find.ts'
import { justifiedAndConfirmed } from '#use-cases/desk/fields.ts'
import { createMerchant } from '#use-cases/merchants/create.ts'
import { findMerchant, listMerchants } from '#use-cases/merchants/find.ts'
import { newMerchant, newOwner } from '#use-cases/merchants/typed.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { ApiContext } from '#http/context.ts'
import { textField } from '#http/fields.ts'
import { type Route, route } from '#http/route.ts'
import { presentAccountChange } from '#api/present/account-change.ts'
import { presentMerchant } from '#api/present/staff-context.ts'
import { accountChange } from '#api/schemas/account-change.ts'
import { merchant } from '#api/schemas/staff.ts'
import { queueRoute, readRoute } from '#api/staff/desk-route.ts'
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

/**
 * Creates a merchant with its first service in both modes, and invites its owner by mail. Refusals: wrong_password,
 * email_taken.
 */
function createRoute({ database }: ApiContext) {
  return route({
    method: 'POST',
    path,
    keys: { staff: 'merchants.manage' },
    summary: 'Créer un marchand et inviter son propriétaire',
    success: 201,
    answer: { object: merchant },
    body: newMerchant,
    async handler(input) {
      const { name, service, owner, reason, password } = input.body
      const { public_name: publicName = service.name, currency = 'XOF' } = service
      await confirmPassword(database, input.caller.person, password)
      const id = await createMerchant(database, input.caller.person, {
        name,
        service: { name: service.name, publicName, currency },
        owner,
        cause: causeOf(input, reason),
      })
      return {
        body: { data: presentMerchant(await findMerchant(database, id)) },
        headers: { Location: `${path}/${id}` },
      }
    },
  })
}

/** Requests a new owner in place of the current one. Refusals: those of `askAccountChange`. */
function replaceRoute({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: `${path}/:id/owner`,
    keys: { staff: 'merchants.manage' },
    summary: 'Demander un autre propriétaire pour un marchand',
    success: 201,
    answer: { object: accountChange },
    params: merchantParams,
    body: newOwner,
    handler(input) {
      const { name, email } = input.body
      const merchantId = asId<MerchantId>(input.params.id)
      return asked(database, input, { kind: 'replace_owner', merchantId, name, email })
    },
  })
}

/** Requests a code for an owner who lost password or device. Refusals: those of `askAccountChange`. */
function resetRoute({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: `${path}/:id/owner/reset`,
    keys: { staff: 'merchants.manage' },
    summary: 'Demander la réouverture de l’accès du propriétaire d’un marchand',
    success: 201,
    answer: { object: accountChange },
    params: merchantParams,
    body: justifiedAndConfirmed,
    handler(input) {
      const merchantId = asId<MerchantId>(input.params.id)
      return asked(database, input, { kind: 'reset_owner', merchantId })
    },
  })
}

interface Asking {
  readonly caller: Session<'staff'>
  readonly requestId: string
  readonly body: { readonly password: string; readonly reason: string }
}

async function asked(database: ApiContext['database'], input: Asking, wanted: WantedChange) {
  const { password, reason } = input.body
  const given = { wanted, password, cause: causeOf(input, reason) }
  const id = await askAccountChange(database, input.caller.person, given)
  return {
    body: { data: presentAccountChange(await findAccountChange(database, id)) },
    headers: { Location: `/staff/api/account-changes/${id}` },
  }
}
