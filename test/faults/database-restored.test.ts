import assert from 'node:assert/strict'
import { reconcileRuns, sweepAges } from '#use-cases/runs/reconcile.ts'
import { call, eventually } from '#test/support/call.ts'
import { createdCheckout } from '#test/support/checkouts.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { outboxTo } from '#test/support/orders.ts'
import { type ApiProcess, runReconcile, type ServiceProcess } from '#test/support/processes.ts'
import { freshPhone } from '#test/support/tenant.ts'
import { backUp } from './backup.ts'
import { spread, tell } from './rounds.ts'
import { givenScene, openScene } from './scene.ts'

const paymentsBefore = 4
/** More than a worker has slots for: runs without a fact must not hold up the payments that come. */
const paymentsAfter = 60
const checkoutsAfter = 5
/** From the restart to the end of a new payment. */
const flowsWithinMs = 30_000

describe('the database is restored to an earlier moment', function () {
  this.timeout(300_000)
  const scene = givenScene(() => openScene({ COLLECTION_EXPIRY: '10m' }))
  let api: ApiProcess
  let worker: ServiceProcess
  let lost: readonly string[]

  before(async () => {
    ;[api, worker] = await scene.serve()
  })

  it('new payments flow within seconds of the restart, whatever runs were lost with it', async () => {
    await scene.untilFinal(await spread(paymentsBefore, 2, () => scene.pay(api)))
    await scene.settleDown()
    await stopService()
    const backup = await backUp(scene.places.databaseUrl)
    await startService()
    lost = await spread(paymentsAfter, 4, () => scene.pay(api, { phone: freshPhone('0003') }))
    await spread(checkoutsAfter, 2, () => createdCheckout(api, scene.tenant.keys.secret))
    await eventually(async () => (await openRuns()) >= paymentsAfter + checkoutsAfter)
    await stopService()
    await backup.restore()
    await startService()
    const since = Date.now()
    const fresh = await spread(3, 3, () => scene.pay(api))
    const states = await scene.untilFinal(fresh, flowsWithinMs)
    const tookMs = Date.now() - since
    assert.ok(tookMs < flowsWithinMs)
    tell('an older database', {
      'runs without a fact': lost.length,
      'new payments ended after ms': tookMs,
    })
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
  })

  it('the runs of what is no more end as orphans, and staff is told', async () => {
    await eventually(async () => {
      await sweep()
      return (await openRuns()) === 0
    }, 200_000)
    const found = await scene.database.pool.query<{ kind: string }>(
      `select distinct kind from staff_notice where kind in ('run_orphaned', 'runs_astray')`,
    )
    assert.ok(found.rows.length > 0, 'staff knows')
    const gone = await call(api, {
      path: `/v2/transactions/${lost[0]}`,
      key: scene.tenant.keys.secret,
    })
    assert.equal(gone.status, 404)
  })

  it('the books hold, and nothing is left to mend', async () => {
    await scene.settleDown()
    assert.deepEqual(await checkInvariants(scene.database), [])
    const told = await runReconcile(scene.environment())
    assert.equal(told.code, 0, told.output)
  })

  /** As the schedule does each minute; no run here is too young. */
  async function sweep(): Promise<void> {
    const { database } = scene
    const { client, call: ask } = scene.temporal
    const outbox = outboxTo({ database, client })
    await reconcileRuns({ database, outbox, call: ask }, { ...sweepAges, runsOlderThanMs: -1000 })
    await outbox.drain()
  }

  async function stopService(): Promise<void> {
    await Promise.all([api.stop(), worker.stop()])
  }

  async function startService(): Promise<void> {
    ;[api, worker] = await Promise.all([scene.startApi(), scene.startWorker()])
  }

  /** Of what stands for a fact: schedules of the service start runs of their own. */
  async function openRuns(): Promise<number> {
    const running = scene.temporal.client.workflow.list({ query: `ExecutionStatus = 'Running'` })
    let open = 0
    for await (const { workflowId } of running) {
      if (/^(collection|checkout|funds|webhook-delivery)\//.test(workflowId)) open += 1
    }
    return open
  }
})
