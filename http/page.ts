import { asId, type Id } from '#domain/ids.ts'
import type { CursorCodec, CursorPlace, CursorPosition } from './cursor.ts'
import { limitDefault } from './fields.ts'
import type { AnswerBody } from './route.ts'

/** One page of a list, for people or for a program. */
export interface PartRead<Row> {
  readonly place: CursorPlace
  /** Where to continue; undefined or empty for the first page. */
  readonly cursor: string | undefined
  readonly limit: number
  /** Up to `limit` rows after this position. */
  readonly read: (page: {
    readonly limit: number
    readonly after: CursorPosition | undefined
  }) => Promise<readonly Row[]>
  /** The cursor position of a row. */
  readonly positionOf: (row: Row) => CursorPosition
}

/** A page of a list, and the cursor of the next page; null on the last one. */
export interface Part<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
}

/** Reads a page, with one extra row to find out whether there are more. Refusal: invalid_cursor. */
export async function readPart<Row>(
  cursors: CursorCodec,
  { place, cursor = '', limit, read, positionOf }: PartRead<Row>,
): Promise<Part<Row>> {
  const after = cursor === '' ? undefined : cursors.decode(place, cursor)
  const found = await read({ limit: limit + 1, after })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, next: last === undefined ? null : cursors.encode(place, positionOf(last)) }
}

/** The position of a row in a list that is ordered by a time. */
export function timePosition(at: Date, id: string): CursorPosition {
  return [at.toISOString(), id]
}

/** The time and id of such a position; undefined for the start of the list. */
export function timeAndId(after: CursorPosition | undefined) {
  if (after === undefined) return undefined
  const [createdAt = '', id = ''] = after
  return { createdAt: new Date(createdAt), id }
}

/** A list of the API: what the request asked for, and how its rows are presented. */
export interface ListRead<Row> extends Omit<PartRead<Row>, 'cursor' | 'limit'> {
  readonly asked: { readonly limit?: number; readonly cursor?: string }
  readonly present: (row: Row) => object
}

/** The list envelope (docs/api.md#envelopes): the presented rows, and the cursor of the next page. */
export async function page<Row>(
  { cursors }: { readonly cursors: CursorCodec },
  { asked: { limit = limitDefault, cursor }, present, ...list }: ListRead<Row>,
): Promise<AnswerBody> {
  const { rows, next } = await readPart(cursors, { ...list, cursor, limit })
  return {
    data: rows.map((row) => present(row)),
    meta: { has_more: next !== null, next_cursor: next, limit },
  }
}

/** A list of a merchant's things, newest first. */
interface NewestRead<Row extends { readonly id: string }> extends Omit<
  ListRead<Row>,
  'read' | 'positionOf'
> {
  /** Up to `limit` rows after `position`. */
  readonly read: (part: {
    readonly limit: number
    readonly position?: { readonly createdAt: Date; readonly id: Row['id'] }
  }) => Promise<readonly Row[]>
  /** The time that the list is ordered by. */
  readonly at: (row: Row) => Date
}

/** A page of such a list. */
export async function newestPage<Row extends { readonly id: Id<string> }>(
  context: { readonly cursors: CursorCodec },
  { read, at, ...list }: NewestRead<Row>,
): Promise<AnswerBody> {
  return page(context, {
    ...list,
    read({ limit, after }) {
      const position = timeAndId(after)
      return read({
        limit,
        ...(position && { position: { ...position, id: asId<Row['id']>(position.id) } }),
      })
    },
    positionOf: (row) => timePosition(at(row), row.id),
  })
}

/** The list envelope of a list that is short enough to return whole. */
export function wholeList(data: readonly object[]): AnswerBody {
  return { data, meta: { has_more: false, next_cursor: null, limit: data.length } }
}
