import assert from 'node:assert/strict'
import { setOperatorAccount } from '#use-cases/operators/set-account.ts'
import { takeTransfer } from '#use-cases/transfers/orders.ts'
import { onPool } from '#db/sql.ts'
import { startMoovEmulator } from '#dev/emulators/moov.ts'
import { startMtnEmulator } from '#dev/emulators/mtn.ts'
import { given } from '#test/support/given.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { moovSettings } from '#test/support/operator-settings.ts'
import { acceptedTransfer, authorizeBank, giveBalance } from '#test/support/payouts.ts'
import { newStaff } from '#test/support/people.ts'
import { startTestService } from '#test/support/service.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'
import { p95, tell } from './rounds.ts'
import { actingOn } from '#test/support/orders.ts'

const silentPayments = 100
const slots = 4
const settings = { delayMs: 50, float: 1_000_000 }
const eventsMax = 30
const others = 5
type Other = 'moov' | 'sandbox'

describe(`${silentPayments} payments at an operator that keeps silent`, function () {
  this.timeout(240_000)
  const mtn = given(() => startMtnEmulator(settings))
  const moov = given(() => startMoovEmulator({ ...settings, findsBy: 'any_id' }))
  const service = given(() =>
    startTestService({
      ...moovSettings(moov.account),
      // The bulkhead of the silent one is full at once; so would be the slots of all.
      WORKER_OPERATOR_MTN_SLOTS: String(slots),
      WORKER_WORKFLOW_SLOTS: '10',
    }),
  )
  const live = given(() => createTenant(service.database, { mode: 'live' }))
  const sandbox = given(() => createTenant(service.database))
  let serial = 0
  /** How long payments at others took, in milliseconds, before anybody was silent. */
  let alone: Readonly<Record<Other, number>>

  before(async () => {
    await setOperatorAccount(service.database, { serviceEnvId: live.serviceEnvId }, mtn.account)
    alone = { moov: await p95Of(payMoov), sandbox: await p95Of(paySandbox) }
    await Promise.all(Array.from({ length: silentPayments }, () => pay(live, '97', '0112')))
    await eventually(async () => (await askedOfMtn()) >= slots)
  })
  afterEach(async () => {
    const asked = await askedOfMtn()
    assert.ok(asked < silentPayments, `all were asked: nothing was waited for any more`)
  })

  async function pay(tenant: Tenant, range: string, ending: string): Promise<string> {
    serial += 1
    const phone = `22901${range}${String(serial % 100).padStart(2, '0')}${ending}`
    const answer = await call(
      service,
      collectionCall(tenant.keys.secret, { provider: 'auto', phone }),
    )
    assert.equal(answer.status, 202, answer.text)
    return String(answer.json.data.id)
  }

  async function askedOfMtn(): Promise<number> {
    const { count } = await onPool(service.database.pool).one<{ count: number }>(
      `select count(*)::int as count from transaction
       where mode = 'live' and provider = 'mtn-benin' and operator_state <> 'unsent'`,
    )
    return count
  }

  const statusOf = async (id: string): Promise<string> => {
    const sql = onPool(service.database.pool)
    return (await sql.one<{ status: string }>('select status from transaction where id = $1', [id]))
      .status
  }
  const paid = (ids: readonly string[]): Promise<boolean> =>
    eventually(async () => {
      const states = await Promise.all(ids.map(statusOf))
      return states.every((status) => status === 'succeeded')
    })

  it('wait on the queue of that operator: as many are asked as it has slots', async () => {
    const { taskQueue, taskQueueType, namespace } = {
      taskQueue: { name: 'operator-mtn' },
      taskQueueType: 2,
      namespace: service.env.temporalNamespace,
    }
    const { workflowService } = service.temporal
    // Temporal counts what waits now and then, not at each moment.
    await eventually(async () => {
      const page = await workflowService.describeTaskQueue({
        namespace,
        taskQueue,
        taskQueueType,
        reportStats: true,
      })
      return Number(page.stats?.approximateBacklogCount ?? 0) > 0
    })
  })

  it('leave those at another operator alone, which take few events', async () => {
    const ids: string[] = []
    const tookMs = await p95Of(async () => {
      const id = await payMoov()
      ids.push(id)
      return id
    })
    tellOf('moov', tookMs)
    const history = await service.temporal.workflow.getHandle(`collection/${ids[0]}`).fetchHistory()
    assert.ok((history.events?.length ?? 0) <= eventsMax, `${history.events?.length} events`)
  })

  it('leave those of the sandbox alone, though they name the same operator', async () => {
    tellOf('sandbox', await p95Of(paySandbox))
  })

  const payMoov = () => pay(live, '95', '1234')
  const paySandbox = async (): Promise<string> => {
    const changes = { provider: 'mtn-benin', phone: freshPhone('1234') }
    const { json } = await call(service, collectionCall(sandbox.keys.secret, changes))
    return String(json.data.id)
  }

  /** Of some at once, from the request to the end in the books. */
  async function p95Of(work: () => Promise<string>): Promise<number> {
    const ids = await Promise.all(Array.from({ length: others }, work))
    await paid(ids)
    const rows = await onPool(service.database.pool).rows<{ ms: number }>(
      `select extract(epoch from completed_at - created_at)::float8 * 1000 as ms from transaction
       where id = any($1::uuid[])`,
      [ids],
    )
    return p95(rows.map(({ ms }) => ms))
  }

  function tellOf(other: Other, tookMs: number): void {
    const figures = { 'p95 ms': tookMs, '× alone': tookMs / alone[other] }
    tell(`payments of ${other} beside ${silentPayments} at a silent operator`, figures)
  }

  it('leave the orders of staff alone', async () => {
    await giveBalance(service.database, live, 100_000)
    await authorizeBank(service.database, live)
    const transactionId = await acceptedTransfer(service, live)
    const acting = actingOn({ database: service.database, client: service.temporal })
    const staffId = await newStaff(service.database)
    await eventually(async () => {
      const page = await service.temporal.workflow
        .getHandle(`bank-transfer/${transactionId}`)
        .describe()
        .catch(() => undefined)
      return page?.status.name === 'RUNNING'
    })
    await takeTransfer(acting, { transactionId, staffId })
  })
})
