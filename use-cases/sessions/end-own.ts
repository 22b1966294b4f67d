import { fail } from '#domain/errors/errors.ts'
import type { SessionId } from '#domain/ids.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import type { Session } from './sessions.ts'
import { now } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/**
 * Ends another session of somebody's own, or all others (null), at once in every process. Refusal: action_not_allowed
 * where none is left to end.
 */
export async function endOwnSessions(
  { pool }: Pick<Database, 'pool'>,
  { id: kept, person }: Pick<Session<'portal'>, 'id' | 'person'>,
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
