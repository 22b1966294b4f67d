import { fail } from '#domain/errors/errors.ts'
import type { EndpointId, ReplayId, ServiceEnvId } from '#domain/ids.ts'
import type { ReplayStatus } from '#domain/webhooks/replay.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** A replay and how far it is. */
export interface ReplayRecord {
  readonly id: ReplayId
  /** Null: of all webhooks. */
  readonly endpoint: {
    readonly id: EndpointId
    readonly label: string | null
    readonly url: string
  } | null
  readonly since: Date
  readonly status: ReplayStatus
  /** What there was to send when it began. */
  readonly total: number
  readonly queued: number
  /** Of those queued: how they stand now. */
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
  const rows = await onPool(pool).rows<ReplayRow>(
    `${selectReplay} where r.service_env_id = $1 order by r.created_at desc, r.id desc limit $2`,
    [serviceEnvId, shownMax],
  )
  return rows.map(toRecord)
}

/** One replay. Refusal: replay_not_found. */
export async function readReplay(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: ReplayId,
): Promise<ReplayRecord> {
  const [row] = await onPool(pool).rows<ReplayRow>(
    `${selectReplay} where r.service_env_id = $1 and r.id = $2`,
    [serviceEnvId, id],
  )
  if (row === undefined) throw fail('replay_not_found')
  return toRecord(row)
}

const selectReplay = `select r.id, r.endpoint_id, w.label, w.url, r.since, r.status, r.total, r.queued, r.created_at,
    r.ended_at, c.delivered, c.missed, c.under_way
  from webhook_replay r left join webhook_endpoint w on w.id = r.endpoint_id
  cross join lateral (
    select count(*) filter (where d.status = 'delivered')::int as delivered,
      count(*) filter (where d.status in ('failed', 'abandoned'))::int as missed,
      count(*) filter (where d.status = 'pending')::int as under_way
    from webhook_retry t join webhook_delivery d on d.id = t.delivery_id where t.replay_id = r.id) c`

interface ReplayRow {
  readonly id: ReplayId
  readonly endpoint_id: EndpointId | null
  readonly label: string | null
  readonly url: string | null
  readonly since: string
  readonly status: ReplayStatus
  readonly total: number
  readonly queued: number
  readonly delivered: number
  readonly missed: number
  readonly under_way: number
  readonly created_at: string
  readonly ended_at: string | null
}

function toRecord(row: ReplayRow): ReplayRecord {
  const { endpoint_id: endpointId, label, url } = row
  return {
    id: row.id,
    endpoint: endpointId === null ? null : { id: endpointId, label, url: url ?? '' },
    since: new Date(row.since),
    status: row.status,
    total: row.total,
    queued: row.queued,
    delivered: row.delivered,
    missed: row.missed,
    underWay: row.under_way,
    createdAt: new Date(row.created_at),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at),
  }
}
