import { fail } from '#domain/errors/errors.ts'
import type { SessionId } from '#domain/ids.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import type { Session } from './sessions.ts'
import { inTransaction } from '#db/sql.ts'

/**
 * Ends another session of somebody's own, or all others (null), at once in every process. Refusal: action_not_allowed
 * where none is left to end.
 */
export async function endOwnSessions(
  { pool }: Pick<Database, 'pool'>,
  { id: kept, person }: Pick<Session<'portal'>, 'id' | 'person'>,
  { id, cause }: { readonly id: SessionId | null; readonly cause: ActCause },
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const ended = await sql.rows(
      `update person_session set ended_at = now(), end_reason = 'log_out'
       where person_id = $1 and id <> $2 and ended_at is null and ($3::uuid is null or id = $3) returning id`,
      [person.id, kept, id],
    )
    if (ended.length === 0) throw fail('action_not_allowed')
    await logAct(sql, person, { act: 'session.end', cause })
  })
}
