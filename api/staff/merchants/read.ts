import { findMerchant } from '#use-cases/merchants/find.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentMerchant } from '#api/present/staff-context.ts'
import { merchant } from '#api/schemas/staff.ts'
import { merchantParams } from '#api/staff/fields.ts'

/** A merchant with its services and its owner. Refusal: merchant_not_found. */
export function readMerchant({ database }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/merchants/:id',
    keys: { staff: 'merchants.view' },
    summary: 'Lire un marchand',
    answer: { object: merchant },
    params: merchantParams,
    async handler({ params: { id } }) {
      return { body: { data: presentMerchant(await findMerchant(database, id)) } }
    },
  })
}
