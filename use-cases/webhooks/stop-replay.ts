import { fail } from '#domain/errors/errors.ts'
import type { ReplayId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { now } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/**
 * Stops a replay: queued deliveries are still sent, no more are added. One that has ended stays as it is. Refusal:
 * replay_not_found.
 */
export async function stopReplay(
  database: Database,
  outbox: Outbox,
  { serviceEnvId, id }: { readonly serviceEnvId: ServiceEnvId; readonly id: ReplayId },
): Promise<void> {
  const announced = await inTransaction(database.pool, async (tx) => {
    const replay = await tx.first(lock({ serviceEnvId, id }))
    if (replay === undefined) throw fail('replay_not_found')
    if (replay.status !== 'running') return []
    await tx.run(stop({ id }))
    return enqueue(tx, [{ kind: 'webhook-replay', subjectId: id, signal: 'replayStopped' }])
  })
  outbox.kick(announced)
}

const lock = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: ReplayId }>) =>
  db
    .selectFrom('webhookReplay')
    .select('status')
    .where('id', '=', p.id)
    .where('serviceEnvId', '=', p.serviceEnvId)
    .forUpdate(),
)

const stop = prepared((p: Params<{ id: ReplayId }>) =>
  db.updateTable('webhookReplay').set({ status: 'stopped', endedAt: now }).where('id', '=', p.id),
)
