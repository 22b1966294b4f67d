import type { DeliveryId, EndpointId, ReplayId, ServiceEnvId } from '#domain/ids.ts'
import type { ReplayStatus } from '#domain/webhooks/replay.ts'
import { askAttempts, countRetries } from './asked-attempts.ts'
import type { Database } from '#db/connect.ts'
import { missedDeliveries } from './missed-deliveries.ts'
import type { Outbox } from '#db/outbox.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

/** So many of a replay are on their way at once: a slow receiver slows its own replay down, and nobody else. */
const onTheirWayMax = 20
const hoursMax = 24

/** `isMoving` while there is something to put in the queue. */
export type ReplayStep =
  | { readonly status: 'running'; readonly isMoving: boolean }
  | { readonly status: Exclude<ReplayStatus, 'running'> }

/**
 * Puts the next missed deliveries of a replay into the queue, the oldest first, and moves it on, in one transaction: whoever
 * dies in between, each is asked for once. It is done when all have had their attempt, and is stopped after a day.
 */
export async function advanceReplay(
  database: Database,
  outbox: Outbox,
  id: ReplayId,
): Promise<ReplayStep> {
  const { step, announced } = await inTransaction(database.pool, async (sql) => {
    const replay = await sql.one<ReplayRow>(lockReplay, [id])
    if (replay.status !== 'running') return { step: { status: replay.status }, announced: [] }
    if (replay.is_overdue) return { step: await end(sql, id, 'stopped'), announced: [] }
    const room = onTheirWayMax - (await countOnTheirWay(sql, id))
    const next = room > 0 ? await nextMissed(sql, replay, room) : []
    if (next.length > 0) return { step: moving, announced: await ask(sql, id, next) }
    const isOver = room === onTheirWayMax
    return { step: isOver ? await end(sql, id, 'done') : standing, announced: [] }
  })
  outbox.kick(announced)
  return step
}

const moving: ReplayStep = { status: 'running', isMoving: true }
const standing: ReplayStep = { status: 'running', isMoving: false }

/** Times are as the database writes them. */
interface ReplayRow {
  readonly id: ReplayId
  readonly service_env_id: ServiceEnvId
  readonly endpoint_id: EndpointId | null
  readonly since: string
  readonly status: ReplayStatus
  readonly created_at: string
  /** The last delivery that it has looked at. */
  readonly reached_at: string
  readonly reached_id: string
  readonly is_overdue: boolean
}

const nothingYet = '00000000-0000-0000-0000-000000000000'

const lockReplay = `select id, service_env_id, endpoint_id, since, status, created_at,
    coalesce(reached_at, since) as reached_at, coalesce(reached_id, '${nothingYet}') as reached_id,
    created_at < now() - interval '${hoursMax} hours' as is_overdue
  from webhook_replay where id = $1 for update`

async function countOnTheirWay(sql: Sql, id: ReplayId): Promise<number> {
  const { count } = await sql.one<{ count: number }>(
    `select count(*)::int as count from webhook_retry r join webhook_delivery d on d.id = r.delivery_id
     where r.replay_id = $1 and d.status = 'pending'`,
    [id],
  )
  return count
}

interface MissedRow {
  readonly id: DeliveryId
  readonly created_at: string
}

/** The webhooks' rows first, as everywhere: one that is stopped in the same moment is asked for nothing after. */
async function nextMissed(sql: Sql, replay: ReplayRow, room: number): Promise<MissedRow[]> {
  const { service_env_id, endpoint_id, since, created_at, reached_at, reached_id } = replay
  await sql.rows(
    `select id from webhook_endpoint where service_env_id = $1 and ($2::uuid is null or id = $2)
       and deleted_at is null order by id for share`,
    [service_env_id, endpoint_id],
  )
  return sql.rows<MissedRow>(
    `select d.id, d.created_at from ${missedDeliveries}
       and d.created_at <= $4 and (d.created_at, d.id) > ($5::timestamptz, $6::uuid)
     order by d.created_at, d.id limit $7 for update of d`,
    [service_env_id, endpoint_id, since, created_at, reached_at, reached_id, room],
  )
}

async function ask(sql: Sql, id: ReplayId, next: readonly MissedRow[]): Promise<string[]> {
  const ids = next.map((delivery) => delivery.id)
  const last = next.at(-1)
  await sql.rows(
    'update webhook_replay set queued = queued + $2, reached_at = $3, reached_id = $4 where id = $1',
    [id, ids.length, last?.created_at, last?.id],
  )
  await countRetries(sql, ids, id)
  return askAttempts(sql, ids)
}

async function end(
  sql: Sql,
  id: ReplayId,
  status: 'done' | 'stopped',
): Promise<{ readonly status: 'done' | 'stopped' }> {
  await sql.rows('update webhook_replay set status = $2, ended_at = now() where id = $1', [
    id,
    status,
  ])
  return { status }
}
