import { accountCurrency, type CurrencyCode, decimalsOf, regimeOf } from './currency.ts'
import type { Money } from './money.ts'
import {
  decimalOfRatio,
  invertRatio,
  multiplyRatios,
  type Ratio,
  ratioOfDecimal,
  type Rounding,
  scale,
} from './ratio.ts'

/** A dated rate of a floating currency: how many XOF one unit of it is worth, as decimal text above zero. */
export type FloatingRate = {
  readonly currency: CurrencyCode
  readonly xofPerUnit: string
  readonly at: Date
  readonly source: string
}

/**
 * The rate between two currencies: one unit of `from` is `ratio` units of `to`, exactly. `at` and `source` are those of
 * the floating rate used (the older one when there are two), null for a parity.
 */
export type ExchangeRate = {
  readonly from: CurrencyCode
  readonly to: CurrencyCode
  readonly ratio: Ratio
  readonly regime: 'identity' | 'fixed' | 'floating'
  readonly at: Date | null
  readonly source: string | null
}

const one: Ratio = { numerator: 1n, denominator: 1n }
/** XOF for one unit of each currency with a fixed parity (docs/money-and-ledger.md#currencies-and-rates). */
const parities: Partial<Record<CurrencyCode, Ratio>> = {
  XOF: one,
  XAF: one,
  EUR: { numerator: 655957n, denominator: 1000n },
}

/** The rate from one currency to another through XOF; undefined when a floating currency has no dated rate. */
export function exchangeRate(
  from: CurrencyCode,
  to: CurrencyCode,
  rates: readonly FloatingRate[],
): ExchangeRate | undefined {
  if (from === to) return { from, to, ratio: one, regime: 'identity', at: null, source: null }
  const source = worthInXof(from, rates)
  const target = worthInXof(to, rates)
  if (!source || !target) return undefined
  const ratio = multiplyRatios(source.ratio, invertRatio(target.ratio))
  const dated = olderOf(source.rate, target.rate)
  if (!dated) return { from, to, ratio, regime: 'fixed', at: null, source: null }
  return { from, to, ratio, regime: 'floating', at: dated.at, source: dated.source }
}

/** An amount in the other currency of a rate, rounded once to that currency's minor unit. */
export function convert(amount: Money, rate: ExchangeRate, rounding: Rounding): Money {
  return { minor: scale(amount.minor, minorRatio(amount, rate), rounding), currency: rate.to }
}

/** The exact ratio of minor units that a rate stands for; RangeError when the amount is not in the rate's currency. */
export function minorRatio(amount: Money, rate: ExchangeRate): Ratio {
  if (amount.currency !== rate.from) throw new RangeError('the rate is of another currency')
  return multiplyRatios(rate.ratio, {
    numerator: 10n ** BigInt(decimalsOf(rate.to)),
    denominator: 10n ** BigInt(decimalsOf(rate.from)),
  })
}

/** One unit of `from` in `to`, as decimal text of at most 15 significant digits: `655.957`. */
export function rateText(rate: ExchangeRate): string {
  return decimalOfRatio(rate.ratio)
}

/** One unit of `to` in `from`, as decimal text of at most 15 significant digits. */
export function inverseRateText(rate: ExchangeRate): string {
  return decimalOfRatio(invertRatio(rate.ratio))
}

/** True when amounts of this currency can be brought to XOF with these rates. */
export function isConvertible(currency: CurrencyCode, rates: readonly FloatingRate[]): boolean {
  return exchangeRate(currency, accountCurrency, rates) !== undefined
}

type Worth = { readonly ratio: Ratio; readonly rate: FloatingRate | undefined }

function worthInXof(currency: CurrencyCode, rates: readonly FloatingRate[]): Worth | undefined {
  const parity = parities[currency]
  if (regimeOf(currency) !== 'floating') return parity && { ratio: parity, rate: undefined }
  const rate = latestOf(currency, rates)
  const ratio = rate && ratioOfDecimal(rate.xofPerUnit)
  return ratio && ratio.numerator > 0n ? { ratio, rate } : undefined
}

function latestOf(
  currency: CurrencyCode,
  rates: readonly FloatingRate[],
): FloatingRate | undefined {
  let latest: FloatingRate | undefined
  for (const rate of rates) {
    if (rate.currency === currency && (!latest || rate.at > latest.at)) latest = rate
  }
  return latest
}

function olderOf(
  a: FloatingRate | undefined,
  b: FloatingRate | undefined,
): FloatingRate | undefined {
  if (!a || !b) return a ?? b
  return a.at <= b.at ? a : b
}
