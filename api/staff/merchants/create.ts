import Type from 'typebox'
import { createMerchant } from '#use-cases/merchants/create.ts'
import { findMerchant } from '#use-cases/merchants/find.ts'
import type { ApiContext } from '#http/context.ts'
import { currencyField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentMerchantInvitation } from '#api/present/staff-context.ts'
import { merchantInvitation } from '#api/schemas/staff.ts'
import { causeOf, emailField, nameField, reasonField } from '#api/staff/fields.ts'

/** Who is let in. */
export const newMerchant = Type.Object({
  name: nameField,
  service: Type.Object({
    name: nameField,
    public_name: Type.Optional(nameField),
    currency: Type.Optional(currencyField),
  }),
  owner: Type.Object({ name: nameField, email: emailField }),
  reason: Type.Optional(reasonField),
})

/** A merchant with its first service in both modes and its owner, whose code is in this answer alone. Refusal: email_taken. */
export function createMerchantRoute({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/merchants',
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
        headers: { Location: `/staff/api/merchants/${id}` },
      }
    },
  })
}
