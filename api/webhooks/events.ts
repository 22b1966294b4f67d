import Type, { type Static } from 'typebox'
import { type EventId, asId, isUuid } from '#domain/ids.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import {
  type EventPage,
  type EventPlace,
  type EventRecord,
  endOfEvents,
  findEvent,
  listEvents,
  placeOfEvent,
} from '#use-cases/webhooks/list-events.ts'
import { event as eventSchema } from '#api/schemas/webhooks.ts'
import type { ApiContext } from '#http/context.ts'
import { type CursorPlace, invalidCursor } from '#http/cursor.ts'
import {
  choiceField,
  idParameter,
  limitDefault,
  limitParameter,
  said,
  textField,
  waitParameter,
} from '#http/fields.ts'
import { route } from '#http/route.ts'
import { about } from './about.ts'
import { eventCodes } from './fields.ts'
import { addedVersion } from '#http/added-version.ts'
import { type WaitOutcome, waitHeaders, waitSecondsMax } from '#http/wait.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { isoTime } from '#domain/text/text.ts'

/** Accepted in place of a cursor: the current end of the list. */
const latest = 'latest'

const query = Type.Object({
  limit: Type.Optional(limitParameter),
  after: Type.Optional(
    said(
      textField('invalid_cursor', { min: 1, max: 1024, format: 'cursor' }),
      'Where to continue: `meta.next_cursor` of the previous page, the id of the last event you handled, or `latest` for events from now on.',
      latest,
    ),
  ),
  type: Type.Optional(
    said(
      Type.Array(choiceField('invalid_parameter', eventCodes), {
        code: 'invalid_parameter',
        minItems: 1,
        maxItems: eventCodes.length,
      }),
      'Event types to include, separated by commas; all by default.',
      ['payment.success', 'payment.failed'],
    ),
  ),
  wait: Type.Optional(
    said(
      waitParameter,
      'Seconds to delay the answer while there is nothing to read, until the first event; no more than 5 are waited. If two waits of the key are already under way, the answer is immediate, with `Service-Wait: skipped`: pause for two seconds before you continue.',
      5,
    ),
  ),
})
type Asked = Static<typeof query>

/** Lists events, oldest first, so that a listener can continue where it stopped. */
export function listEventsRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/events',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Lister les événements',
    about: about.listEvents,
    answer: { object: eventSchema, isList: true },
    query,
    async handler({ caller, query: asked, signal }) {
      const { limit = limitDefault } = asked
      const { found, waited } = await readOn(context, { caller, asked, limit, signal })
      return {
        body: {
          data: found.events.map((event) => presentEvent(event, caller.mode)),
          meta: {
            has_more: found.hasMore,
            next_cursor: context.cursors.encode(listOf(caller), [
              found.end.recordedIn,
              found.end.id,
              found.history,
            ]),
            limit,
          },
        },
        headers: waitHeaders(waited),
      }
    },
  })
}

/** One event of the service in the key's mode. */
export function readEventRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/events/:id',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Lire un événement',
    about: about.getEvent,
    answer: { object: eventSchema },
    params: Type.Object({ id: idParameter('event_not_found') }),
    async handler({ caller, params }) {
      const id = asId<EventId>(params.id)
      const event = await findEvent(context.database, caller.serviceEnvId, id)
      return { body: { data: presentEvent(event, caller.mode) } }
    },
  })
}

/** Cursors are bound to the service, not to the key: they stay valid when the key is replaced. */
function listOf({ serviceEnvId }: Caller): CursorPlace {
  return { list: 'events', scope: serviceEnvId }
}

interface Reading {
  readonly caller: Caller
  readonly asked: Asked
  readonly limit: number
  readonly signal: AbortSignal
}

/** Events after the given position; with `wait`, once there are any. Refusal: invalid_cursor. */
async function readOn(
  context: ApiContext,
  { caller, asked, limit, signal }: Reading,
): Promise<{ readonly found: EventPage; readonly waited: WaitOutcome }> {
  const { serviceEnvId, apiKeyId } = caller
  const after = await placeOf(context, caller, asked.after)
  const filter = asked.type ? { types: asked.type } : {}
  const read = async (): Promise<EventPage> => {
    const page = { limit, filter, ...(after && { after }) }
    const found = await listEvents(context.database, serviceEnvId, page)
    if (found === undefined) throw invalidCursor('after')
    return found
  }
  let found = await read()
  if (found.events.length > 0) return { found, waited: 'none' }
  const request = { key: apiKeyId, seconds: asked.wait, signal }
  const waited = await context.waits.run(request, async (ended) => {
    found = await untilNews(context, { serviceEnvId, read, ended })
  })
  // If the wait timed out, reads once more for events that came meanwhile.
  if (waited === 'waited' && found.events.length === 0) found = await read()
  return { found, waited }
}

/**
 * The event that woke us may stay hidden behind an older transaction that is still open; until that ends, we poll at
 * this interval.
 */
const settlingMs = 50

/** The first page that is not empty, or the last one read when the time is over. */
async function untilNews(
  { database }: ApiContext,
  waiting: {
    readonly serviceEnvId: string
    readonly read: () => Promise<EventPage>
    readonly ended: AbortSignal
  },
): Promise<EventPage> {
  const { serviceEnvId, read, ended } = waiting
  let page = await read()
  const isOver = async (): Promise<boolean> => (page = await read()).events.length > 0
  let hiddenUntil = 0n
  while (page.events.length === 0 && !ended.aborted) {
    const isHidden = BigInt(page.end.recordedIn) < hiddenUntil
    const timeoutMs = isHidden ? settlingMs : waitSecondsMax * 1000
    await database.wake.wait(serviceEnvId, { timeoutMs, signal: ended, isOver })
    if (!(await isOver()) && !isHidden) hiddenUntil = BigInt(page.newest)
  }
  return page
}

/** Of cursors that were given before they named a history. */
const neverRestored = '0'

async function placeOf(
  { database, cursors }: ApiContext,
  caller: Caller,
  after: string | undefined,
): Promise<EventPlace | undefined> {
  if (after === undefined) return undefined
  if (after === latest) return endOfEvents(database)
  const eventId = after.toLowerCase()
  if (isUuid(eventId)) {
    const place = await placeOfEvent(database, caller.serviceEnvId, asId<EventId>(eventId))
    if (place === undefined) throw invalidCursor('after')
    return place
  }
  const [recordedIn = '', id = '', history = neverRestored] = cursors.decode(
    listOf(caller),
    after,
    'after',
  )
  return { recordedIn, id: asId<EventId>(id), history }
}

/** The event object (docs/webhooks.md#events-by-the-api): `data` as in its webhooks. */
function presentEvent({ id, type, isTest, createdAt, data }: EventRecord, mode: Mode) {
  return {
    id,
    object: 'event',
    type,
    mode,
    test: isTest,
    created_at: isoTime(createdAt),
    data: JSON.parse(data) as unknown,
  }
}
