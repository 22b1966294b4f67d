import { fail } from '#domain/errors/errors.ts'
import type { ReplayId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { inTransaction } from '#db/sql.ts'

/** Ends a replay: what is in the queue is still sent, and nothing is added. One that has ended stays as it is. Refusal: replay_not_found. */
export async function stopReplay(
  database: Database,
  outbox: Outbox,
  { serviceEnvId, id }: { readonly serviceEnvId: ServiceEnvId; readonly id: ReplayId },
): Promise<void> {
  const announced = await inTransaction(database.pool, async (sql) => {
    const [replay] = await sql.rows<{ status: string }>(
      'select status from webhook_replay where id = $1 and service_env_id = $2 for update',
      [id, serviceEnvId],
    )
    if (replay === undefined) throw fail('replay_not_found')
    if (replay.status !== 'running') return []
    await sql.rows(`update webhook_replay set status = 'stopped', ended_at = now() where id = $1`, [
      id,
    ])
    return enqueue(sql, [{ kind: 'webhook-replay', subjectId: id, signal: 'replayStopped' }])
  })
  outbox.kick(announced)
}
