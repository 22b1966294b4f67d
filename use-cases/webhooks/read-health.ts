import type { EndpointId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { rowCountIf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'

/** The results of an endpoint in the last 24 hours. */
export interface EndpointHealth {
  /** Deliveries that were received. */
  readonly delivered: number
  /** Deliveries whose last attempt failed: waiting for the next one, or abandoned. */
  readonly missed: number
  /** The latest missed delivery. */
  readonly lastMiss: { readonly at: Date; readonly error: string | null } | null
}

/** By endpoint, without those that had no delivery in that time. Test events do not count. */
export async function readWebhookHealth(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<ReadonlyMap<EndpointId, EndpointHealth>> {
  const rows = await onPool(pool).all(health({ serviceEnvId }))
  return new Map(
    rows.map(({ endpointId, missedAt: at, error, ...counts }) => [
      endpointId,
      { ...counts, lastMiss: at && { at, error } },
    ]),
  )
}

const isMissed = sql<boolean>`d.status in ('failed', 'abandoned')`

const health = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('webhookDelivery as d')
    .select('d.endpointId')
    .select([
      rowCountIf(sql<boolean>`${column('webhookDelivery.status', 'd')} = 'delivered'`).as(
        'delivered',
      ),
      rowCountIf(isMissed).as('missed'),
      sql<Date | null>`max(${column('webhookDelivery.createdAt', 'd')}) filter (where ${isMissed})`.as(
        'missedAt',
      ),
      sql<string | null>`(array_agg(${column('webhookDelivery.lastError', 'd')}
        order by ${column('webhookDelivery.createdAt', 'd')} desc) filter (where ${isMissed}))[1]`.as(
        'error',
      ),
    ])
    .where('d.serviceEnvId', '=', p.serviceEnvId)
    .where('d.createdAt', '>', sql<Date>`now() - interval '24 hours'`)
    // Test events are few: they are looked up once, instead of the event of each delivery.
    .where('d.eventId', 'not in', (eb) =>
      eb
        .selectFrom('event as e')
        .select('e.id')
        .where('e.serviceEnvId', '=', p.serviceEnvId)
        .where('e.isTest', '=', true)
        .where('e.createdAt', '>', sql<Date>`now() - interval '25 hours'`),
    )
    .groupBy('d.endpointId'),
)
