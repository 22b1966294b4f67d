import type { SessionId } from '#domain/ids.ts'
import type { Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { personColumns, personIn } from '#use-cases/people/columns.ts'
import { type Session, tokenDigest } from './sessions.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/**
 * Whose session a token opens in this realm; null where it is unknown, of the other realm, ended, unused for too long, or
 * waits for its one-time code. Roles are those of this moment.
 */
export async function readSession<R extends Realm>(
  database: Pick<Database, 'pool'>,
  realm: R,
  token: string,
): Promise<Session<R> | null> {
  const books = onPool(database.pool)
  const found = await books.first(opened({ digest: tokenDigest(token), realm }))
  if (found === undefined) return null
  const { sessionId: id, expiresAt, isSightDue, ...row } = found
  if (isSightDue) await books.run(noteSight({ id }))
  return { id, person: personIn(realm, row), expiresAt }
}

const opened = prepared((p: Params<{ digest: Buffer; realm: Realm }>) =>
  db
    .selectFrom('personSession as s')
    .innerJoin('person', 'person.id', 's.personId')
    .select(personColumns)
    .select(['s.id as sessionId', 's.expiresAt'])
    .select((eb) =>
      sql<boolean>`${eb.ref('s.lastSeenAt')} < now() - interval '1 minute'`.as('isSightDue'),
    )
    .where('s.digest', '=', p.digest)
    .where('person.realm', '=', p.realm)
    .where('person.status', '=', 'active')
    .where('s.stage', '=', 'open')
    .where('s.endedAt', 'is', null)
    .where('s.expiresAt', '>', now)
    .where((eb) =>
      eb(
        sql<Date>`${eb.ref('s.lastSeenAt')} + ${eb.ref('s.idleSeconds')} * interval '1 second'`,
        '>',
        now,
      ),
    ),
)

/** Once a minute at most: a session is idle up to a minute less than it may be. */
const noteSight = prepared((p: Params<{ id: SessionId }>) =>
  db
    .updateTable('personSession')
    .set({ lastSeenAt: now })
    .where('id', '=', p.id)
    .where('endedAt', 'is', null)
    .where('lastSeenAt', '<', sql<Date>`now() - interval '1 minute'`),
)
