import { fail } from '#domain/errors/errors.ts'
import type { DeliveryId, EndpointId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

export interface EndpointStop {
  readonly serviceEnvId: ServiceEnvId
  readonly id: EndpointId
  /** A disabled webhook may be enabled again; a deleted one is gone, its deliveries stay in the history. */
  readonly change: 'disabled' | 'deleted'
}

const changes = {
  disabled: {
    reason: 'endpoint_disabled',
    statement: `update webhook_endpoint set status = 'disabled'
      where id = $1 and service_env_id = $2 and deleted_at is null returning id`,
  },
  deleted: {
    reason: 'endpoint_deleted',
    statement: `update webhook_endpoint set deleted_at = now()
      where id = $1 and service_env_id = $2 and deleted_at is null returning id`,
  },
} as const

/**
 * Disables or deletes a webhook: it receives nothing from now on, and what waited for it is abandoned at once
 * (spec: Delivery and retries 5). Refusal: webhook_endpoint_not_found.
 */
export async function stopWebhookEndpoint(
  database: Database,
  outbox: Outbox,
  { serviceEnvId, id, change }: EndpointStop,
): Promise<void> {
  const { reason, statement } = changes[change]
  const announced = await inTransaction(database.pool, async (sql) => {
    const changed = await sql.rows(statement, [id, serviceEnvId])
    if (changed.length === 0) throw fail('webhook_endpoint_not_found')
    const stopped = await abandonWaiting(sql, id, reason)
    return enqueue(
      sql,
      stopped.map((subjectId) => ({
        kind: 'webhook-delivery',
        subjectId,
        signal: 'deliveryStopped',
      })),
    )
  })
  outbox.kick(announced)
}

/** Deliveries still waiting for this endpoint end at once, with the reason in their history. */
async function abandonWaiting(sql: Sql, endpointId: string, reason: string): Promise<DeliveryId[]> {
  const rows = await sql.rows<{ id: DeliveryId }>(
    `update webhook_delivery set status = 'abandoned', last_error = $2, asked_attempt = null,
       next_attempt_at = null, completed_at = now()
     where endpoint_id = $1 and status in ('pending', 'failed') returning id`,
    [endpointId, reason],
  )
  return rows.map(({ id }) => id)
}
