import Type from 'typebox'
import { enterExchangeRates } from '#use-cases/rates/enter.ts'
import { listExchangeRates, readExchangeRates } from '#use-cases/rates/list.ts'
import {
  checkRate,
  floatingCurrencies,
  newRate,
  rateLine,
  readRatesCsv,
  typedRate,
  typedRates,
} from '#use-cases/rates/typed.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import { wholeList } from '#http/page.ts'
import { type Route, route } from '#http/route.ts'
import { bodyCheck } from '#http/validate.ts'
import { presentEnteredRate } from '#api/present/staff-context.ts'
import { enteredRate } from '#api/schemas/staff.ts'
import { queueRoute } from '#api/staff/desk-route.ts'
import { causeOf } from '#api/staff/fields.ts'

const path = '/staff/api/exchange-rates'

/** All rates ever entered, latest date first; entering one, or a file of them. */
export function rateRoutes(context: ApiContext): readonly Route[] {
  return [
    queueRoute(context, {
      path,
      summary: 'Lister les taux de change saisis',
      answer: enteredRate,
      filters: {
        currency: Type.Optional(choiceField('invalid_parameter', floatingCurrencies)),
      },
      read: ({ limit, after }, { currency }) =>
        listExchangeRates(context.database, {
          limit,
          currency,
          after: after && { at: after.createdAt, id: after.id },
        }),
      at: ({ at }) => at,
      present: presentEnteredRate,
    }),
    enterRoute(context),
    importRoute(context),
  ]
}

/** Enters a rate, valid from its date on, or from now. Refusals: those of `enterExchangeRates`. */
function enterRoute({ database }: ApiContext) {
  return route({
    method: 'POST',
    path,
    keys: { staff: 'rates.enter' },
    summary: 'Saisir un taux de change',
    success: 201,
    answer: { object: enteredRate },
    body: typedRate,
    checkFields: ({ body }) => checkRate(body),
    async handler(input) {
      const { reason, password, ...typed } = input.body
      const entry = { rates: [newRate(typed)], password, cause: causeOf(input, reason) }
      const ids = await enterExchangeRates(database, input.caller.person, entry)
      const rates = await readExchangeRates(database, ids)
      return { body: { data: rates.map(presentEnteredRate)[0] }, headers: { Location: path } }
    },
  })
}

const readCsv = (csv: string) => readRatesCsv(csv, bodyCheck(rateLine))

/**
 * Enters the rates of a file, all or none. Refusals: the fields of its lines (`csv.3.rate`), and those of
 * `enterExchangeRates`.
 */
function importRoute({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: `${path}/import`,
    keys: { staff: 'rates.enter' },
    summary: 'Importer des taux de change (CSV : currency,rate,source,at)',
    success: 201,
    answer: { object: enteredRate, isList: true },
    body: typedRates,
    checkFields: ({ body }) => (body.csv === undefined ? [] : readCsv(body.csv).errors),
    async handler(input) {
      const { csv, password, reason } = input.body
      const entry = { rates: readCsv(csv).rates, password, cause: causeOf(input, reason) }
      const ids = await enterExchangeRates(database, input.caller.person, entry)
      const entered = await readExchangeRates(database, ids)
      return { body: wholeList(entered.map(presentEnteredRate)), headers: { Location: path } }
    },
  })
}
