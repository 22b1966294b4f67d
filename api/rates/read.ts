import Type from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import { exchangeRate } from '#domain/money/exchange.ts'
import type { ApiContext } from '#http/context.ts'
import { currencyField, said } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { about } from './about.ts'
import { presentExchangeRate } from '#api/present/exchange-rate.ts'
import { readBasis } from '#use-cases/pricing/offer.ts'
import { exchangeRate as exchangeRateSchema } from '#api/schemas/catalogue.ts'

/** The current rate between two currencies. Refusal: exchange_rate_unavailable. */
export function readExchangeRate(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/exchange-rates',
    keys: ['secret', 'public', 'terminal', 'session'],
    summary: 'Lire un taux de change',
    about: about.getExchangeRate,
    answer: { object: exchangeRateSchema },
    query: Type.Object({
      from: said(currencyField, 'Currency to convert from.', 'EUR'),
      to: said(currencyField, 'Currency to convert to.', 'XOF'),
    }),
    async handler({ query: { from, to }, caller }) {
      const { terms, rates } = await readBasis(context, caller.serviceEnvId)
      const rate = exchangeRate(from, to, rates)
      if (rate === undefined) throw fail('exchange_rate_unavailable', { from, to })
      const { percent } = terms.exchangeMargin
      return { body: { data: presentExchangeRate(rate, percent, caller.kind) } }
    },
  })
}
