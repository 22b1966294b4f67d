import Type from 'typebox'
import { foundAtDeskMax, searchDesk } from '#use-cases/search/at-desk.ts'
import type { ApiContext } from '#http/context.ts'
import { textField } from '#http/fields.ts'
import { wholeList } from '#http/page.ts'
import { route } from '#http/route.ts'
import { presentFound } from '#api/present/staff-context.ts'
import { found } from '#api/schemas/staff.ts'

/**
 * Finds merchants by part of a name; payments and refunds by a reference, a full number or a receipt; anything by id.
 */
export function searchRoute({ database }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/search',
    keys: { staff: 'merchants.view' },
    summary: `Chercher par identifiant, référence, numéro, reçu ou nom de marchand (${foundAtDeskMax} paiements au plus)`,
    answer: { object: found, isList: true },
    query: Type.Object({ q: textField('invalid_parameter', { min: 1, max: 64 }) }),
    async handler({ query: { q } }) {
      return { body: wholeList((await searchDesk(database, q)).map(presentFound)) }
    },
  })
}
