import Type from 'typebox'
import { type EnteredRate, listExchangeRates } from '#use-cases/rates/list.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, cursorParameter, limitDefault, limitParameter } from '#http/fields.ts'
import { page } from '#http/page.ts'
import { route } from '#http/route.ts'
import { presentEnteredRate } from '#api/present/staff-context.ts'
import { enteredRate } from '#api/schemas/staff.ts'
import { floatingCurrencies } from './rate.ts'

/** All rates that were ever entered, the latest date first. */
export function listEnteredRates({ database, cursors }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/exchange-rates',
    keys: { staff: 'queues.view' },
    summary: 'Lister les taux de change saisis',
    answer: { object: enteredRate, isList: true },
    query: Type.Object({
      limit: Type.Optional(limitParameter),
      cursor: Type.Optional(cursorParameter),
      currency: Type.Optional(choiceField('invalid_parameter', floatingCurrencies)),
    }),
    async handler({ query: { limit = limitDefault, cursor, currency }, caller }) {
      const place = { list: 'exchange rates', scope: caller.person.id }
      const [at = '', id = ''] = cursor === undefined ? [] : cursors.decode(place, cursor)
      const after = cursor === undefined ? undefined : { at: new Date(at), id }
      const rows = await listExchangeRates(database, { limit: limit + 1, currency, after })
      return {
        body: page<EnteredRate>({
          rows,
          limit,
          cursors,
          place,
          positionOf: (row) => [row.at.toISOString(), row.id],
          present: presentEnteredRate,
        }),
      }
    },
  })
}
