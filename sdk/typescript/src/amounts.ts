import { InvalidAmountError } from './errors.ts'

/** Currencies whose minor unit is not a hundredth. */
const decimalsElse: Readonly<Record<string, number>> = { XOF: 0, XAF: 0, GNF: 0, TND: 3 }
const decimalsUsual = 2

/** Number of decimals of a currency: 0 for XOF, 2 for EUR. */
export function decimalsOf(currency: string): number {
  return decimalsElse[currency] ?? decimalsUsual
}

/** Converts minor units to the API's amount: 1250 of EUR is 12.5, 1000 of XOF is 1000. Error: InvalidAmountError. */
export function fromMinor(minor: number | bigint, currency: string): number {
  const amount = Number(minor) / 10 ** decimalsOf(currency)
  return checkedAmount(amount, currency)
}

/** Converts the API's amount to minor units: 12.5 EUR is 1250n. Error: InvalidAmountError. */
export function toMinor(amount: number, currency: string): bigint {
  return BigInt(Math.round(checkedAmount(amount, currency) * 10 ** decimalsOf(currency)))
}

/** Returns the amount. Error: InvalidAmountError if it is not an amount of this currency, such as 10.5 XOF. */
export function checkedAmount(amount: unknown, currency: string): number {
  const decimals = decimalsOf(currency)
  const most = Number.MAX_SAFE_INTEGER / 10 ** decimals
  if (typeof amount === 'number' && amount > 0 && amount <= most) {
    if (Number(amount.toFixed(decimals)) === amount) return amount
  }
  const text = typeof amount === 'string' ? ', not text,' : ''
  const form = decimals === 0 ? 'without decimals' : `with at most ${decimals} decimals`
  throw new InvalidAmountError(
    'invalid_amount',
    `${shown(amount)} is no amount of ${currency}: give a number${text} above 0 ${form}, in the unit ` +
      'of the currency. Compute in minor units, and convert once, by fromMinor.',
  )
}

/** JSON knows neither NaN nor a bigint, which `toMinor` gives. */
function shown(amount: unknown): string {
  if (typeof amount === 'bigint') return `${amount}n`
  return String(typeof amount === 'number' ? amount : JSON.stringify(amount))
}
