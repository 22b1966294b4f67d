import { accountCurrency, type CurrencyCode, regimeOf } from '#domain/money/currency.ts'
import {
  convert,
  type ExchangeRate,
  exchangeRate,
  type FloatingRate,
  inverseRateText,
  minorRatio,
  rateText,
} from '#domain/money/exchange.ts'
import { compare, type Money, subtract, zero } from '#domain/money/money.ts'
import type { Pricing } from './pricing.ts'

/** `history` and `approx` mark payments older than the display block: the rate of their date, or near it. */
export type DisplayRateSource = 'origin' | 'fixed' | 'transaction' | 'history' | 'approx'

/** `value`: 1 XOF in the display currency; `perUnit`: one unit of it in XOF; decimal texts of at most 15 digits. */
export type DisplayRate = {
  readonly value: string
  readonly perUnit: string
  readonly at: Date | null
  readonly source: DisplayRateSource
}

/**
 * Amounts as the payer reads them, in the service's currency (docs/money-and-ledger.md#display). amount + fees =
 * amountCharged to the minor unit, no part below zero; fixed when the payment is created.
 */
export type Display = {
  readonly currency: CurrencyCode
  readonly amount: Money
  readonly fees: Money
  readonly amountCharged: Money
  readonly net: Money
  readonly exchangeFee: Money
  readonly feesUnderMinimum: boolean
  readonly rate: DisplayRate
}

/** The block of a payment link: no fees yet, and no amount when the price is free. */
export type LinkDisplay = {
  readonly currency: CurrencyCode
  readonly amount: Money | null
  readonly converted: boolean
  readonly rate: DisplayRate
}

/** The currency a service displays, with the current dated rates. */
export type DisplaySetting = {
  readonly serviceCurrency: CurrencyCode
  readonly rates: readonly FloatingRate[]
}

/**
 * The display block of a priced payment. The total is the nearest conversion of what is charged, and the fees are the
 * difference between it and the price, so that the identity holds. A service currency without a rate falls back to XOF.
 */
export function displayOf(pricing: Pricing, setting: DisplaySetting): Display {
  const { price, base, amountCharged: charged } = pricing
  const rate = displayExchange(setting)
  const shown = (xof: Money): Money => convert(xof, rate, 'half_up')
  const amount = price.currency === rate.to ? price : shown(base)
  const amountCharged = larger(shown(charged), amount)
  const fees = subtract(amountCharged, amount)
  return {
    currency: rate.to,
    amount,
    fees,
    amountCharged,
    net: shown(pricing.net),
    exchangeFee: smaller(shown(exchangeFeeOfCustomer(pricing)), fees),
    feesUnderMinimum: isUnderMinimum(subtract(charged, base), { rate, fees }),
    rate: displayRate(rate, price.currency),
  }
}

/**
 * The display block of a payment link, whose price (null when free) is in the link's currency; undefined when that
 * currency has no rate.
 */
export function linkDisplayOf(
  link: { readonly currency: CurrencyCode; readonly amount: Money | null },
  setting: DisplaySetting,
): LinkDisplay | undefined {
  const rate = displayExchange(setting)
  const inXof = exchangeRate(link.currency, accountCurrency, setting.rates)
  if (!inXof) return undefined
  const isOrigin = link.currency === rate.to
  const base = link.amount && convert(link.amount, inXof, 'half_up')
  return {
    currency: rate.to,
    amount: isOrigin ? link.amount : base && convert(base, rate, 'half_up'),
    converted: !isOrigin,
    rate: displayRate(rate, link.currency),
  }
}

/**
 * An operator's limits in the service's currency: the smallest rounded up, the largest down, so that an amount equal to
 * a limit shown is within the limit in XOF (docs/api.md#payment-methods).
 */
export function displayLimitsOf(
  limits: { readonly minAmount: Money; readonly maxAmount: Money },
  setting: DisplaySetting,
): { readonly minAmount: Money; readonly maxAmount: Money } {
  const rate = displayExchange(setting)
  return {
    minAmount: convert(limits.minAmount, rate, 'up'),
    maxAmount: convert(limits.maxAmount, rate, 'down'),
  }
}

function displayExchange({ serviceCurrency, rates }: DisplaySetting): ExchangeRate {
  const rate =
    exchangeRate(accountCurrency, serviceCurrency, rates) ??
    exchangeRate(accountCurrency, accountCurrency, rates)
  if (!rate) throw new RangeError('the account currency has no rate to itself')
  return rate
}

function displayRate(rate: ExchangeRate, priceCurrency: CurrencyCode): DisplayRate {
  return {
    value: rateText(rate),
    perUnit: inverseRateText(rate),
    at: rate.at,
    source: sourceOf(rate.to, priceCurrency),
  }
}

function sourceOf(currency: CurrencyCode, priceCurrency: CurrencyCode): DisplayRateSource {
  if (currency === priceCurrency) return 'origin'
  return regimeOf(currency) === 'floating' ? 'transaction' : 'fixed'
}

function exchangeFeeOfCustomer({ exchange }: Pricing): Money {
  const fee = exchange?.fee
  return fee?.payer === 'customer' ? fee.amount : zero(accountCurrency)
}

/**
 * Fees (in XOF, what the customer pays above the price) that are worth less than one minor unit, or display as zero.
 */
function isUnderMinimum(
  realFees: Money,
  { rate, fees }: { readonly rate: ExchangeRate; readonly fees: Money },
): boolean {
  const { numerator, denominator } = minorRatio(realFees, rate)
  if (realFees.minor <= 0n) return false
  return fees.minor === 0n || realFees.minor * numerator < denominator
}

function larger(a: Money, b: Money): Money {
  return compare(a, b) < 0 ? b : a
}

function smaller(a: Money, b: Money): Money {
  return compare(a, b) < 0 ? a : b
}
