import { compare, type Money } from '#domain/money/money.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { Language } from '#domain/text/language.ts'
import type { PriceLimits } from '#use-cases/pricing/limits.ts'
import type { OpenMethod } from '#use-cases/pricing/open-methods.ts'
import { moneyText } from '#web/design/money.tsx'
import { payerWords } from './words.ts'

/** The smallest and largest price that may be chosen, both included; null if there is no limit. */
export interface ChoiceLimits {
  readonly minAmount: Money | null
  readonly maxAmount: Money | null
}

/** What the merchant allows, within what at least one method accepts. */
export function limitsAmong(
  { minAmount, maxAmount, currency }: Pick<Payable, 'minAmount' | 'maxAmount' | 'currency'>,
  methods: readonly OpenMethod[],
): ChoiceLimits {
  const taken = methods
    .map(({ limits }) => limits.shown)
    .filter((limits) => limits.minAmount.currency === currency)
  const open = widest(taken)
  return {
    minAmount: larger(minAmount, open.minAmount),
    maxAmount: smaller(maxAmount, open.maxAmount),
  }
}

/** What at least one of them accepts; they are in one currency. */
export function widest(limits: readonly PriceLimits[]): ChoiceLimits {
  return {
    minAmount: extreme(
      limits.map((each) => each.minAmount),
      -1,
    ),
    maxAmount: extreme(
      limits.map((each) => each.maxAmount),
      1,
    ),
  }
}

/** True if the methods do not all accept the same prices. */
export function areDifferent(methods: readonly OpenMethod[]): boolean {
  const [first, ...others] = methods.map(({ limits }) => limits.shown)
  return first !== undefined && others.some((limits) => !areSame(first, limits))
}

function areSame(a: PriceLimits, b: PriceLimits): boolean {
  return a.minAmount.minor === b.minAmount.minor && a.maxAmount.minor === b.maxAmount.minor
}

/** True if a price is outside the limits. */
export function isBeyond({ minAmount, maxAmount }: ChoiceLimits, price: Money): boolean {
  const isBelow = minAmount !== null && compare(price, minAmount) < 0
  return isBelow || (maxAmount !== null && compare(price, maxAmount) > 0)
}

/** `De 500 F CFA à 10 000 F CFA`. */
export function limitsText(
  { minAmount, maxAmount }: ChoiceLimits,
  language: Language,
): string | undefined {
  const words = payerWords[language].amounts
  const least = minAmount && moneyText(minAmount, language)
  const most = maxAmount && moneyText(maxAmount, language)
  if (least && most) return words.between(least, most)
  if (least) return words.atLeast(least)
  return most ? words.atMost(most) : undefined
}

/** What to say about a refused amount. */
export function amountFault(limits: ChoiceLimits, language: Language): string {
  const words = payerWords[language].amounts
  const text = limitsText(limits, language)
  return text ? words.refusedFor(text) : words.refused
}

/** The smallest of amounts in one currency, or with 1 the largest; null if there is none. */
function extreme(amounts: readonly Money[], sign: 1 | -1): Money | null {
  const [first, ...others] = amounts
  if (first === undefined) return null
  return others.reduce((most, each) => (compare(each, most) * sign > 0 ? each : most), first)
}

function larger(a: Money | null, b: Money | null): Money | null {
  return extreme(
    [a, b].filter((amount) => amount !== null),
    1,
  )
}

function smaller(a: Money | null, b: Money | null): Money | null {
  return extreme(
    [a, b].filter((amount) => amount !== null),
    -1,
  )
}
