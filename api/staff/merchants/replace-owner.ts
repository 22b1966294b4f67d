import Type from 'typebox'
import { asId, type MerchantId } from '#domain/ids.ts'
import { replaceOwner } from '#use-cases/merchants/replace-owner.ts'
import { findMerchant } from '#use-cases/merchants/find.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentMerchantInvitation } from '#api/present/staff-context.ts'
import { merchantInvitation } from '#api/schemas/staff.ts'
import { causeOf, emailField, merchantParams, nameField, reasonField } from '#api/staff/fields.ts'

export const newOwner = Type.Object({ name: nameField, email: emailField, reason: reasonField })

/** Invites another owner and disables the one before. Refusals: merchant_not_found, email_taken. */
export function replaceMerchantOwner({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/merchants/:id/owner',
    keys: { staff: 'merchants.manage' },
    summary: 'Changer le propriétaire d’un marchand',
    answer: { object: merchantInvitation },
    params: merchantParams,
    body: newOwner,
    async handler(input) {
      const { reason, name, email } = input.body
      const merchantId = asId<MerchantId>(input.params.id)
      const cause = causeOf(input, reason)
      const invitationCode = await replaceOwner(database, input.caller.person, {
        merchantId,
        name,
        email,
        cause,
      })
      const merchant = await findMerchant(database, merchantId)
      return { body: { data: presentMerchantInvitation(merchant, invitationCode) } }
    },
  })
}
