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
 * A POST that writes nothing: what people type stands in no address (docs/pages.md#search).
 */
export function searchRoute({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/search',
    keys: { staff: 'merchants.view' },
    summary: `Chercher par identifiant, référence, numéro, reçu ou nom de marchand (${foundAtDeskMax} paiements au plus)`,
    answer: { object: found, isList: true },
    body: Type.Object({ q: textField('invalid_field', { min: 1, max: 64 }) }),
    async handler({ body: { q } }) {
      return { body: wholeList((await searchDesk(database, q)).map(presentFound)) }
    },
  })
}
