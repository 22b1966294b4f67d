import Type from 'typebox'
import { currencyCodes, regimeOf } from '#domain/money/currency.ts'
import type { FieldError } from '#domain/errors/errors.ts'
import type { NewRate } from '#use-cases/rates/enter.ts'
import { choiceField, textField } from '#http/fields.ts'
import { parseTimestamp } from '#http/timestamp.ts'

/** Currencies that have rates; the others have a parity by treaty. */
export const floatingCurrencies = currencyCodes.filter((code) => regimeOf(code) === 'floating')

/** A rate as it is typed: what one unit is worth in XOF, as exact text of 10 digits before and after the point at most. */
export const rateFields = {
  currency: choiceField('invalid_currency', floatingCurrencies),
  rate: Type.String({
    code: 'invalid_field',
    pattern: String.raw`^\d{1,10}(\.\d{1,10})?$`,
  }),
  source: textField('invalid_field', { min: 1, max: 120 }),
  at: Type.Optional(Type.String({ code: 'invalid_field', format: 'timestamp' })),
}

/** A rate whose fields were taken. */
export interface TypedRate {
  readonly currency: (typeof floatingCurrencies)[number]
  readonly rate: string
  readonly source: string
  readonly at?: string
}

/** A rate may be entered this long before it holds. */
const aheadMaxMs = 31 * 86_400_000

/** What no schema says: nothing is worth nothing, and a date too far ahead is a slip of the hand that would wait unseen. */
export function checkRate({ rate, at }: Partial<TypedRate>): FieldError[] {
  const time = at === undefined ? null : parseTimestamp(at)
  const isTooFar = time !== null && time.getTime() > Date.now() + aheadMaxMs
  const isZero = rate !== undefined && /^[0.]+$/.test(rate)
  return [
    ...(isZero ? [{ field: 'rate', code: 'invalid_field' } as const] : []),
    ...(isTooFar ? [{ field: 'at', code: 'invalid_field' } as const] : []),
  ]
}

/** The rate for the books. */
export function newRate({ currency, rate, source, at }: TypedRate): NewRate {
  return { currency, xofPerUnit: rate, source, at: at === undefined ? null : parseTimestamp(at) }
}
