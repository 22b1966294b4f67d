import { orFail } from '#domain/errors/errors.ts'
import type { EndpointId, ServiceEnvId } from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** An endpoint as its owner sees it, without its secret. */
export interface EndpointRecord {
  readonly id: EndpointId
  readonly url: string
  readonly label: string | null
  readonly status: 'enabled' | 'disabled'
  readonly allEvents: boolean
  readonly events: readonly string[]
  readonly mode: Mode
  readonly secretLast4: string
  readonly createdAt: Date
  /** A new secret that waits to take over; null if there is none. */
  readonly nextSecretLast4: string | null
  readonly nextSecretAt: Date | null
}

/** The endpoints of a service in one mode, oldest first, without deleted ones. */
export async function listEndpoints(
  database: Database,
  serviceEnvId: ServiceEnvId,
): Promise<EndpointRecord[]> {
  return onPool(database.pool).all(ofService({ serviceEnvId }))
}

/** One endpoint. Refusal: webhook_endpoint_not_found, also for another service's. */
export async function findEndpoint(
  database: Database,
  serviceEnvId: ServiceEnvId,
  id: EndpointId,
): Promise<EndpointRecord> {
  return orFail(
    await onPool(database.pool).first(byId({ serviceEnvId, id })),
    'webhook_endpoint_not_found',
  )
}

/** The same, locked: changes of one endpoint follow one another. */
export async function lockEndpoint(
  tx: Sql,
  place: { readonly serviceEnvId: ServiceEnvId; readonly id: EndpointId },
): Promise<EndpointRecord> {
  await tx.first(lock(place))
  return orFail(await tx.first(byId(place)), 'webhook_endpoint_not_found')
}

const endpoints = db
  .selectFrom('webhookEndpoint as w')
  .innerJoin('serviceEnv as e', 'e.id', 'w.serviceEnvId')
  .select(['w.id', 'w.url', 'w.label', 'w.status', 'w.allEvents', 'w.events', 'e.mode'])
  .select(['w.secretLast4', 'w.createdAt', 'w.nextSecretLast4', 'w.nextSecretAt'])
  .where('w.deletedAt', 'is', null)

const ofService = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  endpoints.where('w.serviceEnvId', '=', p.serviceEnvId).orderBy('w.createdAt').orderBy('w.id'),
)

const byId = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: EndpointId }>) =>
  endpoints.where('w.serviceEnvId', '=', p.serviceEnvId).where('w.id', '=', p.id),
)

const lock = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: EndpointId }>) =>
  db
    .selectFrom('webhookEndpoint')
    .select('id')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('id', '=', p.id)
    .forNoKeyUpdate(),
)
