import { Big } from 'big.js'

/** An exact fraction; the denominator is above zero. Rates and percentages are computed with it, never with floats. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint }

/** How to round a result between two integers: to the nearest one (a half goes up), up or down. */
export type Rounding = 'half_up' | 'up' | 'down'

/** Rates and percentages longer than this are refused: none has that many digits. */
const DECIMAL_TEXT_LENGTH_MAX = 40
/** Significant digits in a written rate: as many as a JSON number carries exactly. */
const RATE_SIGNIFICANT_DIGITS = 15
/** Decimals a division keeps before its digits are cut: enough for the smallest rate. */
const DIVISION_DECIMALS = 40
const ROUND_HALF_UP = 1

const Decimal = Big()
Decimal.DP = DIVISION_DECIMALS
Decimal.RM = ROUND_HALF_UP

const decimalShape = /^\d+(?:\.\d+)?$/

/** True for plain decimal text, zero or positive (`1.9`, `655.957`): no sign, no exponent. */
function isDecimalText(text: string): boolean {
  return text.length <= DECIMAL_TEXT_LENGTH_MAX && decimalShape.test(text)
}

/** The exact fraction of a decimal text; RangeError for any other text, because rates come from checked settings. */
export function ratioOfDecimal(text: string): Ratio {
  if (!isDecimalText(text)) throw new RangeError('not a decimal text')
  const [whole = '', fraction = ''] = text.split('.')
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) }
}

/** The fraction of a percentage: `1.9` is 19/1000. */
export function ratioOfPercent(percent: string): Ratio {
  const { numerator, denominator } = ratioOfDecimal(percent)
  return { numerator, denominator: denominator * 100n }
}

/** a x b, exactly. */
export function multiplyRatios(a: Ratio, b: Ratio): Ratio {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator }
}

/** 1 / ratio; RangeError for zero. */
export function invertRatio(ratio: Ratio): Ratio {
  if (ratio.numerator <= 0n) throw new RangeError('only a ratio above zero has an inverse')
  return { numerator: ratio.denominator, denominator: ratio.numerator }
}

/** value x ratio, rounded once to an integer. */
export function scale(value: bigint, ratio: Ratio, rounding: Rounding): bigint {
  return divideRounded(value * ratio.numerator, ratio.denominator, rounding)
}

/** The ratio as decimal text with at most 15 significant digits, without exponent or trailing zeros. */
export function decimalOfRatio(ratio: Ratio): string {
  const quotient = new Decimal(ratio.numerator.toString()).div(ratio.denominator.toString())
  return quotient.prec(RATE_SIGNIFICANT_DIGITS, ROUND_HALF_UP).toFixed()
}

/** numerator / denominator as an integer; `up` and `down` mean towards the larger and the smaller number. */
function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (rounding === 'half_up') return floorDivide(2n * numerator + denominator, 2n * denominator)
  if (rounding === 'up') return -floorDivide(-numerator, denominator)
  return floorDivide(numerator, denominator)
}

function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const truncated = numerator / denominator
  return numerator < 0n && numerator % denominator !== 0n ? truncated - 1n : truncated
}
