import { keyKinds } from '#domain/transactions/transaction.ts'
import Type from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import {
  exchangeRate,
  type ExchangeRate,
  inverseRateText,
  rateText,
} from '#domain/money/exchange.ts'
import type { ApiContext } from '#http/context.ts'
import { currencyField, said } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { readBasis } from '#use-cases/pricing/offer.ts'
import { exchangeRate as exchangeRateSchema } from '#api/schemas/catalogue.ts'
import { regimeOf } from '#domain/money/currency.ts'
import { isoTime } from '#domain/text/text.ts'
import { isPayerFacing, type Reader } from '#domain/transactions/reader.ts'

/** The current rate between two currencies. Refusal: exchange_rate_unavailable. */
export function readExchangeRate(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/exchange-rates',
    keys: keyKinds,
    summary: 'Lire un taux de change',
    about: {
      name: 'getExchangeRate',
      title: 'Read an exchange rate',
      text: 'The current rate between two currencies.',
      codes: ['exchange_rate_unavailable'],
    },
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

/**
 * The exchange rate object: one `from` is `rate` `to`. `marginPercent` (decimal text) is the service's margin on
 * prices in a floating currency; payers do not see it.
 */
function presentExchangeRate(rate: ExchangeRate, marginPercent: string, reader: Reader) {
  const carriesMargin = rate.from !== rate.to && regimeOf(rate.from) === 'floating'
  return {
    id: `${rate.from}-${rate.to}`,
    object: 'exchange_rate',
    from: rate.from,
    to: rate.to,
    rate: Number(rateText(rate)),
    inverse_rate: Number(inverseRateText(rate)),
    regime: rate.regime,
    source: rate.source,
    ...(!isPayerFacing(reader) && { margin_percent: carriesMargin ? Number(marginPercent) : 0 }),
    at: rate.at && isoTime(rate.at),
    expires_at: null,
  }
}
