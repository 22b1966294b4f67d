import type { EndpointId, ServiceEnvId } from '#domain/ids.ts'
import { db, type Params, sql } from '#db/statements.ts'
import { attemptUnderWay, retriesPerHourMax } from './asked-attempts.ts'

/** What a replay may send again: of a service in its mode, to one endpoint or to all, since a given time. */
export interface Missed {
  readonly serviceEnvId: ServiceEnvId
  readonly endpointId: EndpointId | null
  readonly since: Date
}

/**
 * The deliveries `d` to endpoints `w` that a replay may send again, without those that are being sent or were requested
 * too often, and without endpoints that receive nothing now.
 */
export const missedDeliveries = (p: Params<Missed>) =>
  db
    .selectFrom('webhookDelivery as d')
    .innerJoin('webhookEndpoint as w', 'w.id', 'd.endpointId')
    .where('d.serviceEnvId', '=', p.serviceEnvId)
    .where('d.status', 'in', ['failed', 'abandoned'])
    .where('d.createdAt', '>=', p.since)
    .where((eb) => eb('w.id', '=', eb.fn.coalesce(p.endpointId, eb.ref('w.id'))))
    .where('w.status', '=', 'enabled')
    .where('w.deletedAt', 'is', null)
    .where((eb) => eb.not(eb.exists(attemptUnderWay(eb.ref('d.id')))))
    .where(
      (eb) =>
        eb
          .selectFrom('webhookRetry as r')
          .select(eb.fn.countAll<bigint>().as('count'))
          .whereRef('r.deliveryId', '=', 'd.id')
          .where('r.askedAt', '>', sql<Date>`now() - interval '1 hour'`),
      '<',
      BigInt(retriesPerHourMax),
    )
