import type { CursorCodec, CursorPlace, CursorPosition } from './cursor.ts'
import type { AnswerBody } from './route.ts'

export type PageOptions<Row> = {
  /** Up to `limit + 1` rows: the one too many only tells that there are more. */
  readonly rows: readonly Row[]
  readonly limit: number
  readonly cursors: CursorCodec
  readonly place: CursorPlace
  positionOf(row: Row): CursorPosition
  present(row: Row): object
}

/** The list envelope (spec: Response envelopes): the rows presented, and where the next page starts. */
export function page<Row>(options: PageOptions<Row>): AnswerBody {
  const { limit, cursors, place } = options
  const rows = options.rows.slice(0, limit)
  const last = options.rows.length > limit ? rows.at(-1) : undefined
  const nextCursor = last === undefined ? null : cursors.encode(place, options.positionOf(last))
  return {
    data: rows.map((row) => options.present(row)),
    meta: { has_more: nextCursor !== null, next_cursor: nextCursor, limit },
  }
}

/** The list envelope of a list that is short enough to be given whole. */
export function wholeList(data: readonly object[]): AnswerBody {
  return { data, meta: { has_more: false, next_cursor: null, limit: data.length } }
}
