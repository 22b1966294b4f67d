import Type from 'typebox'
import type { QueuePosition } from '#use-cases/desk/owner-columns.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { ApiContext } from '#http/context.ts'
import type { CursorPlace } from '#http/cursor.ts'
import { choiceField, cursorParameter, limitDefault, limitParameter } from '#http/fields.ts'
import { page } from '#http/page.ts'
import type { AnswerBody } from '#http/route.ts'

/** Parameters that all queues have. */
export const queueParameters = {
  limit: Type.Optional(limitParameter),
  cursor: Type.Optional(cursorParameter),
}

/** Of queues that have both; bank transfers exist in live alone. */
export const modeParameter = Type.Optional(choiceField('invalid_parameter', ['live', 'sandbox']))

interface AskedQueue {
  readonly limit?: number
  readonly cursor?: string
}

interface Queue<Row> {
  /** Its name in cursors. */
  readonly list: string
  readonly caller: Session<'staff'>
  readonly asked: AskedQueue
  /** Up to `limit` rows from after this place, the oldest first. */
  readonly read: (page: {
    readonly limit: number
    readonly after: QueuePosition | undefined
  }) => Promise<readonly Row[]>
  /** Since when a row waits: what the queue is ordered by. */
  readonly at: (row: Row) => Date
  readonly present: (row: Row) => object
}

/** One page of a queue. */
export async function queuePage<Row extends Pick<QueuePosition, 'id'>>(
  { cursors }: Pick<ApiContext, 'cursors'>,
  { list, caller, asked, read, at, present }: Queue<Row>,
): Promise<AnswerBody> {
  const { limit = limitDefault, cursor } = asked
  const place: CursorPlace = { list, scope: caller.person.id }
  const after = cursor === undefined ? undefined : positionOf(cursors.decode(place, cursor))
  return page<Row>({
    rows: await read({ limit: limit + 1, after }),
    limit,
    cursors,
    place,
    positionOf: (row) => [at(row).toISOString(), row.id],
    present,
  })
}

function positionOf([createdAt = '', id = '']: readonly string[]): QueuePosition {
  return { createdAt: new Date(createdAt), id }
}
