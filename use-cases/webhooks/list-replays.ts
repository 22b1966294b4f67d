import { orFail } from '#domain/errors/errors.ts'
import type { EndpointId, ReplayId, ServiceEnvId } from '#domain/ids.ts'
import type { DeliveryStatus } from '#domain/webhooks/delivery.ts'
import type { ReplayStatus } from '#domain/webhooks/replay.ts'
import type { Database } from '#db/connect.ts'
import { rowCountIf } from '#db/functions.ts'
import { newestFirst } from '#db/pages.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared, sql } from '#db/statements.ts'

/** A replay and its progress. */
export interface ReplayRecord {
  readonly id: ReplayId
  /** Null: all endpoints. */
  readonly endpoint: {
    readonly id: EndpointId
    readonly label: string | null
    readonly url: string
  } | null
  readonly since: Date
  readonly status: ReplayStatus
  /** The number of deliveries when it began. */
  readonly total: number
  readonly queued: number
  /** The current state of those queued. */
  readonly delivered: number
  readonly missed: number
  readonly underWay: number
  readonly createdAt: Date
  readonly endedAt: Date | null
}

const shownMax = 20

/** The latest replays of a service in one mode, newest first. */
export async function listReplays(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<ReplayRecord[]> {
  return (await onPool(pool).all(latest({ serviceEnvId }))).map(toRecord)
}

/** One replay. Refusal: replay_not_found. */
export async function readReplay(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: ReplayId,
): Promise<ReplayRecord> {
  return toRecord(orFail(await onPool(pool).first(byId({ serviceEnvId, id })), 'replay_not_found'))
}

const replays = db
  .selectFrom('webhookReplay as r')
  .leftJoin('webhookEndpoint as w', 'w.id', 'r.endpointId')
  .innerJoinLateral(
    (eb) =>
      eb
        .selectFrom('webhookRetry as t')
        .innerJoin('webhookDelivery as d', 'd.id', 't.deliveryId')
        .select([
          count('delivered').as('delivered'),
          count('failed', 'abandoned').as('missed'),
          count('pending').as('underWay'),
        ])
        .whereRef('t.replayId', '=', 'r.id')
        .as('c'),
    (join) => join.onTrue(),
  )
  .select(['r.id', 'r.endpointId', 'w.label', 'w.url', 'r.since', 'r.status', 'r.total'])
  .select(['r.queued', 'c.delivered', 'c.missed', 'c.underWay', 'r.createdAt', 'r.endedAt'])

const latest = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  newestFirst(replays.where('r.serviceEnvId', '=', p.serviceEnvId), ['r.createdAt', 'r.id'], {
    limit: shownMax,
  }),
)

const byId = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: ReplayId }>) =>
  replays.where('r.serviceEnvId', '=', p.serviceEnvId).where('r.id', '=', p.id),
)

/** Counts the deliveries `d` in these states. */
function count(...statuses: DeliveryStatus[]) {
  return rowCountIf(sql<boolean>`d.status = any(${statuses})`)
}

function toRecord(row: InferResult<typeof replays>[number]): ReplayRecord {
  const { endpointId, label, url, ...replay } = row
  return { ...replay, endpoint: endpointId && { id: endpointId, label, url: url ?? '' } }
}
