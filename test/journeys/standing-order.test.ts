import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import { endStandingOrder, pauseStandingOrder } from '#use-cases/standing-orders/move.ts'
import { keepStandingSchedules } from '#use-cases/standing-orders/schedules.ts'
import { listStandingOrderDays, readStandingOrder } from '#use-cases/standing-orders/find.ts'
import { makeStandingOrder } from '#use-cases/standing-orders/make.ts'
import { payDue, timeOfBooks } from '#use-cases/standing-orders/pay-due.ts'
import type { StandingOrderId } from '#domain/ids.ts'
import { standingOrderSchedule } from '#workflows/contract/schedules.ts'
import { wideLimits } from '#test/support/books.ts'
import { readyToPayOut } from '#test/support/payouts.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { startTestService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'
import { memberOf } from '#test/use-cases/payouts/files.ts'

describe('a standing order from its Schedule to the payee', function () {
  this.timeout(240_000)
  const service = given(() => startTestService({ LOG_LEVEL: 'fatal' }))
  const call = <Result>(work: (client: Client) => Promise<Result>) => work(service.temporal)
  const keep = () => keepStandingSchedules({ database: service.database, call })

  it('is paid once for its day, however often its Schedule fires, is lost, and is made again', async () => {
    const { database, temporal } = service
    const tenant = await createTenant(database)
    const phone = await readyToPayOut(database, tenant, {
      balance: 100_000,
      phone: '2290197110034',
    })
    const member = await memberOf(database, tenant)
    const [account] = await rows<{ id: string }>(
      'select id from authorized_account where phone = $1 and service_env_id = $2',
      [phone, tenant.serviceEnvId],
    )
    const place = { serviceEnvId: tenant.serviceEnvId, mode: tenant.mode, memberId: member.id }
    const hour = (new Date().getUTCHours() + 1) % 24
    const id = await makeStandingOrder(
      { database, isOpen: () => Promise.resolve(true), staffApprovalAbove: 1_000_000n },
      place,
      {
        name: 'Loyer',
        accountId: account?.id as never,
        amount: 5000n,
        floor: 0n,
        most: null,
        timetable: { rhythm: 'daily', day: null, hour },
      },
    )
    await rows(`update standing_order set active_since = now() - interval '1 day' where id = $1`, [
      id,
    ])
    await keep()
    const [day] = await eventually(async () => {
      const days = await listStandingOrderDays(database, id)
      return days[0]?.status === 'succeeded' ? days : undefined
    }, 60_000)
    assert.equal(day?.amount, 5000n)
    const scheduleId = await idOf(id)
    const handle = temporal.schedule.getHandle(scheduleId)
    const ran = (await handle.describe()).info.numActionsTaken
    await handle.trigger()
    await handle.trigger()
    await eventually(async () => (await handle.describe()).info.numActionsTaken > ran)
    await handle.delete()
    await eventually(async () => !(await isThere(scheduleId)))
    // The second is part of a run's id: within the same one it would be the run that there was.
    await pause(1100)
    await keep()
    await eventually(() => isThere(scheduleId))
    const again = temporal.schedule.getHandle(scheduleId)
    await eventually(async () => {
      const { recentActions, runningActions } = (await again.describe()).info
      return recentActions.length > 0 && runningActions.length === 0
    }, 120_000)
    const payouts = await rows(
      `select id from transaction where service_env_id = $1 and type = 'payout'`,
      [tenant.serviceEnvId],
    )
    assert.equal(payouts.length, 1)
    const { version } = await readStandingOrder(database, tenant.serviceEnvId, id)
    const act = { serviceEnvId: tenant.serviceEnvId, id, member, version }
    await pauseStandingOrder(service, act)
    await keep()
    await eventually(async () => !(await isThere(scheduleId)))
    await endStandingOrder(service, act)
  })

  it('is paid although the run of its day was ended by hand while it waited', async () => {
    const { database, temporal } = service
    const tenant = await createTenant(database)
    const to = await readyToPayOut(database, tenant, { balance: 100_000, phone: '2290197110035' })
    const member = await memberOf(database, tenant)
    const books = {
      ...service,
      isOpen: () => Promise.resolve(true),
      staffApprovalAbove: 1_000_000n,
    }
    const [account] = await rows<{ id: string }>(
      'select id from authorized_account where phone = $1 and service_env_id = $2',
      [to, tenant.serviceEnvId],
    )
    const { serviceEnvId, mode } = tenant
    // An hour ago in the main market.
    const timetable = { rhythm: 'daily', day: null, hour: new Date().getUTCHours() } as const
    const terms = { name: 'Loyer', accountId: account?.id as never, timetable }
    const id = await makeStandingOrder(
      books,
      { serviceEnvId, mode, memberId: member.id },
      { ...terms, amount: 5000n, floor: 0n, most: null },
    )
    await keep()
    const handle = temporal.schedule.getHandle(await idOf(id))
    const first = await eventually(
      async () => (await handle.describe()).info.recentActions[0]?.action.workflow.workflowId,
    )
    assert.equal(await temporal.workflow.getHandle(first).result(), 'not_due')
    await rows(`update standing_order set active_since = now() - interval '1 day' where id = $1`, [
      id,
    ])
    // What a run leaves that is ended while its operator is away.
    const outbox = { kick() {}, relay: () => Promise.resolve(0), drain: () => Promise.resolve() }
    const away = { ...books, outbox, limits: wideLimits, isOpen: () => Promise.resolve(false) }
    const { state } = await payDue(away, id, await timeOfBooks(database))
    assert.equal(state, 'due')
    await pause(1100)
    await eventually(async () => (await keep()).restarted > 0, 30_000)
    await eventually(async () => {
      const [day] = await listStandingOrderDays(database, id)
      return day?.status === 'succeeded'
    }, 60_000)
    assert.equal((await keep()).restarted, 0, 'what is paid is left alone')
    const { version } = await readStandingOrder(database, serviceEnvId, id)
    await endStandingOrder(service, { serviceEnvId, id, member, version })
  })

  it('of which the books know nothing has no Schedule for long, and its run sends nothing', async () => {
    const { temporal } = service
    const stranger = '019a0000-0000-7000-8000-000000000000'
    const timetable = { rhythm: 'weekly', day: 3, hour: 7 } as const
    const scheduleId = standingOrderSchedule.idOf(stranger, timetable)
    const { type: workflowType, taskQueue, calendarOf } = standingOrderSchedule
    await temporal.schedule.create({
      scheduleId,
      spec: { calendars: [calendarOf(timetable)] },
      action: {
        type: 'startWorkflow',
        workflowType,
        workflowId: scheduleId,
        taskQueue,
        args: [{ standingOrderId: stranger }],
      },
      state: { triggerImmediately: true },
    })
    const handle = temporal.schedule.getHandle(scheduleId)
    const run = await eventually(async () => {
      const [latest] = (await handle.describe()).info.recentActions
      return latest?.action.workflow
    }, 30_000)
    assert.equal(await temporal.workflow.getHandle(run.workflowId).result(), 'not_due')
    await eventually(async () => {
      await keep()
      return !(await isThere(scheduleId))
    }, 30_000)
  })

  async function idOf(id: StandingOrderId): Promise<string> {
    const [order] = await rows<{ hour: number }>('select hour from standing_order where id = $1', [
      id,
    ])
    return standingOrderSchedule.idOf(id, { rhythm: 'daily', day: null, hour: order?.hour ?? 0 })
  }

  async function isThere(scheduleId: string): Promise<boolean> {
    for await (const found of service.temporal.schedule.list())
      if (found.scheduleId === scheduleId) return true
    return false
  }

  async function rows<Row extends object>(
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return (await service.database.pool.query<Row & Record<string, unknown>>(text, [...values]))
      .rows
  }
})
