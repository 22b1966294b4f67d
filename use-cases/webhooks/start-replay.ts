import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type EndpointId, type ReplayId, type ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { type Missed, missedDeliveries } from './missed-deliveries.ts'
import { replayEntry } from '#db/runs/entries.ts'
import { ConstraintViolation, inTransaction, type Sql } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'

/** Everything that one endpoint, or each of them, has missed since a given time. */
export type NewReplay = Missed

/**
 * Starts sending again what endpoints have missed since this time; a run does it, a few at a time. Refusals:
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

/** The replay is as new as the last delivery it counts, though the clock was set back since: it goes that far. */
const countMissed = prepared((p: Params<NewReplay>) =>
  missedDeliveries(p)
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('total'))
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
