import { parse } from 'csv-parse/sync'
import Type from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import { currencyCodes, regimeOf } from '#domain/money/currency.ts'
import { parseTimestamp } from '#domain/text/timestamp.ts'
import { reasonField, secretField } from '#use-cases/desk/fields.ts'
import { choiceField, textField } from '#use-cases/fields.ts'
import { isWithinBounds } from '#domain/money/rate-bounds.ts'
import type { NewRate } from './enter.ts'

/** Currencies that have rates; the others have a parity by treaty. */
export const floatingCurrencies = currencyCodes.filter((code) => regimeOf(code) === 'floating')

const rateShape = /^\d{1,10}(\.\d{1,10})?$/

/** A rate as it is typed: what one unit is worth in XOF, as exact text of 10 digits before and after the point at most. */
const fields = {
  currency: choiceField('invalid_currency', floatingCurrencies),
  rate: Type.String({
    code: 'invalid_field',
    pattern: rateShape.source,
  }),
  source: textField('invalid_field', { min: 1, max: 120 }),
  at: Type.Optional(Type.String({ code: 'invalid_field', format: 'timestamp' })),
}

/** What one rate asks for. */
export const typedRate = Type.Object({
  ...fields,
  password: secretField,
  reason: Type.Optional(reasonField),
})

/** A line of a file of rates. */
export const rateLine = Type.Object(fields)

/** What a file of rates asks for. */
export const typedRates = Type.Object({
  csv: textField('invalid_field', { min: 1, max: 32_000 }),
  password: secretField,
  reason: Type.Optional(reasonField),
})

/** A rate whose fields were taken. */
export type TypedRate = Type.Static<typeof rateLine>

/** A rate may be entered this long before it holds. */
const aheadMaxMs = 31 * 86_400_000

/** What no schema says: a currency has bounds, and a date too far ahead is a slip of the hand that would wait unseen. */
export function checkRate({ currency, rate, at }: Readonly<Partial<TypedRate>>): FieldError[] {
  const time = at === undefined ? null : parseTimestamp(at)
  const isTooFar = time !== null && time.getTime() > Date.now() + aheadMaxMs
  return [
    ...(isSlip(currency, rate) ? [{ field: 'rate', code: 'invalid_field' } as const] : []),
    ...(isTooFar ? [{ field: 'at', code: 'invalid_field' } as const] : []),
  ]
}

/** What has the shape of a rate and can be none: zero, or out of bounds. */
function isSlip(currency: string | undefined, rate: string | undefined): boolean {
  if (rate === undefined || !rateShape.test(rate)) return false
  return Number(rate) === 0 || !isWithinBounds(currency, rate)
}

/** The rate for the books. */
export function newRate({ currency, rate, source, at }: TypedRate): NewRate {
  return { currency, xofPerUnit: rate, source, at: at === undefined ? null : parseTimestamp(at) }
}

const linesMax = 200

/**
 * What a file of rates holds: `currency,rate,source,at`, in any order, `at` may be left out. Lines are named from 1;
 * `checkLine` is the check of `rateLine`.
 */
export function readRatesCsv(
  csv: string,
  checkLine: (line: unknown) => readonly FieldError[],
): { readonly rates: readonly NewRate[]; readonly errors: readonly FieldError[] } {
  const lines = linesOf(csv)
  if (lines === null || lines.length === 0 || lines.length > linesMax) {
    return { rates: [], errors: [{ field: 'csv', code: 'invalid_field' }] }
  }
  const errors = lines.flatMap((line, at) =>
    [...checkLine(line), ...checkRate(line)].map((error) => ({
      ...error,
      field: `csv.${at + 1}.${error.field}`,
    })),
  )
  return { rates: errors.length > 0 ? [] : lines.map(newRate), errors }
}

/** Empty cells are absent fields; null where it is no such file. */
function linesOf(csv: string): TypedRate[] | null {
  try {
    const rows: Readonly<Record<string, string>>[] = parse(csv, {
      columns: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
    })
    return rows.map(
      (row) =>
        Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')) as TypedRate,
    )
  } catch {
    return null
  }
}
