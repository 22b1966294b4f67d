import Type from 'typebox'
import { enterExchangeRates } from '#use-cases/rates/enter.ts'
import { readExchangeRates } from '#use-cases/rates/list.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentEnteredRate } from '#api/present/staff-context.ts'
import { enteredRate } from '#api/schemas/staff.ts'
import { causeOf, reasonField } from '#api/staff/fields.ts'
import { checkRate, newRate, rateFields } from './rate.ts'

/** What a rate asks for. */
export const newRateBody = Type.Object({ ...rateFields, reason: Type.Optional(reasonField) })

/** Enters a rate, which holds from its date on, or from now. Refusal: exchange_rate_exists. */
export function enterExchangeRate({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/exchange-rates',
    keys: { staff: 'rates.enter' },
    summary: 'Saisir un taux de change',
    success: 201,
    answer: { object: enteredRate },
    body: newRateBody,
    checkFields: ({ body }) => checkRate(body),
    async handler(input) {
      const { reason, ...typed } = input.body
      const entry = { rates: [newRate(typed)], cause: causeOf(input, reason) }
      const ids = await enterExchangeRates(database, input.caller.person, entry)
      const rates = await readExchangeRates(database, ids)
      return {
        body: { data: rates.map(presentEnteredRate)[0] },
        headers: { Location: '/staff/api/exchange-rates' },
      }
    },
  })
}
