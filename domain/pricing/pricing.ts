import { accountCurrency, type CurrencyCode, regimeOf } from '#domain/money/currency.ts'
import {
  convert,
  type ExchangeRate,
  exchangeRate,
  type FloatingRate,
  rateText,
} from '#domain/money/exchange.ts'
import type { FeeRule, Payer } from './fee-rule.ts'
import {
  add,
  money,
  type Money,
  percentOf,
  roundUpTo5,
  subtract,
  zero,
} from '#domain/money/money.ts'
import { ratioOfDecimal, scale } from '#domain/money/ratio.ts'
import type { Result } from '#domain/errors/result.ts'

/** A percentage (decimal text) charged when a price is converted, and who pays it. */
export type Surcharge = { readonly percent: string; readonly payer: Payer }

/** A surcharge as taken: its amount in XOF beside its terms. */
export type ChargedSurcharge = Surcharge & { readonly amount: Money }

/**
 * The conversion of a price (docs/money-and-ledger.md#prices-and-fees). `rate` is `to` for one `from`, decimal text;
 * `amount` is the converted price; `fee` and `margin` are null when the payment carries none.
 */
export type Exchange = {
  readonly from: CurrencyCode
  readonly to: CurrencyCode
  readonly rate: string
  readonly rateAt: Date | null
  readonly rateSource: string | null
  readonly amount: Money
  readonly fee: ChargedSurcharge | null
  readonly margin: ChargedSurcharge | null
}

/**
 * A computed price. Exactly: amountCharged = net + fees.amount + exchange fee + margin. `base` is the price in XOF;
 * `rounding` is what rounding amountCharged up to a multiple of 5 added, and is part of the fees.
 */
export type Pricing = {
  readonly price: Money
  readonly base: Money
  readonly fees: { readonly amount: Money; readonly payer: Payer; readonly rule: FeeRule }
  readonly amountCharged: Money
  readonly net: Money
  readonly exchange: Exchange | null
  readonly rounding: Money
}

/**
 * `exchangeFee` is charged on any conversion, `margin` only if the price is in a floating currency
 * (docs/money-and-ledger.md#prices-and-fees).
 */
export type CollectionTerms = {
  readonly price: Money
  readonly feeRule: FeeRule
  readonly exchangeFee: Surcharge | null
  readonly margin: Surcharge | null
  readonly rates: readonly FloatingRate[]
}

/**
 * Prices a collection: what the customer pays is added to the base before it is rounded up to a multiple of 5, what the
 * merchant pays is withheld from the net (docs/money-and-ledger.md#prices-and-fees). Percentages are of the base,
 * rounded to the nearest XOF.
 */
export function priceCollection(
  terms: CollectionTerms,
): Result<Pricing, 'amount_too_small' | 'exchange_rate_unavailable'> {
  const { price, feeRule } = terms
  const rate = exchangeRate(price.currency, accountCurrency, terms.rates)
  if (!rate) return { ok: false, code: 'exchange_rate_unavailable' }
  const base = convert(price, rate, 'half_up')
  const exchange = rate.regime === 'identity' ? null : exchangeOf(terms, rate, base)
  const fee = feeOf(base, feeRule)
  const parts = partsOf({ amount: fee, payer: feeRule.payer }, exchange)
  const due = add(base, borneBy('customer', parts))
  const amountCharged = roundUpTo5(due)
  const net = subtract(base, borneBy('merchant', parts))
  if (net.minor <= 0n) return { ok: false, code: 'amount_too_small' }
  const rounding = subtract(amountCharged, due)
  return {
    ok: true,
    value: {
      price,
      base,
      fees: { amount: add(fee, rounding), payer: feeRule.payer, rule: feeRule },
      amountCharged,
      net,
      exchange,
      rounding,
    },
  }
}

/**
 * Prices a payout in XOF: the fee comes on top and is taken from the balance with the amount, so the merchant pays it
 * whatever the rule says. RangeError for another currency, which the request's checks refuse.
 */
export function pricePayout(amount: Money, feeRule: FeeRule): Pricing {
  if (amount.currency !== accountCurrency) throw new RangeError('payouts are in XOF')
  const due = add(amount, feeOf(amount, feeRule))
  const amountCharged = roundUpTo5(due)
  return {
    price: amount,
    base: amount,
    fees: { amount: subtract(amountCharged, amount), payer: 'merchant', rule: feeRule },
    amountCharged,
    net: amount,
    exchange: null,
    rounding: subtract(amountCharged, due),
  }
}

type Part = { readonly amount: Money; readonly payer: Payer }

function exchangeOf(terms: CollectionTerms, rate: ExchangeRate, base: Money): Exchange {
  const isFloating = regimeOf(terms.price.currency) === 'floating'
  return {
    from: rate.from,
    to: rate.to,
    rate: rateText(rate),
    rateAt: rate.at,
    rateSource: rate.source,
    amount: base,
    fee: surchargeOf(base, terms.exchangeFee),
    margin: isFloating ? surchargeOf(base, terms.margin) : null,
  }
}

/** A surcharge of zero percent is dropped. */
function surchargeOf(base: Money, surcharge: Surcharge | null): ChargedSurcharge | null {
  if (!surcharge || ratioOfDecimal(surcharge.percent).numerator === 0n) return null
  return { ...surcharge, amount: percentOf(base, surcharge.percent, 'half_up') }
}

function feeOf(base: Money, rule: FeeRule): Money {
  if (rule.kind === 'percentage') return percentOf(base, rule.value, 'half_up')
  return money(scale(1n, ratioOfDecimal(rule.value), 'half_up'), accountCurrency)
}

function partsOf(fee: Part, exchange: Exchange | null): Part[] {
  return [fee, exchange?.fee, exchange?.margin].filter((part) => part != null)
}

function borneBy(payer: Payer, parts: readonly Part[]): Money {
  let total = zero(accountCurrency)
  for (const part of parts) if (part.payer === payer) total = add(total, part.amount)
  return total
}
