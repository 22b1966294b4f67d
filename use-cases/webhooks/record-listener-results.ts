import { fail } from '#domain/errors/errors.ts'
import type { EventId, ListenerId, ServiceEnvId } from '#domain/ids.ts'
import type { ListenerAnswer } from '#domain/webhooks/listener-result.ts'
import type { Database } from '#db/connect.ts'
import { anyOf, now, rowCount } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { type Changes, db, type Params, prepared, sql } from '#db/statements.ts'
import { listenerDays } from './announce-listener.ts'
import { type ListenerRecord, listenerFields } from './find-listeners.ts'

/** The result of one event on a developer's machine, as reported by its listener. */
export interface ListenerResult extends ListenerAnswer {
  readonly eventId: EventId
  /** Of the last try. */
  readonly durationMs: number
  readonly tries: number
  /** When the last try began, by the clock of that machine. */
  readonly forwardedAt: Date
}

interface Told {
  readonly serviceEnvId: ServiceEnvId
  readonly id: ListenerId
  readonly results: readonly ListenerResult[]
}

/**
 * Records the results that a listener reports, all or none. Reporting them again changes nothing; of several results of
 * an event, in whatever order they arrive, the one forwarded last is kept. Refusals: webhook_listener_not_found;
 * event_not_found, also for another service's.
 */
export async function recordListenerResults(
  { pool }: Pick<Database, 'pool'>,
  { serviceEnvId, id, results }: Told,
): Promise<ListenerRecord> {
  const last = lastOfEach(results)
  const eventIds = last.map(({ eventId }) => eventId)
  return inTransaction(pool, async (tx) => {
    // Locks it: what comes twice at once is recorded one after the other.
    const listener = await tx.first(see({ serviceEnvId, id }))
    if (listener === undefined) throw fail('webhook_listener_not_found')
    const { count } = await tx.only(countEvents({ serviceEnvId, eventIds }))
    if (count < eventIds.length) throw fail('event_not_found')
    await tx.run(record({ id, results: JSON.stringify(last) }))
    return listener
  })
}

/** A statement cannot write the same row twice. */
function lastOfEach(results: readonly ListenerResult[]): readonly ListenerResult[] {
  const inOrder = results.toSorted((a, b) => a.forwardedAt.getTime() - b.forwardedAt.getTime())
  return [...new Map(inOrder.map((result) => [result.eventId, result])).values()]
}

/** Forgets old results; a bounded batch per call. */
export function purgeListenerResults(books: Sql): Promise<number> {
  return books.run(purge({}))
}

const see = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: ListenerId }>) =>
  db
    .updateTable('webhookListener')
    .set({ lastSeenAt: now })
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('id', '=', p.id)
    .returning(listenerFields),
)

const countEvents = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; eventIds: readonly EventId[] }>) =>
    db
      .selectFrom('event')
      .select(rowCount.as('count'))
      .where('id', '=', anyOf(p.eventIds))
      .where('serviceEnvId', '=', p.serviceEnvId),
)

// Results as one JSON parameter: the text of the statement does not depend on their number.
const record = prepared((p: Params<{ id: ListenerId; results: string }>) =>
  db
    .insertInto('webhookListenerResult')
    .columns([
      ...(['listenerId', 'eventId', 'httpStatus', 'error'] as const),
      ...(['durationMs', 'tries', 'forwardedAt'] as const),
    ])
    .expression(
      sql`select ${p.id}::uuid, * from json_to_recordset(${p.results}::json) as r("eventId" uuid, "httpStatus" int,
        error text, "durationMs" int, tries int, "forwardedAt" timestamptz)`,
    )
    .onConflict((told) =>
      told
        .columns(['listenerId', 'eventId'])
        .doUpdateSet((eb): Changes<'webhookListenerResult'> => ({
          httpStatus: eb.ref('excluded.httpStatus'),
          error: eb.ref('excluded.error'),
          durationMs: eb.ref('excluded.durationMs'),
          tries: eb.ref('excluded.tries'),
          forwardedAt: eb.ref('excluded.forwardedAt'),
        }))
        .whereRef('excluded.forwardedAt', '>', 'webhookListenerResult.forwardedAt'),
    ),
)

const purge = prepared(() =>
  db.deleteFrom('webhookListenerResult').where((eb) =>
    eb(
      eb.refTuple('listenerId', 'eventId'),
      'in',
      eb
        .selectFrom('webhookListenerResult as r')
        .select(['r.listenerId', 'r.eventId'])
        .where('r.recordedAt', '<', sql<Date>`now() - ${sql.lit(listenerDays)} * interval '1 day'`)
        .limit(1000)
        .$asTuple('listenerId', 'eventId'),
    ),
  ),
)
