import type { SessionId } from '#domain/ids.ts'
import type { Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { personColumns, personIn, type PersonRow } from '#use-cases/people/columns.ts'
import { type Session, tokenDigest } from './sessions.ts'
import { onPool } from '#db/sql.ts'

/**
 * Whose session a token opens in this realm; null where it is unknown, of the other realm, ended, unused for too long, or
 * waits for its one-time code. Roles are those of this moment.
 */
export async function readSession<R extends Realm>(
  database: Pick<Database, 'pool'>,
  realm: R,
  token: string,
): Promise<Session<R> | null> {
  const sql = onPool(database.pool)
  const [row] = await sql.rows<SessionRow>(
    `select s.id as session_id, s.expires_at, s.last_seen_at < now() - interval '1 minute' as is_sight_due, ${personColumns}
     from person_session s join person p on p.id = s.person_id
     where s.digest = $1 and p.realm = $2 and p.status = 'active' and s.stage = 'open' and s.ended_at is null
       and s.expires_at > now() and s.last_seen_at + s.idle_seconds * interval '1 second' > now()`,
    [tokenDigest(token), realm],
  )
  if (row === undefined) return null
  if (row.is_sight_due) await sql.rows(noteSight, [row.session_id])
  return {
    id: row.session_id,
    person: personIn(realm, row),
    expiresAt: new Date(row.expires_at),
  }
}

/** Once a minute at most: a session is idle up to a minute less than it may be. */
const noteSight = `update person_session set last_seen_at = now()
  where id = $1 and ended_at is null and last_seen_at < now() - interval '1 minute'`

type SessionRow = PersonRow & {
  readonly session_id: SessionId
  readonly expires_at: string
  readonly is_sight_due: boolean
}
