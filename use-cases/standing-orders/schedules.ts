import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import type { StandingOrderId } from '#domain/ids.ts'
import { dueNow, type StandingDayState } from '#domain/standing-orders/order.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, jsonObjectFrom, type Params, prepared } from '#db/statements.ts'
import { standingOrderSchedule } from '#workflows/contract/schedules.ts'
import { searchAttributes } from '#workflows/contract/search-attributes.ts'

/** Calls Temporal under a deadline. */
type Call = <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>

/** How many schedules were created and removed, and for how many a missing run was started. */
export interface SchedulesKept {
  readonly made: number
  readonly removed: number
  readonly restarted: number
}

/**
 * Makes sure that Temporal has a Schedule for each active order, and no others. A Schedule's id contains everything
 * it is built from, so comparing ids is enough: a lost one is created again; one with another timetable, or of an
 * order that is paused, over or unknown to a restored database, is removed. A new one triggers at once, to pay a day
 * it may have missed; otherwise that call does nothing. One whose day is due but has no run any longer, because the run
 * failed or somebody ended it, triggers again. Safe at any time, and concurrently.
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
  let restarted = 0
  for (const [id, order] of wanted)
    if (there.has(id) && isLeft(order) && (await call((client) => triggerIdle(client, id))))
      restarted += 1
  return { made: missing.length, removed: extra.length, restarted }
}

/** By then Temporal has started the run of a day. */
const startedWithinMs = 300_000

/** True if its day has been due for a while, and nothing was decided about it. */
function isLeft({ activeSince, readAt, last, ...timetable }: ActiveOrder): boolean {
  const due = dueNow(timetable, { activeSince, now: readAt })
  if (due === undefined || readAt.getTime() - due.at.getTime() < startedWithinMs) return false
  if (last === null || last.day < due.day) return true
  const isOpen = last.state === 'due' || (last.state !== 'sent' && last.isOfEarlierTerms)
  return last.day === due.day && isOpen
}

/** Starts the run of a Schedule that has none, unless somebody has paused it. */
async function triggerIdle(client: Client, id: string): Promise<boolean> {
  const schedule = client.schedule.getHandle(id)
  try {
    const { state, info } = await schedule.describe()
    if (state.paused || info.runningActions.length > 0) return false
    await schedule.trigger(ScheduleOverlapPolicy.SKIP)
    return true
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false
    throw error
  }
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
  .select(['o.id', 'o.serviceEnvId', 's.mode', 'o.rhythm', 'o.day', 'o.hour', 'o.activeSince'])
  .select(now.as('readAt'))
  .select((eb) =>
    jsonObjectFrom(
      eb
        .selectFrom('standingOrderDay as d')
        .select(['d.day', 'd.state'])
        .select((of) => of('d.createdAt', '<', of.ref('o.termsSince')).as('isOfEarlierTerms'))
        .$castTo<{ day: string; state: StandingDayState; isOfEarlierTerms: boolean }>()
        .whereRef('d.orderId', '=', 'o.id')
        .orderBy('d.day', 'desc')
        .limit(1),
    ).as('last'),
  )
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
        // Temporal appends the time of each run.
        workflowId: scheduleId,
        taskQueue,
        args: [{ standingOrderId: order.id }],
        staticSummary: 'Standing order',
        typedSearchAttributes: new TypedSearchAttributes([
          { key: searchAttributes.serviceEnv, value: order.serviceEnvId },
          { key: searchAttributes.paymentMode, value: order.mode },
        ]),
      },
      // A missed run is made up for. Two at once would pay the same payment, but one after the other is easier to
      // read.
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
