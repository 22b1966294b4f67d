import { isJsonObject, numberSource } from './json.ts'

/**
 * The canonical text of a JSON value read by `parseJsonBody`: keys sorted, no spaces, numbers by value (`1000`,
 * `1000.0` and `1e3` are equal). Used for the fingerprint of an idempotent request (docs/api.md#idempotency).
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((_item, at) => member(value, String(at))).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).toSorted()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${member(value, key)}`).join(',')}}`
}

function member(holder: object, key: string): string {
  const source = numberSource(holder, key)
  if (source !== undefined) return canonicalNumber(source)
  return canonicalText(Reflect.get(holder, key))
}

const numberShape = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** `digits e exponent`, without leading or trailing zeros in the digits; the exponent may be of any size. */
function canonicalNumber(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = numberShape.exec(source) ?? []
  const coefficient = trimStart(whole + fraction)
  const digits = trimEnd(coefficient)
  if (digits === '') return '0'
  const shift = coefficient.length - digits.length - fraction.length
  return `${sign}${digits}e${BigInt(exponent) + BigInt(shift)}`
}

function trimStart(digits: string): string {
  let from = 0
  while (digits[from] === '0') from += 1
  return digits.slice(from)
}

function trimEnd(digits: string): string {
  let to = digits.length
  while (to > 0 && digits[to - 1] === '0') to -= 1
  return digits.slice(0, to)
}
