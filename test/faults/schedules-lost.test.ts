import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { ScheduleNotFoundError } from '@temporalio/client'
import { msToTs } from '@temporalio/common/lib/time.js'
import { NativeConnection } from '@temporalio/worker'
import { EnvError } from '#platform/env-error.ts'
import type { TemporalClient } from '#platform/temporal.ts'
import { listSearchAttributes } from '#platform/temporal-search-attributes.ts'
import { type Scheduling, startScheduling } from '#worker/scheduling.ts'
import { searchAttributes } from '#workflows/contract/search-attributes.ts'
import { dailyProof, housekeeping, runReconciliation } from '#workflows/contract/schedules.ts'
import { eventually } from '#test/support/call.ts'
import { sharedStack } from '#test/support/stack.ts'
import { clientAt } from '#test/support/temporal-connection.ts'

const namespace = `bare-${randomUUID()}`
const scheduleIds = [dailyProof, runReconciliation, housekeeping].map(
  ({ scheduleId }) => scheduleId,
)

describe('a worker sees to it that Temporal has what the service needs', function () {
  this.timeout(240_000)
  let temporal: TemporalClient
  let connection: NativeConnection
  let scheduling: Scheduling | undefined
  let claim = () => Promise.resolve()
  const warnings: object[] = []
  let kept = 0

  before(async () => {
    const { temporalAddress } = await sharedStack()
    temporal = clientAt(temporalAddress, namespace)
    connection = await NativeConnection.connect({ address: temporalAddress })
    await temporal.connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    })
    const log = { warn: (details: object) => void warnings.push(details) } as unknown as Log
    scheduling = startScheduling({
      connection,
      env: { temporalNamespace: namespace },
      log,
      claim: () => claim(),
      keepOrders: () => Promise.resolve((kept += 1)),
      everyMs: 200,
    })
  })
  after(async () => {
    await scheduling?.stop()
    await connection?.close()
    await temporal?.close()
  })

  it('on a namespace without any: search attributes and schedules are there', async () => {
    for (const id of scheduleIds) await eventually(() => isThere(id))
    const names = Object.values(searchAttributes).map(({ name }) => name)
    await eventually(async () => {
      const known = await listSearchAttributes(temporal, namespace)
      return names.every((name) => known.has(name))
    }, 30_000)
  })

  it('a schedule that is gone is made again, and one that is paused stays paused', async () => {
    const schedule = temporal.client.schedule
    await schedule.getHandle(dailyProof.scheduleId).pause('by a test')
    await schedule.getHandle(runReconciliation.scheduleId).delete()
    await eventually(() => isThere(runReconciliation.scheduleId))
    const { state } = await schedule.getHandle(dailyProof.scheduleId).describe()
    assert.equal(state.paused, true)
  })

  it('and those of standing orders are seen to at each turn', async () => {
    const before = kept
    await eventually(() => Promise.resolve(kept > before + 2))
  })

  it('a namespace that became another installation’s is left alone, and the worker is told', async () => {
    const { schedule } = temporal.client
    claim = () => Promise.reject(new EnvError(['another installation']))
    await assert.rejects(async () => scheduling?.refused, EnvError)
    await schedule.getHandle(runReconciliation.scheduleId).delete()
    const refusals = warnings.length
    let turns = 0
    claim = () => Promise.reject(new EnvError([`again ${(turns += 1)}`]))
    await eventually(() => Promise.resolve(turns > 2))
    assert.equal(await isThere(runReconciliation.scheduleId), false)
    assert.equal(warnings.length, refusals, 'it is said once')
    claim = () => Promise.resolve()
  })

  async function isThere(id: string): Promise<boolean> {
    try {
      await temporal.client.schedule.getHandle(id).describe()
      return true
    } catch (error) {
      assert.ok(error instanceof ScheduleNotFoundError, String(error))
      return false
    }
  }
})

type Log = Parameters<typeof startScheduling>[0]['log']
