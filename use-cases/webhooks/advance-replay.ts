import {
  asId,
  type DeliveryId,
  type EndpointId,
  type ReplayId,
  type ServiceEnvId,
} from '#domain/ids.ts'
import { isReplayOver, type ReplayEnd } from '#domain/webhooks/replay.ts'
import type { Database } from '#db/connect.ts'
import { rowCount } from '#db/functions.ts'
import type { Outbox } from '#db/outbox.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import {
  type Changes,
  column,
  db,
  type InferResult,
  type Params,
  prepared,
  sql,
} from '#db/statements.ts'
import { retryAll } from './asked-attempts.ts'
import { type Missed, missedDeliveries } from './missed-deliveries.ts'
import { endReplay } from './replay.ts'

/** The most deliveries of a replay in progress at once: a slow receiver slows down only its own replay. */
const onTheirWayMax = 20

/** `isMoving` while there is something to queue. */
export type ReplayStep =
  | { readonly status: 'running'; readonly isMoving: boolean }
  | { readonly status: ReplayEnd }

/**
 * Queues the next missed deliveries of a replay, oldest first, and saves its position, in one transaction, so that
 * each is requested once even after a crash. It is done when all have had their attempt, and is stopped after a day.
 */
export async function advanceReplay(
  database: Database,
  outbox: Outbox,
  id: ReplayId,
): Promise<ReplayStep> {
  const { step, announced } = await inTransaction(database.pool, async (tx) => {
    const replay = await tx.only(lockReplay({ id }))
    if (isReplayOver(replay.status)) return { step: { status: replay.status }, announced: [] }
    if (replay.isOverdue) return { step: await end(tx, id, 'stopped'), announced: [] }
    const room = onTheirWayMax - (await tx.only(countOnTheirWay({ id }))).count
    const next = room > 0 ? await nextMissed(tx, replay, room) : []
    const last = next.at(-1)
    if (last !== undefined) {
      await tx.run(moveOn({ id, count: next.length, at: last.createdAt, last: last.id }))
      const ids = next.map((delivery) => delivery.id)
      return { step: moving, announced: await retryAll(tx, ids, id) }
    }
    const isOver = room === onTheirWayMax
    return { step: isOver ? await end(tx, id, 'done') : standing, announced: [] }
  })
  outbox.kick(announced)
  return step
}

const moving: ReplayStep = { status: 'running', isMoving: true }
const standing: ReplayStep = { status: 'running', isMoving: false }

const nothingYet = asId<DeliveryId>('00000000-0000-0000-0000-000000000000')

const replays = db
  .selectFrom('webhookReplay')
  .select(['id', 'serviceEnvId', 'endpointId', 'since', 'status', 'createdAt as until'])
  .select(
    sql<boolean>`${column('webhookReplay.createdAt')} < now() - interval '24 hours'`.as(
      'isOverdue',
    ),
  )
  // The last delivery it has looked at.
  .select((eb) => [
    eb.fn.coalesce('reachedAt', 'since').as('reachedAt'),
    eb.fn.coalesce('reachedId', eb.val(nothingYet)).as('reachedId'),
  ])

const lockReplay = prepared((p: Params<{ id: ReplayId }>) =>
  replays.where('id', '=', p.id).forUpdate(),
)

const countOnTheirWay = prepared((p: Params<{ id: ReplayId }>) =>
  db
    .selectFrom('webhookRetry as r')
    .innerJoin('webhookDelivery as d', 'd.id', 'r.deliveryId')
    .select(rowCount.as('count'))
    .where('r.replayId', '=', p.id)
    .where('d.status', '=', 'pending'),
)

/** Locks the endpoints' rows first, as everywhere: after an endpoint is stopped, nothing is requested for it. */
async function nextMissed(tx: Sql, replay: InferResult<typeof replays>[number], room: number) {
  await tx.all(lockEndpoints(replay))
  return tx.all(missedNext({ ...replay, room }))
}

const lockEndpoints = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; endpointId: EndpointId | null }>) =>
    db
      .selectFrom('webhookEndpoint')
      .select('id')
      .where('serviceEnvId', '=', p.serviceEnvId)
      .where((eb) => eb('id', '=', eb.fn.coalesce(p.endpointId, eb.ref('id'))))
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .forShare(),
)

const missedNext = prepared(
  (p: Params<Missed & { until: Date; reachedAt: Date; reachedId: DeliveryId; room: number }>) =>
    missedDeliveries(p)
      .select(['d.id', 'd.createdAt'])
      .where('d.createdAt', '<=', p.until)
      .where((eb) =>
        eb(eb.refTuple('d.createdAt', 'd.id'), '>', eb.tuple(p.reachedAt, p.reachedId)),
      )
      .orderBy('d.createdAt')
      .orderBy('d.id')
      .limit(p.room)
      .forUpdate('d'),
)

const moveOn = prepared((p: Params<{ id: ReplayId; count: number; at: Date; last: DeliveryId }>) =>
  db
    .updateTable('webhookReplay')
    .set((eb): Changes<'webhookReplay'> => ({
      queued: eb('queued', '+', p.count),
      reachedAt: p.at,
      reachedId: p.last,
    }))
    .where('id', '=', p.id),
)

async function end(tx: Sql, id: ReplayId, status: ReplayEnd) {
  await tx.run(endReplay({ id, status }))
  return { status }
}
