import { accountCurrency, type CurrencyCode, currencyOf } from '#domain/money/currency.ts'
import { exchangeRate, rateText } from '#domain/money/exchange.ts'

/** The currency object: its ISO 4217 data, and how it relates to the other currencies. */
export function presentCurrency(code: CurrencyCode) {
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
