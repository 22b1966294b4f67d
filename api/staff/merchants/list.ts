import Type from 'typebox'
import { listMerchants, type MerchantRecord } from '#use-cases/merchants/find.ts'
import type { ApiContext } from '#http/context.ts'
import { cursorParameter, limitDefault, limitParameter, textField } from '#http/fields.ts'
import { page } from '#http/page.ts'
import { route } from '#http/route.ts'
import { presentMerchant } from '#api/present/staff-context.ts'
import { merchant } from '#api/schemas/staff.ts'

/** All merchants, the latest first, or those of which a name holds this text. */
export function listMerchantsRoute({ database, cursors }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/merchants',
    keys: { staff: 'merchants.view' },
    summary: 'Lister les marchands',
    answer: { object: merchant, isList: true },
    query: Type.Object({
      limit: Type.Optional(limitParameter),
      cursor: Type.Optional(cursorParameter),
      name: Type.Optional(textField('invalid_parameter', { min: 2, max: 120 })),
    }),
    async handler({ query: { limit = limitDefault, cursor, name }, caller }) {
      const place = { list: 'merchants', scope: caller.person.id }
      const [createdAt = '', id = ''] = cursor === undefined ? [] : cursors.decode(place, cursor)
      const after = cursor === undefined ? undefined : { createdAt: new Date(createdAt), id }
      const rows = await listMerchants(database, { limit: limit + 1, name, after })
      return {
        body: page<MerchantRecord>({
          rows,
          limit,
          cursors,
          place,
          positionOf: (row) => [row.createdAt.toISOString(), row.id],
          present: presentMerchant,
        }),
      }
    },
  })
}
