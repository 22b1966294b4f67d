import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import type { StandingOrderId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared } from '#db/statements.ts'
import { standingOrderSchedule } from '#workflows/contract/schedules.ts'
import { searchAttributes } from '#workflows/contract/search-attributes.ts'

/** Calls Temporal under a deadline. */
type Call = <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>

/** What was made and what was taken away. */
export interface SchedulesKept {
  readonly made: number
  readonly removed: number
}

/**
 * Sees to it that Temporal has a Schedule for each order that is active, by its timetable, and none besides. The id of a
 * Schedule says all that it is made of, so what is there is compared by ids alone: one that was lost is made again, one of
 * another timetable, of an order that is paused or over, or that restored books do not know, is taken away. A new one is
 * told at once: the time that it may have missed is paid, any other call comes to nothing. Safe at any time, and by several.
 */
export async function keepStandingSchedules({
  database,
  call,
}: {
  readonly database: Pick<Database, 'pool'>
  readonly call: Call
}): Promise<SchedulesKept> {
  const there = new Set(await call(listSchedules))
  const wanted = await wantedSchedules(database)
  const missing = [...wanted].filter(([id]) => !there.has(id))
  const extra = [...there].filter((id) => !wanted.has(id))
  for (const [id, order] of missing) await call((client) => make(client, id, order))
  for (const id of extra) await call((client) => remove(client, id))
  return { made: missing.length, removed: extra.length }
}

async function listSchedules(client: Client): Promise<string[]> {
  const ids: string[] = []
  for await (const { scheduleId } of client.schedule.list({ pageSize: 1000 }))
    if (scheduleId.startsWith(standingOrderSchedule.prefix)) ids.push(scheduleId)
  return ids
}

async function wantedSchedules({
  pool,
}: Pick<Database, 'pool'>): Promise<ReadonlyMap<string, ActiveOrder>> {
  const wanted = new Map<string, ActiveOrder>()
  let afterId = lowestId
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const orders = await onPool(pool).all(activeOrders({ afterId, limit: ordersAtOnce }))
    for (const order of orders) wanted.set(standingOrderSchedule.idOf(order.id, order), order)
    afterId = orders.at(-1)?.id ?? afterId
    if (orders.length < ordersAtOnce) break
  }
  return wanted
}

const lowestId = '00000000-0000-0000-0000-000000000000' as StandingOrderId
const ordersAtOnce = 1000
const pagesMax = 1000

const active = db
  .selectFrom('standingOrder as o')
  .innerJoin('serviceEnv as s', 's.id', 'o.serviceEnvId')
  .select(['o.id', 'o.serviceEnvId', 's.mode', 'o.rhythm', 'o.day', 'o.hour'])
  .where('o.endedAt', 'is', null)
  .where('o.pausedAt', 'is', null)
  .where((eb) => eb.or([eb('o.needsApproval', '=', false), eb('o.approvedBy', 'is not', null)]))

type ActiveOrder = InferResult<typeof active>[number]

const activeOrders = prepared((p: Params<{ afterId: StandingOrderId; limit: number }>) =>
  active.where('o.id', '>', p.afterId).orderBy('o.id').limit(p.limit),
)

async function make(client: Client, scheduleId: string, order: ActiveOrder): Promise<void> {
  const { type: workflowType, taskQueue, timezone, calendarOf } = standingOrderSchedule
  try {
    await client.schedule.create({
      scheduleId,
      spec: { calendars: [calendarOf(order)], timezone },
      action: {
        type: 'startWorkflow',
        workflowType,
        // Temporal adds the time of each run.
        workflowId: scheduleId,
        taskQueue,
        args: [{ standingOrderId: order.id }],
        staticSummary: 'Standing order',
        typedSearchAttributes: new TypedSearchAttributes([
          { key: searchAttributes.serviceEnv, value: order.serviceEnvId },
          { key: searchAttributes.paymentMode, value: order.mode },
        ]),
      },
      // What was missed is made up for; two at once would come to the same payment, one after the other is easier to read.
      policies: { overlap: ScheduleOverlapPolicy.BUFFER_ONE, catchupWindow: '3 days' },
      state: { triggerImmediately: true },
    })
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
  }
}

async function remove(client: Client, id: string): Promise<void> {
  try {
    await client.schedule.getHandle(id).delete()
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error
  }
}
