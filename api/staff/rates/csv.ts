import { parse } from 'csv-parse/sync'
import Type from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import { bodyCheck } from '#http/validate.ts'
import { checkRate, rateFields, type TypedRate } from './rate.ts'

const linesMax = 200
const checkLine = bodyCheck(Type.Object(rateFields))

/** What a file of rates holds: `currency,rate,source,at`, in any order, `at` may be left out. Lines are named from 1. */
export function readRatesCsv(csv: string): {
  readonly rates: readonly TypedRate[]
  readonly errors: readonly FieldError[]
} {
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
  return { rates: lines as unknown as TypedRate[], errors }
}

type Line = Readonly<Record<string, string>>

/** Empty cells are absent fields; null where it is no such file. */
function linesOf(csv: string): Line[] | null {
  try {
    const rows: Line[] = parse(csv, {
      columns: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
    })
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')),
    )
  } catch {
    return null
  }
}
