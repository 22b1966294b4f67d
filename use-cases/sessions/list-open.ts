import type { SessionId } from '#domain/ids.ts'
import type { Person } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** A session of somebody that is open now. */
export interface OpenSession {
  readonly id: SessionId
  readonly createdAt: Date
  /** To the minute. */
  readonly lastSeenAt: Date
}

/** The open sessions of somebody, the last used first; the first fifty. */
export async function listOpenSessions(
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<Person, 'id'>,
): Promise<OpenSession[]> {
  const rows = await onPool(pool).rows<{ id: SessionId; created_at: string; last_seen_at: string }>(
    `select id, created_at, last_seen_at from person_session
     where person_id = $1 and stage = 'open' and ended_at is null and expires_at > now()
       and last_seen_at + idle_seconds * interval '1 second' > now()
     order by last_seen_at desc, id desc limit 50`,
    [id],
  )
  return rows.map((row) => ({
    id: row.id,
    createdAt: new Date(row.created_at),
    lastSeenAt: new Date(row.last_seen_at),
  }))
}
