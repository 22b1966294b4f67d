import Type from 'typebox'
import { enterExchangeRates } from '#use-cases/rates/enter.ts'
import { readExchangeRates } from '#use-cases/rates/list.ts'
import type { ApiContext } from '#http/context.ts'
import { textField } from '#http/fields.ts'
import { wholeList } from '#http/page.ts'
import { route } from '#http/route.ts'
import { presentEnteredRate } from '#api/present/staff-context.ts'
import { enteredRate } from '#api/schemas/staff.ts'
import { causeOf, reasonField } from '#api/staff/fields.ts'
import { readRatesCsv } from './csv.ts'
import { newRate } from './rate.ts'

/** Enters the rates of a file, all or none. Refusals: the fields of its lines (`csv.3.rate`), exchange_rate_exists. */
export function importExchangeRates({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/exchange-rates/import',
    keys: { staff: 'rates.enter' },
    summary: 'Importer des taux de change (CSV : currency,rate,source,at)',
    success: 201,
    answer: { object: enteredRate, isList: true },
    body: Type.Object({
      csv: textField('invalid_field', { min: 1, max: 32_000 }),
      reason: Type.Optional(reasonField),
    }),
    checkFields: ({ body }) => (body.csv === undefined ? [] : readRatesCsv(body.csv).errors),
    async handler(input) {
      const { csv, reason } = input.body
      const rates = readRatesCsv(csv).rates.map(newRate)
      const entry = { rates, cause: causeOf(input, reason) }
      const ids = await enterExchangeRates(database, input.caller.person, entry)
      const entered = await readExchangeRates(database, ids)
      return {
        body: wholeList(entered.map(presentEnteredRate)),
        headers: { Location: '/staff/api/exchange-rates' },
      }
    },
  })
}
