import Type from 'typebox'
import { foundMax, search } from '#use-cases/desk/search.ts'
import type { ApiContext } from '#http/context.ts'
import { textField } from '#http/fields.ts'
import { wholeList } from '#http/page.ts'
import { route } from '#http/route.ts'
import { presentFound } from '#api/present/staff-context.ts'
import { found } from '#api/schemas/staff.ts'

/** Finds a merchant, a service or payments by an id or a reference, whole; the latest `foundMax`. */
export function searchRoute({ database }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/search',
    keys: { staff: 'merchants.view' },
    summary: `Chercher par identifiant ou référence (${foundMax} résultats au plus)`,
    answer: { object: found, isList: true },
    query: Type.Object({ q: textField('invalid_parameter', { min: 1, max: 64 }) }),
    async handler({ query: { q } }) {
      return { body: wholeList((await search(database, q)).map(presentFound)) }
    },
  })
}
