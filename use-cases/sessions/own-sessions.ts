import type { SessionId } from '#domain/ids.ts'
import type { Person } from '#domain/people/person.ts'
import type { Origin } from '#platform/request-trail.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { db, jsonBuildObject, type Params, prepared, sql } from '#db/statements.ts'
import { fail } from '#domain/errors/errors.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Session } from './sessions.ts'

/** A person's open session. */
export interface OpenSession {
  readonly id: SessionId
  readonly createdAt: Date
  /** To the minute. */
  readonly lastSeenAt: Date
  /** Where it was opened from. */
  readonly origin: Origin
}

/** A person's open sessions, last used first; at most fifty. */
export function listOpenSessions(
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<Person, 'id'>,
): Promise<OpenSession[]> {
  return onPool(pool).all(openOf({ id }))
}

const openOf = prepared((p: Params<Pick<Person, 'id'>>) =>
  db
    .selectFrom('personSession')
    .select(['id', 'createdAt', 'lastSeenAt'])
    .select((eb) =>
      jsonBuildObject({ address: eb.ref('originAddress'), agent: eb.ref('originAgent') }).as(
        'origin',
      ),
    )
    .where('personId', '=', p.id)
    .where('stage', '=', 'open')
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where((eb) =>
      eb(
        sql<Date>`${eb.ref('lastSeenAt')} + ${eb.ref('idleSeconds')} * interval '1 second'`,
        '>',
        now,
      ),
    )
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(50),
)

/**
 * Ends another one of one's own sessions, or all others (null), at once in every process. Refusal: action_not_allowed
 * if there is none to end.
 */
export async function endOwnSessions(
  { pool }: Pick<Database, 'pool'>,
  { id: kept, person }: Pick<Session, 'id' | 'person'>,
  { id, cause }: { readonly id: SessionId | null; readonly cause: ActCause },
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const ended = await tx.run(end({ personId: person.id, kept, id }))
    if (ended === 0) throw fail('action_not_allowed')
    await logAct(tx, person, { act: 'session.end', cause })
  })
}

const end = prepared(
  (p: Params<{ personId: Session['person']['id']; kept: SessionId; id: SessionId | null }>) =>
    db
      .updateTable('personSession')
      .set({ endedAt: now, endReason: 'log_out' })
      .where('personId', '=', p.personId)
      .where('id', '<>', p.kept)
      .where('endedAt', 'is', null)
      .where((eb) => eb('id', '=', sql<SessionId>`coalesce(${p.id}::uuid, ${eb.ref('id')})`)),
)
