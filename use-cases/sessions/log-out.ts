import { logAct, type ActCause } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import type { Session } from './sessions.ts'
import { now } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** Ends this session at once, in every process; does nothing if it has already ended. */
export async function logOut(
  { pool }: Pick<Database, 'pool'>,
  { id, person }: Pick<Session, 'id' | 'person'>,
  cause: ActCause,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const ended = await tx.run(end({ id }))
    if (ended > 0) await logAct(tx, person, { act: 'session.log_out', cause })
  })
}

const end = prepared((p: Params<Pick<Session, 'id'>>) =>
  db
    .updateTable('personSession')
    .set({ endedAt: now, endReason: 'log_out' })
    .where('id', '=', p.id)
    .where('endedAt', 'is', null),
)
