import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type EndpointId, type ReplayId, type ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { type Missed, missedDeliveries } from './missed-deliveries.ts'
import { replayEntry } from '#db/runs/entries.ts'
import { isReplayOver, type ReplayEnd } from '#domain/webhooks/replay.ts'
import { ConstraintViolation, inTransaction, type Sql } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'
import { now, rowCount } from '#db/functions.ts'

/** Everything that one endpoint, or each of them, has missed since a given time. */
export type NewReplay = Missed

/**
 * Starts resending what endpoints have missed since this time; a run sends it, a few at a time. Refusals:
 * replay_in_progress, nothing_to_replay, webhook_endpoint_not_found, webhook_disabled.
 */
export async function startReplay(
  database: Database,
  outbox: Outbox,
  replay: NewReplay,
): Promise<ReplayId> {
  const { serviceEnvId, endpointId, since } = replay
  const id = asId<ReplayId>(randomUUIDv7())
  try {
    const announced = await inTransaction(database.pool, async (tx) => {
      if (endpointId !== null) await requireEnabled(tx, serviceEnvId, endpointId)
      const { total, createdAt } = await tx.only(countMissed(replay))
      if (total === 0) throw fail('nothing_to_replay')
      const values = { id, serviceEnvId, endpointId, since, total, createdAt }
      await tx.run(db.insertInto('webhookReplay').values(values))
      return enqueue(tx, [replayEntry(id, serviceEnvId)])
    })
    outbox.kick(announced)
    return id
  } catch (error) {
    const isSecond =
      error instanceof ConstraintViolation && error.constraint === 'webhook_replay_one_at_a_time'
    throw isSecond ? fail('replay_in_progress') : error
  }
}

/** A replay is never older than the last delivery it counts, even if the clock was set back since. */
const countMissed = prepared((p: Params<NewReplay>) =>
  missedDeliveries(p)
    .select(rowCount.as('total'))
    .select(
      sql<Date>`greatest(now(), max(${column('webhookDelivery.createdAt', 'd')}))`.as('createdAt'),
    ),
)

async function requireEnabled(
  tx: Sql,
  serviceEnvId: ServiceEnvId,
  endpointId: EndpointId,
): Promise<void> {
  const endpoint = await tx.first(statusOf({ serviceEnvId, endpointId }))
  if (endpoint === undefined) throw fail('webhook_endpoint_not_found')
  if (endpoint.status === 'disabled') throw fail('webhook_disabled')
}

const statusOf = prepared((p: Params<{ serviceEnvId: ServiceEnvId; endpointId: EndpointId }>) =>
  db
    .selectFrom('webhookEndpoint')
    .select('status')
    .where('id', '=', p.endpointId)
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('deletedAt', 'is', null),
)

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
    if (isReplayOver(replay.status)) return []
    await tx.run(endReplay({ id, status: 'stopped' }))
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

/** Of one that is locked and not over. */
export const endReplay = prepared((p: Params<{ id: ReplayId; status: ReplayEnd }>) =>
  db.updateTable('webhookReplay').set({ status: p.status, endedAt: now }).where('id', '=', p.id),
)
