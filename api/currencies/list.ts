import { currencyCodes } from '#domain/money/currency.ts'
import { isConvertible } from '#domain/money/exchange.ts'
import { readRates } from '#use-cases/pricing/terms.ts'
import type { ApiContext } from '#http/context.ts'
import { wholeList } from '#http/page.ts'
import { route } from '#http/route.ts'
import { about } from './about.ts'
import { presentCurrency } from '#api/present/currency.ts'
import { currency as currencySchema } from '#api/schemas/catalogue.ts'

/** The active currencies: the pivot, those with a fixed parity, and the floating ones that have a rate. */
export function listCurrencies(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/currencies',
    keys: ['secret', 'public', 'terminal', 'session'],
    summary: 'Lister les devises actives',
    about: about.listCurrencies,
    answer: { object: currencySchema, isList: true },
    async handler() {
      const rates = await readRates(context.database)
      const active = currencyCodes.filter((code) => isConvertible(code, rates))
      return { body: wholeList(active.map(presentCurrency)) }
    },
  })
}
