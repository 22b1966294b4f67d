import type { SessionId } from '#domain/ids.ts'
import type { Person } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** A session of somebody that is open now. */
export interface OpenSession {
  readonly id: SessionId
  readonly createdAt: Date
  /** To the minute. */
  readonly lastSeenAt: Date
}

/** The open sessions of somebody, the last used first; the first fifty. */
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
