import { asId, type MerchantId } from '#domain/ids.ts'
import { resetOwner } from '#use-cases/merchants/reset-owner.ts'
import { findMerchant } from '#use-cases/merchants/find.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentMerchantInvitation } from '#api/present/staff-context.ts'
import { merchantInvitation } from '#api/schemas/staff.ts'
import { causeOf, justified, merchantParams } from '#api/staff/fields.ts'

/** Lets the owner in again, by the code in this answer alone. Refusals: merchant_not_found, user_not_found. */
export function resetMerchantOwner({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/merchants/:id/owner/reset',
    keys: { staff: 'merchants.manage' },
    summary: 'Rouvrir l’accès du propriétaire d’un marchand',
    answer: { object: merchantInvitation },
    params: merchantParams,
    body: justified,
    async handler(input) {
      const { reason } = input.body
      const merchantId = asId<MerchantId>(input.params.id)
      const cause = causeOf(input, reason)
      const invitationCode = await resetOwner(database, input.caller.person, {
        merchantId,
        cause,
      })
      const merchant = await findMerchant(database, merchantId)
      return { body: { data: presentMerchantInvitation(merchant, invitationCode) } }
    },
  })
}
