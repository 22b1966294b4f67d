import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type EndpointId, type ReplayId, type ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { missedDeliveries } from './missed-deliveries.ts'
import { replayEntry } from '#db/runs/entries.ts'
import { ConstraintViolation, inTransaction, type Sql } from '#db/sql.ts'

export interface NewReplay {
  readonly serviceEnvId: ServiceEnvId
  /** Null for all webhooks of the service in this mode. */
  readonly endpointId: EndpointId | null
  readonly since: Date
}

/**
 * Begins to send once more what webhooks missed since this time; a run does it, a few at a time. Refusals:
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
    const announced = await inTransaction(database.pool, async (sql) => {
      if (endpointId !== null) await requireEnabled(sql, serviceEnvId, endpointId)
      const { total } = await sql.one<{ total: number }>(
        `select count(*)::int as total from ${missedDeliveries}`,
        [serviceEnvId, endpointId, since],
      )
      if (total === 0) throw fail('nothing_to_replay')
      await sql.rows(
        'insert into webhook_replay (id, service_env_id, endpoint_id, since, total) values ($1, $2, $3, $4, $5)',
        [id, serviceEnvId, endpointId, since, total],
      )
      return enqueue(sql, [replayEntry(id, serviceEnvId)])
    })
    outbox.kick(announced)
    return id
  } catch (error) {
    const isSecond =
      error instanceof ConstraintViolation && error.constraint === 'webhook_replay_one_at_a_time'
    throw isSecond ? fail('replay_in_progress') : error
  }
}

async function requireEnabled(
  sql: Sql,
  serviceEnvId: ServiceEnvId,
  endpointId: EndpointId,
): Promise<void> {
  const [endpoint] = await sql.rows<{ status: string }>(
    'select status from webhook_endpoint where id = $1 and service_env_id = $2 and deleted_at is null',
    [endpointId, serviceEnvId],
  )
  if (endpoint === undefined) throw fail('webhook_endpoint_not_found')
  if (endpoint.status === 'disabled') throw fail('webhook_disabled')
}
