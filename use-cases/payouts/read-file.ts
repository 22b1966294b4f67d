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
import { readTable, type TableRow, UnreadableTable } from '#platform/read-table.ts'
import { readText } from '#platform/read-text.ts'

/** Why nothing of a file can be read. */
export type PayoutFileFault =
  | { readonly code: 'empty' | 'no_text' | 'no_lines' | 'too_many_lines' }
  | { readonly code: 'column_missing' | 'column_twice'; readonly column: PayoutColumn }

export interface PayoutFileRead {
  readonly lines: readonly PayoutLine[]
  readonly faults: readonly PayoutLineFault[]
  /** Of the whole; then there are no lines. */
  readonly whole: PayoutFileFault | null
}

/** Reads a file of payouts by itself, in pieces; who is asked about it comes after. */
export async function readPayoutFile(bytes: Uint8Array): Promise<PayoutFileRead> {
  const text = readText(bytes)
  if (text === null) return unread({ code: 'no_text' })
  const lines: PayoutLine[] = []
  const faults: PayoutLineFault[] = []
  let columns: PayoutColumns | undefined
  let count = 0
  try {
    for await (const row of readTable(text)) {
      if (columns === undefined) {
        const header = headOf(row)
        if ('whole' in header) return unread(header.whole)
        columns = header.columns
        continue
      }
      count += 1
      if (count > payoutFileLinesMax) return unread({ code: 'too_many_lines' })
      const read = readPayoutLine(row, columns)
      faults.push(...read.faults)
      if (read.line !== undefined) lines.push(read.line)
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    faults.push({ line: error.line, column: null, code: 'unreadable' })
  }
  if (columns === undefined && faults.length === 0) return unread({ code: 'empty' })
  if (lines.length === 0 && faults.length === 0) return unread({ code: 'no_lines' })
  return { lines, faults: [...faults, ...repeatsWithin(lines)], whole: null }
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
