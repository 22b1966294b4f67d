import { InvalidAmountError } from './errors.ts'

/** Currencies whose minor unit is not a hundredth. */
const decimalsElse: Readonly<Record<string, number>> = { XOF: 0, XAF: 0, GNF: 0, TND: 3 }
const decimalsUsual = 2

/** How many decimals amounts of a currency have: 0 for XOF, 2 for EUR. */
export function decimalsOf(currency: string): number {
  return decimalsElse[currency] ?? decimalsUsual
}

/** The amount that the API takes, of minor units: 1250 of EUR is 12.5, 1000 of XOF is 1000. */
export function fromMinor(minor: number | bigint, currency: string): number {
  const amount = Number(minor) / 10 ** decimalsOf(currency)
  return checkedAmount(amount, currency)
}

/** Minor units of an amount of the API: 12.5 EUR is 1250n. Error: InvalidAmountError. */
export function toMinor(amount: number, currency: string): bigint {
  return BigInt(Math.round(checkedAmount(amount, currency) * 10 ** decimalsOf(currency)))
}

/** The amount itself. Error: InvalidAmountError for what is no amount of this currency, such as 10.5 XOF. */
export function checkedAmount(amount: unknown, currency: string): number {
  const decimals = decimalsOf(currency)
  if (typeof amount === 'number' && amount > 0 && Number(amount.toFixed(decimals)) === amount) {
    return amount
  }
  throw new InvalidAmountError(
    'invalid_amount',
    `${String(JSON.stringify(amount))} is no amount of ${currency}: give a number above 0 with at most ${decimals} ` +
      'decimals, in the unit of the currency. Compute in minor units, and convert once, by fromMinor.',
  )
}
