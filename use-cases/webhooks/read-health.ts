import type { EndpointId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** How a webhook did in the last 24 hours. */
export interface EndpointHealth {
  /** Deliveries that were received. */
  readonly delivered: number
  /** Deliveries whose last attempt failed: waiting for the next one, or abandoned. */
  readonly missed: number
  /** Of the latest that was missed. */
  readonly lastMiss: { readonly at: Date; readonly error: string | null } | null
}

/** By webhook; those without a delivery in that time are not among them. Tests do not count. */
export async function readWebhookHealth(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<ReadonlyMap<EndpointId, EndpointHealth>> {
  const rows = await onPool(pool).rows<HealthRow>(
    `select d.endpoint_id, count(*) filter (where d.status = 'delivered')::int as delivered,
       count(*) filter (where d.status in ('failed', 'abandoned'))::int as missed,
       max(d.created_at) filter (where d.status in ('failed', 'abandoned')) as missed_at,
       (array_agg(d.last_error order by d.created_at desc) filter (where d.status in ('failed', 'abandoned')))[1] as error
     from webhook_delivery d join event e on e.id = d.event_id
     where d.service_env_id = $1 and d.created_at > now() - interval '24 hours' and not e.is_test
     group by d.endpoint_id`,
    [serviceEnvId],
  )
  return new Map(rows.map((row) => [row.endpoint_id, toHealth(row)]))
}

interface HealthRow {
  readonly endpoint_id: EndpointId
  readonly delivered: number
  readonly missed: number
  readonly missed_at: string | null
  readonly error: string | null
}

function toHealth({ delivered, missed, missed_at: at, error }: HealthRow): EndpointHealth {
  return { delivered, missed, lastMiss: at === null ? null : { at: new Date(at), error } }
}
