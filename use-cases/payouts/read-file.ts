import { payoutFileLinesMax } from '#domain/payouts/file.ts'
import {
  type PayoutColumn,
  type PayoutColumns,
  readPayoutColumns,
} from '#domain/payouts/file-columns.ts'
import {
  type PayoutLine,
  type PayoutLineFault,
  readPayoutLine,
  repeatsWithin,
} from '#domain/payouts/file-line.ts'
import {
  hasMoreRows,
  readTable,
  type TableRow,
  UnreadableTable,
  readText,
} from '#platform/read-table.ts'

/** Why a file cannot be read at all. */
export type PayoutFileFault =
  | { readonly code: 'empty' | 'no_text' | 'no_lines' | 'too_many_lines' | 'too_many_unsent' }
  | { readonly code: 'column_missing' | 'column_twice'; readonly column: PayoutColumn }

export interface PayoutFileRead {
  readonly lines: readonly PayoutLine[]
  readonly faults: readonly PayoutLineFault[]
  /** An error of the whole file; then there are no lines. */
  readonly whole: PayoutFileFault | null
}

interface Reading {
  readonly lines: PayoutLine[]
  readonly faults: PayoutLineFault[]
  columns: PayoutColumns | undefined
  titles: number
  count: number
}

/** Parses a file of payouts, in pieces; it is checked against the database afterwards. */
export async function readPayoutFile(bytes: Uint8Array): Promise<PayoutFileRead> {
  const text = readText(bytes)
  if (text === null) return unread({ code: 'no_text' })
  const reading: Reading = { lines: [], faults: [], columns: undefined, titles: 0, count: 0 }
  const whole = await readRows(reading, text)
  if (whole !== null) return unread(whole)
  const { lines, faults } = reading
  return { lines, faults: [...faults, ...repeatsWithin(lines)], whole: null }
}

async function readRows(reading: Reading, text: string): Promise<PayoutFileFault | null> {
  try {
    for await (const row of readTable(text)) {
      const whole =
        reading.columns === undefined ? readHead(reading, row, text) : readRow(reading, row)
      if (whole !== null) return whole
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    reading.faults.push({ line: error.line, column: null, code: 'unreadable' })
  }
  if (reading.lines.length + reading.faults.length > 0) return null
  return { code: reading.columns === undefined ? 'empty' : 'no_lines' }
}

/** Parses the titles, and refuses a file that is too long before parsing its fifty thousand lines. */
function readHead(reading: Reading, row: TableRow, text: string): PayoutFileFault | null {
  const header = headOf(row)
  if ('whole' in header) return header.whole
  reading.columns = header.columns
  reading.titles = row.cells.length
  return hasMoreRows(text, payoutFileLinesMax + 1) ? { code: 'too_many_lines' } : null
}

/** Parses a row; returns the error that makes the whole file unreadable, if any. */
function readRow(reading: Reading, row: TableRow): PayoutFileFault | null {
  const { columns, titles } = reading
  if (columns === undefined) return null
  reading.count += 1
  if (reading.count > payoutFileLinesMax) return { code: 'too_many_lines' }
  const read = readPayoutLine(row, columns, titles)
  reading.faults.push(...read.faults)
  if (read.line !== undefined) reading.lines.push(read.line)
  return null
}

function headOf({ cells }: TableRow) {
  const { columns, missing, doubled } = readPayoutColumns(cells)
  const [absent] = missing
  if (absent !== undefined) return { whole: { code: 'column_missing', column: absent } } as const
  const [twice] = doubled
  if (twice !== undefined) return { whole: { code: 'column_twice', column: twice } } as const
  return { columns }
}

function unread(whole: PayoutFileFault): PayoutFileRead {
  return { lines: [], faults: [], whole }
}
