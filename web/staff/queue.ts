import type { QueuePosition } from '#use-cases/desk/owner-columns.ts'
import type { WebContext } from '#web/context.ts'
import type { DeskInput } from './staff-page.ts'

const rowsPerPage = 50

/** A list of the desk: in which view, and from where on. */
export interface ListRead<Row> {
  /** Its name in cursors, the view included. */
  readonly list: string
  readonly path: string
  readonly read: (page: {
    readonly limit: number
    readonly after: readonly string[] | undefined
  }) => Promise<readonly Row[]>
  /** Where a row stands. */
  readonly positionOf: (row: Row) => readonly string[]
}

/** One page of a list, and the address of the next; null at the end. */
export async function readList<Row>(
  { cursors }: Pick<WebContext, 'cursors'>,
  { query, session: { person } }: DeskInput,
  { list, path, read, positionOf }: ListRead<Row>,
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const place = { list: `desk ${list}`, scope: person.id }
  const cursor = query.get('suite') ?? ''
  const after = cursor === '' ? undefined : cursors.decode(place, cursor)
  const found = await read({ limit: rowsPerPage + 1, after })
  const rows = found.slice(0, rowsPerPage)
  const last = found.length > rowsPerPage ? rows.at(-1) : undefined
  if (last === undefined) return { rows, next: null }
  const fields = new URLSearchParams(query)
  fields.set('suite', cursors.encode(place, positionOf(last)))
  return { rows, next: `${path}?${fields}` }
}

/** Where a queue goes on, of the place of its last row. */
export function queuePosition(after: readonly string[] | undefined): QueuePosition | undefined {
  if (after === undefined) return undefined
  const [createdAt = '', id = ''] = after
  return { createdAt: new Date(createdAt), id }
}

/** The view that an address asks for: the first one where it names none of them. */
export function viewOf<const Value extends string>(
  query: URLSearchParams,
  values: readonly Value[],
): Value | '' {
  return values.find((value) => value === query.get('vue')) ?? ''
}
