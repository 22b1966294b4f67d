import type { QueuePage } from '#use-cases/desk/queue.ts'
import { type Part, type PartRead, readPart, timeAndId, timePosition } from '#http/page.ts'
import type { WebContext } from '#web/context.ts'
import { addressable } from '#web/http/typed.ts'
import type { DeskInput } from './staff-page.ts'

/** A full page of rows, with the letters of the desk, stays below 80 KB. */
const rowsPerPage = 40

/** A read of a desk list: the view, and where to continue. */
export interface ListRead<Row> extends Pick<PartRead<Row>, 'read' | 'positionOf'> {
  /** Its name in cursors, including the view. */
  readonly list: string
  readonly path: string
  /** Fewer where the page has more to show besides. */
  readonly rows?: number | undefined
}

/** One page of a list, and the address of the next; null at the end. */
export async function readList<Row>(
  { cursors }: Pick<WebContext, 'cursors'>,
  { query, session: { person } }: DeskInput,
  { list, path, rows: limit = rowsPerPage, ...how }: ListRead<Row>,
): Promise<Part<Row>> {
  const { rows, next } = await readPart(cursors, {
    ...how,
    place: { list: `desk ${list}`, scope: person.id },
    cursor: query.get('suite') ?? '',
    limit,
  })
  if (next === null) return { rows, next }
  const fields = addressable(query)
  fields.set('suite', next)
  return { rows, next: `${path}?${fields}` }
}

interface QueueRead<Row> extends Pick<ListRead<Row>, 'list' | 'path' | 'rows'> {
  readonly read: (page: QueuePage) => Promise<readonly Row[]>
  /** The time it is ordered by. */
  readonly at: (row: Row) => Date
}

/** The same for a list ordered by a time. */
export function readQueue<Row extends { readonly id: string }>(
  context: Pick<WebContext, 'cursors'>,
  input: DeskInput,
  { read, at, ...where }: QueueRead<Row>,
): Promise<Part<Row>> {
  return readList(context, input, {
    ...where,
    read: ({ limit, after }) => read({ limit, after: timeAndId(after) }),
    positionOf: (row) => timePosition(at(row), row.id),
  })
}

/** The view that the query names; the first one if it names none. */
export function viewOf<const Value extends string>(
  query: URLSearchParams,
  values: readonly Value[],
): Value | '' {
  return values.find((value) => value === query.get('vue')) ?? ''
}
