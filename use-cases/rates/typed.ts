import { parse } from 'csv-parse/sync'
import Type from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import { currencyCodes, regimeOf } from '#domain/money/currency.ts'
import { parseTimestamp } from '#domain/text/timestamp.ts'
import { reasonField, secretField } from '#use-cases/desk/fields.ts'
import { choiceField, textField } from '#use-cases/fields.ts'
import { isWithinBounds } from '#domain/money/rate-bounds.ts'
import type { NewRate } from './enter.ts'

/** Currencies with rates; the others have a parity by treaty. */
export const floatingCurrencies = currencyCodes.filter((code) => regimeOf(code) === 'floating')

const rateShape = /^\d{1,10}(\.\d{1,10})?$/

/** A rate as typed: XOF for one unit, as exact text with at most 10 digits before and after the point. */
const fields = {
  currency: choiceField('invalid_currency', floatingCurrencies),
  rate: Type.String({
    code: 'invalid_field',
    pattern: rateShape.source,
  }),
  source: textField('invalid_field', { min: 1, max: 120 }),
  at: Type.Optional(Type.String({ code: 'invalid_field', format: 'timestamp' })),
}

/** Fields for entering one rate. */
export const typedRate = Type.Object({
  ...fields,
  password: secretField,
  reason: Type.Optional(reasonField),
})

/** A line of a file of rates. */
export const rateLine = Type.Object(fields)

/** Fields for importing a file of rates. */
export const typedRates = Type.Object({
  csv: textField('invalid_field', { min: 1, max: 32_000 }),
  password: secretField,
  reason: Type.Optional(reasonField),
})

/** A validated rate. */
export type TypedRate = Type.Static<typeof rateLine>

/** How far in advance a rate may be entered. */
const aheadMaxMs = 31 * 86_400_000

/**
 * Rules that the schema cannot express: a plausible range per currency, and no date so far ahead that the mistake
 * would stay unnoticed.
 */
export function checkRate({ currency, rate, at }: Readonly<Partial<TypedRate>>): FieldError[] {
  const time = at === undefined ? null : parseTimestamp(at)
  const isTooFar = time !== null && time.getTime() > Date.now() + aheadMaxMs
  return [
    ...(isSlip(currency, rate) ? [{ field: 'rate', code: 'invalid_field' } as const] : []),
    ...(isTooFar ? [{ field: 'at', code: 'invalid_field' } as const] : []),
  ]
}

/** True for a well-formed rate that cannot be right: zero, or out of range. */
function isSlip(currency: string | undefined, rate: string | undefined): boolean {
  if (rate === undefined || !rateShape.test(rate)) return false
  return Number(rate) === 0 || !isWithinBounds(currency, rate)
}

/** The rate to store. */
export function newRate({ currency, rate, source, at }: TypedRate): NewRate {
  return { currency, xofPerUnit: rate, source, at: at === undefined ? null : parseTimestamp(at) }
}

const linesMax = 200

/**
 * Parses a file of rates: `currency,rate,source,at`, in any order; `at` is optional. Lines are numbered from 1;
 * `checkLine` validates against `rateLine`.
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

/** Empty cells are absent fields; null if the file cannot be parsed. */
function linesOf(csv: string): TypedRate[] | null {
  try {
    const rows: Readonly<Record<string, string>>[] = parse(csv, {
      columns: eachOnce,
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

/** Of two columns of one name only the last would be read. */
function eachOnce(names: string[]): string[] {
  if (new Set(names).size < names.length) throw new RangeError('a column is there twice')
  return names
}
