import { logAct, type ActCause } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import type { Session } from './sessions.ts'
import { inTransaction } from '#db/sql.ts'

/** Ends this session at once, in every process; what has ended stays so. */
export async function logOut(
  { pool }: Pick<Database, 'pool'>,
  { id, person }: Pick<Session, 'id' | 'person'>,
  cause: ActCause,
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const ended = await sql.rows(
      `update person_session set ended_at = now(), end_reason = 'log_out'
       where id = $1 and ended_at is null returning id`,
      [id],
    )
    if (ended.length > 0) await logAct(sql, person, { act: 'session.log_out', cause })
  })
}
