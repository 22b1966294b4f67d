import type { CursorPosition } from '#http/cursor.ts'
import { readPart } from '#http/page.ts'
import type { WebContext } from '#web/context.ts'
import { addressable, sealedField } from '#web/http/typed.ts'

const usualRowsPerPage = 25

interface List<Row, Position> {
  /** Bound into its cursors: another list's cursors are refused. */
  readonly name: string
  readonly path: string
  /** The owner: cursors of another place are refused. */
  readonly place: { readonly id: string }
  readonly query: URLSearchParams
  /** Query fields that filter it. */
  readonly fields: readonly string[]
  readonly rowsPerPage?: number
  readonly read: (page: { readonly limit: number; readonly position?: Position }) => Promise<Row[]>
  readonly toCursor: (row: Row) => CursorPosition
  readonly fromCursor: (cursor: CursorPosition) => Position
}

/** A page of a list, newest first, and the addresses of its neighbours; null if there is none. */
export interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly newer: string | null
  readonly older: string | null
}

/** Reads the page that the query asks for. Error: invalid_cursor. */
export async function readListPage<Row, Position>(
  { cursors }: Pick<WebContext, 'cursors'>,
  list: List<Row, Position>,
): Promise<ListPage<Row>> {
  const { path, query, fields, rowsPerPage = usualRowsPerPage } = list
  const cursor = query.get('suite') ?? ''
  const { rows, next: suite } = await readPart<Row>(cursors, {
    place: { list: list.name, scope: list.place.id },
    cursor,
    limit: rowsPerPage,
    read: ({ limit, after }) =>
      list.read({ limit, ...(after && { position: list.fromCursor(after) }) }),
    positionOf: list.toCursor,
  })
  return {
    rows,
    newer: cursor !== '' ? addressOf(path, query, { fields }) : null,
    older: suite ? addressOf(path, query, { fields, changes: { suite } }) : null,
  }
}

/** True if the query filters the list. */
export function isNarrowed(query: URLSearchParams, fields: readonly string[]): boolean {
  return fields.some((name) => (query.get(name) ?? '').trim() !== '')
}

/** An address that keeps these query fields, with changes; empty ones are left out, and what was typed stays sealed. */
export function addressOf(
  path: string,
  query: URLSearchParams,
  {
    fields,
    changes = {},
  }: {
    readonly fields: readonly string[]
    readonly changes?: Readonly<Record<string, string>>
  },
): string {
  const given = addressable(query)
  const kept = [...fields, sealedField].map(
    (name) => [name, given.get(name)?.trim() ?? ''] as const,
  )
  const filled = [...kept, ...Object.entries(changes)].filter(([, value]) => value !== '')
  const text = new URLSearchParams(filled.map(([name, value]) => [name, value])).toString()
  return text === '' ? path : `${path}?${text}`
}
