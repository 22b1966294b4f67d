import { keyKinds } from '#domain/transactions/transaction.ts'
import {
  currencyCodes,
  accountCurrency,
  type CurrencyCode,
  currencyOf,
} from '#domain/money/currency.ts'
import { isConvertible, exchangeRate, rateText } from '#domain/money/exchange.ts'
import { readRates } from '#use-cases/pricing/terms.ts'
import type { ApiContext } from '#http/context.ts'
import { wholeList } from '#http/page.ts'
import { route } from '#http/route.ts'
import { currency as currencySchema } from '#api/schemas/catalogue.ts'

/** The active currencies: the pivot, those with a fixed parity, and the floating ones that have a rate. */
export function listCurrencies(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/currencies',
    keys: keyKinds,
    summary: 'Lister les devises actives',
    about: {
      name: 'listCurrencies',
      title: 'List active currencies',
      text: 'The currencies that prices may be in now: the pivot, those with a fixed parity, and the floating ones that have a rate.',
    },
    answer: { object: currencySchema, isList: true },
    async handler() {
      const rates = await readRates(context.database)
      const active = currencyCodes.filter((code) => isConvertible(code, rates))
      return { body: wholeList(active.map(presentCurrency)) }
    },
  })
}

/** The currency object: its ISO 4217 data, and how it relates to the other currencies. */
function presentCurrency(code: CurrencyCode) {
  const { numericCode, name, symbol, decimals, regime } = currencyOf(code)
  return {
    id: code,
    object: 'currency',
    code,
    numeric_code: numericCode,
    name,
    symbol,
    decimals,
    rounding_step: code === accountCurrency ? chargedStep : null,
    regime,
    parity: parityOf(code),
    active: true,
  }
}

/** Charged amounts are multiples of this; null for currencies in which nothing is charged. */
const chargedStep = 5
const parityCurrency = 'EUR'

/** One unit of `currency` is worth `value` units of the currency shown; null without a parity set by treaty. */
function parityOf(code: CurrencyCode) {
  const currency = code === parityCurrency ? accountCurrency : parityCurrency
  const rate = exchangeRate(currency, code, [])
  return rate ? { currency, value: Number(rateText(rate)) } : null
}
