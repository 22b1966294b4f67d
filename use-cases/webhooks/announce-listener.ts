import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type ListenerId, type ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { now, rowCount } from '#db/functions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { lockServiceEnv } from '#use-cases/settings/lock-service-env.ts'
import { type ListenerRecord, listenerFields } from './find-listeners.ts'

/** Maximum for a service; one is forgotten `listenerDays` after it was last seen (docs/webhooks.md#listeners). */
const listenersMax = 20

/** How many days results are kept, and a listener after it was last seen. */
export const listenerDays = 30

/** Whose, and what its developer calls it. */
export interface Announcement {
  readonly serviceEnvId: ServiceEnvId
  readonly label: string
}

/**
 * Says that a developer listens under this label: the listener of before, or a new one, seen now. Refusal:
 * webhook_listener_limit_reached.
 */
export async function announceListener(
  { pool }: Pick<Database, 'pool'>,
  announcement: Announcement,
): Promise<ListenerRecord> {
  const known = await onPool(pool).first(see(announcement))
  return known ?? inTransaction(pool, (tx) => add(tx, announcement))
}

async function add(tx: Sql, announcement: Announcement): Promise<ListenerRecord> {
  const { serviceEnvId } = announcement
  await tx.first(lockServiceEnv({ serviceEnvId }))
  const known = await tx.first(see(announcement))
  if (known !== undefined) return known
  const { count } = await tx.only(countListeners({ serviceEnvId }))
  if (count >= listenersMax)
    throw fail('webhook_listener_limit_reached', { limits: { max: listenersMax } })
  return tx.only(insert({ id: asId<ListenerId>(randomUUIDv7()), ...announcement }))
}

/** Deletes listeners that have not been seen for long, once their results are gone; a bounded batch per call. */
export function purgeListeners(books: Sql): Promise<number> {
  return books.run(purge({}))
}

const see = prepared((p: Params<Announcement>) =>
  db
    .updateTable('webhookListener')
    .set({ lastSeenAt: now })
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('label', '=', p.label)
    .returning(listenerFields),
)

const countListeners = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('webhookListener')
    .select(rowCount.as('count'))
    .where('serviceEnvId', '=', p.serviceEnvId),
)

const insert = prepared((p: Params<Announcement & { id: ListenerId }>) =>
  db
    .insertInto('webhookListener')
    .values({ id: p.id, serviceEnvId: p.serviceEnvId, label: p.label })
    .returning(listenerFields),
)

const purge = prepared(() =>
  db.deleteFrom('webhookListener').where('id', 'in', (eb) =>
    eb
      .selectFrom('webhookListener as l')
      .select('l.id')
      .where('l.lastSeenAt', '<', sql<Date>`now() - ${sql.lit(listenerDays)} * interval '1 day'`)
      .where((one) =>
        one.not(
          one.exists(
            one
              .selectFrom('webhookListenerResult as r')
              .select('r.eventId')
              .whereRef('r.listenerId', '=', 'l.id'),
          ),
        ),
      )
      .limit(1000)
      // One that is being announced again is kept.
      .forUpdate()
      .skipLocked(),
  ),
)
