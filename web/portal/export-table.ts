import { type CsvCell, csvLine, csvStart, type DecimalMark } from '#domain/text/csv.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { PortalAct } from '#domain/audit/portal-acts.ts'
import { noteAct } from '#use-cases/audit/note.ts'
import { type SheetCell, spreadsheet, spreadsheetType } from '#http/spreadsheet.ts'
import type { WebContext } from '#web/context.ts'
import { file, type FileAnswer, type PageAnswer } from '#web/http/answer.ts'
import { type ExportTurn, linesInTurn } from '#web/http/export-turns.ts'
import type { Language } from '#domain/text/language.ts'
import type { PortalInput } from './portal-page.ts'
import { portalWords } from './words.tsx'

/**
 * A column of an exported table: its title, the content of its cells, and whether spreadsheets may count with them or
 * sort them as times.
 */
export type ExportColumn<Row> = readonly [
  title: string,
  cell: (row: Row) => string | number | null,
  kind?: 'number' | 'time',
]

/** A phone number as spreadsheets keep it: neither a formula (`+`) nor a figure that they round. */
export function sheetPhone(phone: string): string {
  return groupedPhone(phone).replace('+', '00')
}

export interface ExportTable<Row, Position> {
  readonly columns: readonly ExportColumn<Row>[]
  /** The language of its titles, and of the note if it is cut off. */
  readonly language: Language
  /** Newest first, at most `limit`, starting after `position`. */
  readonly read: (page: { readonly limit: number; readonly position?: Position }) => Promise<Row[]>
  readonly positionOf: (last: Row) => Position
  /** Absent if every row read is written. */
  readonly keeps?: (row: Row) => boolean
  /** Larger exports must be split by period. */
  readonly rowsMax?: number
  readonly rowsAtOnce?: number
}

/** The lines of a table: its titles, then its rows, read page by page as they are taken. */
export type TableLines = AsyncGenerator<readonly SheetCell[]>

/** A table, newest first, read page by page while it is written; reading stops when the reader leaves. */
export async function* tableLines<Row, Position>({
  columns,
  language,
  read,
  positionOf,
  keeps = () => true,
  rowsMax = 50_000,
  rowsAtOnce = 500,
}: ExportTable<Row, Position>): TableLines {
  yield columns.map(([title]) => title)
  let last: Row | undefined
  for (let written = 0; written < rowsMax; written += rowsAtOnce) {
    const rows = await read({ limit: rowsAtOnce, ...(last && { position: positionOf(last) }) })
    yield* rows.filter(keeps).map((row) => columns.map((column) => cellOf(column, row)))
    last = rows.at(-1)
    if (rows.length < rowsAtOnce) return
  }
  yield [portalWords[language].files.limited(String(rowsMax))]
}

function cellOf<Row>([, cell, kind]: ExportColumn<Row>, row: Row): SheetCell {
  const content = cell(row)
  if (content === null) return null
  if (kind === 'time') return { localTime: `${content}` }
  return kind === 'number' || typeof content === 'number' ? { decimal: `${content}` } : content
}

/** The query field that chooses the format of an export; CSV without it. */
export const formatField = 'format'
export const excelFormat = 'xlsx'

/** Answers with a table as a file, and records the export in the merchant's log. */
export async function giveTable(
  { database, exportTurns }: Pick<WebContext, 'database' | 'exportTurns'>,
  { session: { person, place }, requestId, query, language }: PortalInput,
  {
    act,
    name,
    lines,
  }: { readonly act: PortalAct; readonly name: string; readonly lines: TableLines },
): Promise<PageAnswer> {
  const cause = { requestId }
  await noteAct(database, person, { act, serviceEnvId: place.id, cause })
  const named = `${name}-${portalWords[language].files[place.mode]}`
  const turn = exportTurns.take(person.merchantId)
  return tableFile(query, { name: named, lines, language, turn })
}

/** A table as the file that the query asks for, when it is its turn; without an entry in the log. */
export function tableFile(
  query: URLSearchParams,
  {
    name,
    lines,
    language,
    turn,
  }: {
    readonly name: string
    readonly lines: TableLines
    readonly language: Language
    readonly turn: ExportTurn
  },
): FileAnswer {
  const isExcel = query.get(formatField) === excelFormat
  const inTurn = linesInTurn(turn, lines)
  return file({
    content: isExcel ? spreadsheet(name, inTurn) : csv(inTurn, decimalMarks[language]),
    whenOver: () => turn.end(),
    contentType: isExcel ? spreadsheetType : 'text/csv; charset=utf-8',
    fileName: `${name}.${isExcel ? excelFormat : 'csv'}`,
    isSaved: true,
  })
}

/** How many lines are written at once. */
const linesAtOnce = 500

/** As spreadsheets in each language expect it. */
const decimalMarks = { fr: ',', en: '.' } as const

/** A CSV has times with their zone: programs read them, too. */
function inCsv(cell: SheetCell): CsvCell {
  return typeof cell === 'object' && cell !== null && 'localTime' in cell ? cell.localTime : cell
}

async function* csv(lines: TableLines, mark: DecimalMark): AsyncGenerator<string> {
  let text = csvStart
  let held = 0
  for await (const cells of lines) {
    text += csvLine(cells.map(inCsv), mark)
    held += 1
    if (held < linesAtOnce) continue
    yield text
    ;[text, held] = ['', 0]
  }
  yield text
}
