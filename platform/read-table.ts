import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'

/** One line of a table: its cells, without spaces around them. */
export interface TableRow {
  /** Of its last line in the file, whose first line is 1. */
  readonly number: number
  readonly cells: readonly string[]
}

/** The text is no table: a quote that never closes, or a line without end. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable'
  readonly line: number

  constructor(line: number, cause: unknown) {
    super('the text is no table', { cause })
    this.line = line
  }
}

/** At a time, so that a large file holds up nobody else in the process. */
const pieceLength = 65_536
/** No line is longer, quotes that stay open aside. */
const rowLengthMax = 20_000

/**
 * Reads CSV: parted by semicolons where the first line has one, else by commas; quotes, any line ends and a byte order mark
 * are understood, lines without a value are passed over.
 */
export async function* readTable(text: string): AsyncGenerator<TableRow> {
  const [first = ''] = text.split(/[\r\n]/, 1)
  const parser = parse({
    bom: true,
    delimiter: first.includes(';') ? ';' : ',',
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: rowLengthMax,
  })
  let number = 0
  try {
    for await (const row of Readable.from(piecesOf(text)).pipe(parser)) {
      const { record, info } = row as { record: string[]; info: { lines: number } }
      number = Math.max(number + 1, info.lines)
      yield { number, cells: record }
    }
  } catch (error) {
    throw isOfTable(error) ? new UnreadableTable(error.lines ?? number + 1, error) : error
  }
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) {
    await breathe()
    yield text.slice(at, at + pieceLength)
  }
}

/** Not all of its codes begin alike. */
function isOfTable(error: unknown): error is CsvError & { readonly lines?: number } {
  return error instanceof CsvError
}
