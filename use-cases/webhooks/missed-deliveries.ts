import type { EndpointId, ServiceEnvId } from '#domain/ids.ts'
import { db, type Params, sql } from '#db/statements.ts'
import { attemptUnderWay, retriesPerHourMax } from './asked-attempts.ts'

/** What a replay may send once more: of a service in its mode, to one webhook or to all, since a time. */
export interface Missed {
  readonly serviceEnvId: ServiceEnvId
  readonly endpointId: EndpointId | null
  readonly since: Date
}

/**
 * The deliveries `d` to webhooks `w` that a replay may send once more. One that is being sent, or was asked for too often,
 * is left out; so is what goes to webhooks that receive nothing now.
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
