import { csvLine, csvStart } from '#domain/text/csv.ts'
import type { PortalAct } from '#domain/audit/portal-acts.ts'
import { noteAct } from '#use-cases/audit/note.ts'
import type { WebContext } from '#web/context.ts'
import { file, type PageAnswer } from '#web/http/answer.ts'
import type { PortalInput } from './portal-page.ts'

/** A column of an exported table: its title, and the content of its cells. */
export type ExportColumn<Row> = readonly [title: string, cell: (row: Row) => string | number | null]

export interface ExportTable<Row, Position> {
  readonly columns: readonly ExportColumn<Row>[]
  /** Newest first, at most `limit`, starting after `position`. */
  readonly read: (page: { readonly limit: number; readonly position?: Position }) => Promise<Row[]>
  readonly positionOf: (last: Row) => Position
  /** Absent if every row read is written. */
  readonly keeps?: (row: Row) => boolean
  /** Larger exports must be split by period. */
  readonly rowsMax?: number
  readonly rowsAtOnce?: number
}

/**
 * A table as CSV lines, newest first, read page by page while it is written; reading stops when the reader leaves.
 */
export async function* tableLines<Row, Position>({
  columns,
  read,
  positionOf,
  keeps = () => true,
  rowsMax = 50_000,
  rowsAtOnce = 500,
}: ExportTable<Row, Position>): AsyncGenerator<string> {
  yield csvStart + csvLine(columns.map(([title]) => title))
  let last: Row | undefined
  for (let written = 0; written < rowsMax; written += rowsAtOnce) {
    const rows = await read({ limit: rowsAtOnce, ...(last && { position: positionOf(last) }) })
    const lines = rows.filter(keeps).map((row) => csvLine(columns.map(([, cell]) => cell(row))))
    yield lines.join('')
    last = rows.at(-1)
    if (rows.length < rowsAtOnce) return
  }
  yield csvLine([`Liste limitée à ${rowsMax} lignes\u00A0: choisissez une période plus courte.`])
}

/** Answers with a table as a file, and records the export in the merchant's log. */
export async function giveTable(
  { database }: Pick<WebContext, 'database'>,
  { session: { person, place }, requestId }: PortalInput,
  {
    act,
    name,
    lines,
  }: { readonly act: PortalAct; readonly name: string; readonly lines: AsyncIterable<string> },
): Promise<PageAnswer> {
  const cause = { requestId }
  await noteAct(database, person, { act, serviceEnvId: place.id, cause })
  return file({
    content: lines,
    contentType: 'text/csv; charset=utf-8',
    fileName: `${name}-${place.mode === 'live' ? 'reel' : 'test'}.csv`,
    isSaved: true,
  })
}
