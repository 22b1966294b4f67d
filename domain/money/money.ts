import { type CurrencyCode, decimalsOf } from './currency.ts'
import { ratioOfPercent, type Rounding, scale } from './ratio.ts'
import type { Result } from '#domain/errors/result.ts'

/** An amount: minor units as an integer (1250 for 12.50 EUR, 1250 for 1250 XOF), always with its currency. */
export type Money = { readonly minor: bigint; readonly currency: CurrencyCode }

/** Beyond this a JSON number is no longer exact for its readers (docs/money-and-ledger.md#amounts). */
export const MINOR_MAX = BigInt(Number.MAX_SAFE_INTEGER)
/** The most minor units of a price or of a payout: no currency it is shown in makes more than `MINOR_MAX` of them. */
export const PRICE_MINOR_MAX = 10n ** 11n
/** No amount of 15 digits needs a longer text; anything longer is refused before parsing. */
const AMOUNT_TEXT_LENGTH_MAX = 64
const AMOUNT_SIGNIFICANT_DIGITS_MAX = 15
const EXPONENT_MAX = 99
/** Amounts charged in XOF are multiples of this (docs/money-and-ledger.md#prices-and-fees). */
const CHARGED_STEP = 5n

/** A JSON number without a sign: no negative number is an amount. */
const jsonNumberShape = /^(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Money of this many minor units. */
export function money(minor: bigint, currency: CurrencyCode): Money {
  return { minor, currency }
}

/** A row with its `amount` and `currency` as one amount. */
export function withMoney<
  Row extends { readonly amount: bigint; readonly currency: CurrencyCode },
>({
  amount,
  currency,
  ...row
}: Row): Omit<Row, 'amount' | 'currency'> & { readonly amount: Money } {
  return { ...row, amount: money(amount, currency) }
}

/** Zero, in a currency. */
export function zero(currency: CurrencyCode): Money {
  return { minor: 0n, currency }
}

/**
 * Reads an amount from the source text of a JSON number (`1000`, `1000.0`, `1e3`), exactly. Refused: anything else, zero,
 * negatives, more decimals than the currency has, more than 15 significant digits, more than 2^53 - 1 minor units.
 */
export function parseAmount(
  sourceText: string,
  currency: CurrencyCode,
): Result<Money, 'invalid_amount'> {
  const decimal = readJsonNumber(sourceText)
  if (!decimal || decimal.digits.length > AMOUNT_SIGNIFICANT_DIGITS_MAX) return refusal
  const zeros = decimal.exponent + decimalsOf(currency)
  if (zeros < 0 || zeros > AMOUNT_TEXT_LENGTH_MAX) return refusal
  const minor = BigInt(decimal.digits) * 10n ** BigInt(zeros)
  return minor > MINOR_MAX ? refusal : { ok: true, value: { minor, currency } }
}

/** The amount in currency units as decimal text, with all decimals of its currency: `12.50`, `1000`. */
export function toDecimalText({ minor, currency }: Money): string {
  const decimals = decimalsOf(currency)
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0')
  const sign = minor < 0n ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The amount as a number that JSON prints with exactly these digits; RangeError if a double cannot represent it. */
export function toNumber(amount: Money): number {
  const text = toDecimalText(amount)
  const number = Number(text)
  const shortest = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  if (String(number) !== shortest) throw new RangeError('amount beyond exact JSON numbers')
  return number
}

/** a + b, in one currency. */
export function add(a: Money, b: Money): Money {
  return { minor: a.minor + minorOf(b, a.currency), currency: a.currency }
}

/** a - b, in one currency; may be negative. */
export function subtract(a: Money, b: Money): Money {
  return { minor: a.minor - minorOf(b, a.currency), currency: a.currency }
}

/** Negative, zero or positive as a is less than, equal to or greater than b; in one currency. */
export function compare(a: Money, b: Money): -1 | 0 | 1 {
  const other = minorOf(b, a.currency)
  if (a.minor === other) return 0
  return a.minor < other ? -1 : 1
}

/** A percentage (decimal text, `1.9`) of an amount, rounded once to its minor unit. */
export function percentOf(amount: Money, percent: string, rounding: Rounding): Money {
  return {
    minor: scale(amount.minor, ratioOfPercent(percent), rounding),
    currency: amount.currency,
  }
}

/** The next multiple of 5 minor units, or the amount itself when it is one. */
export function roundUpTo5({ minor, currency }: Money): Money {
  const step = { numerator: 1n, denominator: CHARGED_STEP }
  return { minor: scale(minor, step, 'up') * CHARGED_STEP, currency }
}

const refusal = { ok: false, code: 'invalid_amount' } as const

/** digits x 10^exponent, positive, with the zeros at either end of the digits removed. */
function readJsonNumber(text: string): { digits: string; exponent: number } | undefined {
  const match = text.length <= AMOUNT_TEXT_LENGTH_MAX ? jsonNumberShape.exec(text) : null
  if (!match) return undefined
  const [whole = '', fraction = '', exponent = '0'] = match.slice(1)
  const coefficient = (whole + fraction).replace(/^0+/, '')
  const digits = coefficient.replace(/0+$/, '')
  if (digits === '' || Math.abs(Number(exponent)) > EXPONENT_MAX) return undefined
  const trailingZeros = coefficient.length - digits.length
  return { digits, exponent: Number(exponent) - fraction.length + trailingZeros }
}

/** Adding two currencies is a bug in our code, never a caller's error. */
function minorOf(amount: Money, currency: CurrencyCode): bigint {
  if (amount.currency !== currency) {
    throw new RangeError(`cannot combine ${currency} with ${amount.currency}`)
  }
  return amount.minor
}
