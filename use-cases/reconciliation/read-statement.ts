import { type FieldError, fieldsError } from '#domain/errors/errors.ts'
import {
  readOperatorColumns,
  readOperatorLine,
  type OperatorColumns,
  type OperatorLine,
  type OperatorStatementRules,
} from '#domain/reconciliation/statement.ts'
import { readTable, readText, type TableRow, UnreadableTable } from '#platform/read-table.ts'

/** Maximum lines of a statement; a longer one is imported in parts with shorter periods. */
const operatorLinesMax = 100_000
/** The most errors in one answer: the others are found at the next try, once these are corrected. */
const faultsMax = 50

/**
 * Parses an operator's statement (docs/reconciliation.md), in pieces. Refusal: the errors of the first invalid lines,
 * by line and column.
 */
export async function readOperatorStatement(
  csv: string,
  rules: OperatorStatementRules,
): Promise<OperatorLine[]> {
  const reading: Reading = {
    lines: [],
    faults: [],
    columns: undefined,
    titles: 0,
    isOver: false,
  }
  try {
    for await (const row of readTable(csv)) {
      readRow(reading, row, rules)
      if (reading.isOver) break
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    reading.faults.push({ field: `csv.${error.line}`, code: 'invalid_field' })
  }
  const faults = faultsOf(reading)
  if (faults.length > 0) throw fieldsError(faults.slice(0, faultsMax))
  return reading.lines
}

/** Errors of the whole file, then of its lines. */
function faultsOf({ lines, faults, columns }: Reading): readonly FieldError[] {
  const isEmpty = columns === undefined && faults.length === 0
  const isWhole = !isEmpty && lines.length <= operatorLinesMax
  return isWhole ? faults : [{ field: 'csv', code: 'invalid_field' }, ...faults]
}

interface Reading {
  readonly lines: OperatorLine[]
  readonly faults: FieldError[]
  columns: OperatorColumns | undefined
  titles: number
  /** True once parsing can stop: columns are missing, or there are too many errors or lines. */
  isOver: boolean
}

function readRow(reading: Reading, row: TableRow, rules: OperatorStatementRules): void {
  const { lines, faults, columns } = reading
  if (columns === undefined) {
    const header = readOperatorColumns(row)
    faults.push(...header.faults)
    reading.columns = header.columns
    reading.titles = row.cells.length
    reading.isOver = faults.length > 0
    return
  }
  const read = readOperatorLine(row, columns, rules)
  faults.push(...read.faults)
  // A comma inside an amount was taken for the end of its cell: `150,000` would be 150.
  if (row.cells.slice(reading.titles).some((cell) => cell !== ''))
    faults.push({ field: `csv.${row.number}`, code: 'invalid_field' })
  if (read.line !== undefined) lines.push(read.line)
  reading.isOver = faults.length >= faultsMax || lines.length > operatorLinesMax
}

/** True for a file of titles alone: a statement that nothing happened on its days. */
export async function hasNoLines(csv: string): Promise<boolean> {
  let isTitled = false
  try {
    for await (const row of readTable(csv)) {
      if (isTitled) return false
      isTitled = readOperatorColumns(row).faults.length === 0
      if (!isTitled) return false
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    return false
  }
  return isTitled
}

/** The text of a statement as a file; empty for anything but text, such as a workbook. */
export function textOfStatement(file: Uint8Array): string {
  return readText(file) ?? ''
}

/** Which lines repeat an earlier one: the same outcome of an order in the same direction, under either reference. */
export function repeatsOf(lines: readonly OperatorLine[]): readonly boolean[] {
  const seen = new Set<string>()
  return lines.map(({ kind, status, operatorReference, reference }) => {
    const end = `${kind === 'collection' ? 'in' : 'out'} ${status}`
    const names = [
      ...(operatorReference === null ? [] : [`${end} theirs ${operatorReference}`]),
      ...(reference === null ? [] : [`${end} ours ${reference}`]),
    ]
    const isRepeated = names.some((name) => seen.has(name))
    for (const name of names) seen.add(name)
    return isRepeated
  })
}
