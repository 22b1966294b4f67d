import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { CsvError, parse, type Parser } from 'csv-parse'

/** One row of a table: its cells, trimmed. */
export interface TableRow {
  /** The number of its last line in the file, whose first line is 1. */
  readonly number: number
  readonly cells: readonly string[]
}

/** The text is not a table: a quote never closes, or a row is too long. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable'
  readonly line: number

  constructor(line: number, cause: unknown) {
    super('the text is no table', { cause })
    this.line = line
  }
}

/** Parsed at a time, so that a large file does not block the process. */
const pieceLength = 2048
/** Rows between two turns of others: pieces that are read ahead follow one another without one. */
const rowsBetweenBreaths = 200
/** Maximum length of a row, except with an open quote. */
const rowLengthMax = 20_000
/** Of rows without values whose length differs from the first: each costs the parser an error with its stack. */
const unevenEmptyMax = 10_000
/** Maximum length of a text without a line end: a row of nothing but separators is not limited otherwise. */
const spanMax = 1_000_000

/**
 * Parses CSV, separated by semicolons or tabs if the first line has one, else by commas. Handles quotes, any line endings and
 * a byte order mark; skips rows without values, but not tens of thousands that are no rows of this table.
 */
export async function* readTable(text: string): AsyncGenerator<TableRow> {
  const [first = ''] = text.split(/[\r\n]/, 1)
  const parser = parse({
    bom: true,
    delimiter: [';', '\t'].find((separator) => first.includes(separator)) ?? ',',
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: rowLengthMax,
  })
  let number = 0
  let read = 0
  try {
    for await (const row of Readable.from(piecesFor(parser, text)).pipe(parser)) {
      const { record, info } = row as { record: string[]; info: { lines: number } }
      number = Math.max(number + 1, info.lines)
      read += 1
      if (read % rowsBetweenBreaths === 0) await breathe()
      yield { number, cells: record }
    }
  } catch (error) {
    throw isOfTable(error) ? new UnreadableTable(error.lines ?? number + 1, error) : error
  }
}

async function* piecesFor(parser: Parser, text: string): AsyncGenerator<string> {
  let begun = { line: 0, at: 0 }
  for (let at = 0; at < text.length; at += pieceLength) {
    await breathe()
    const { invalid_field_length: uneven, records, lines: line } = parser.info
    if (line !== begun.line) begun = { line, at }
    if (uneven - records > unevenEmptyMax || at - begun.at > spanMax)
      return parser.destroy(new UnreadableTable(line, undefined))
    yield text.slice(at, at + pieceLength)
  }
}

/**
 * True if a text certainly has more rows with values than this. Much cheaper than parsing them, and it stops at the first
 * row too many.
 */
export function hasMoreRows(text: string, rowsMax: number): boolean {
  const counted = { rows: 0, isQuoted: false, hasValue: false }
  for (let at = 0; at < text.length && counted.rows <= rowsMax; at += 1) {
    count(counted, text.charCodeAt(at))
  }
  return counted.rows > rowsMax
}

function count(counted: { rows: number; isQuoted: boolean; hasValue: boolean }, character: number) {
  if (character === quote) counted.isQuoted = !counted.isQuoted
  else if (counted.isQuoted || character > space) counted.hasValue ||= !separators.has(character)
  else if (counted.hasValue && lineEnds.has(character)) {
    counted.rows += 1
    counted.hasValue = false
  }
}

const quote = 0x22
const space = 0x20
const separators: ReadonlySet<number> = new Set([0x2c, 0x3b])
const lineEnds: ReadonlySet<number> = new Set([0x0a, 0x0d])

/** Checks the class, because its codes have no common prefix. */
function isOfTable(error: unknown): error is CsvError & { readonly lines?: number } {
  return error instanceof CsvError
}

/**
 * Decodes a text file: UTF-8, UTF-16 with a byte order mark, or else Windows-1252, as French spreadsheets save it.
 * Null for anything but text, such as a workbook.
 */
export function readText(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return withoutNul('utf-16le', bytes)
  if (first === 0xfe && second === 0xff) return withoutNul('utf-16be', bytes)
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** No text has a NUL, and the database takes none. */
function withoutNul(encoding: string, bytes: Uint8Array): string | null {
  const text = new TextDecoder(encoding).decode(bytes)
  return text.includes('\0') ? null : text
}
