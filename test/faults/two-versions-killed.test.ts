import assert from 'node:assert/strict'
import { startMtnEmulator } from '#dev/emulators/mtn.ts'
import { onPool } from '#db/sql.ts'
import { type DeploymentPlace, ramp } from '#platform/temporal-deployment.ts'
import { call, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { checkOperatorBooks } from '#test/support/operator-books.ts'
import { mtnSettings } from '#test/support/operator-settings.ts'
import { authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import {
  type ApiProcess,
  runCommand,
  type ServiceProcess,
  startWorkerProcess,
} from '#test/support/processes.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'
import { allQueues } from '#workflows/contract.ts'
import { type Load, startLoad } from './clients.ts'
import { nextVersion } from './next-version.ts'
import { roundsFactor, tell } from './rounds.ts'
import { givenScene, openScene } from './scene.ts'

const versions = ['one', 'two'] as const
type Version = (typeof versions)[number]
const ofVersion = (version: Version) => ({
  TEMPORAL_DEPLOYMENT_NAME: 'payments',
  BUILD_ID: version,
})
const paymentsBetween = 8
const payouts = 4

describe('two versions of the worker serve at once, and one after the other is killed', function () {
  this.timeout(480_000)
  const mtn = given(() => startMtnEmulator({ delayMs: 300, float: 1_000_000 }))
  const scene = givenScene(() => openScene(mtnSettings(mtn.account)))
  const workers = new Map<Version, ServiceProcess>()
  let api: ApiProcess
  let live: Tenant
  let next: string

  before(async () => {
    next = nextVersion('pinned')
    api = await scene.startApi(ofVersion('one'))
    workers.set('one', await scene.startWorker(ofVersion('one')))
    const words = ['current', 'one']
    const environment = scene.environment(ofVersion('one'))
    assert.equal((await runCommand({ main: 'worker/deploy-main.ts', words }, environment)).code, 0)
    const migrated = { main: 'db/migrate-main.ts', folder: next }
    assert.equal((await runCommand(migrated, scene.environment())).code, 0)
    await startAgain('two')
    const { client } = scene.temporal
    const place: DeploymentPlace = {
      call: (work) => work(client),
      deploymentName: 'payments',
      queues: allQueues,
      dataConverter: {},
    }
    assert.equal(await ramp(place, { buildId: 'two', percentage: 50 }, 30_000), true)
    live = await createTenant(scene.database, { mode: 'live' })
    await giveBalance(scene.database, live, 100_000)
  })

  it('every payment and payout ends once, at its operator too, whichever version had it', async () => {
    const ids: string[] = []
    for (let round = 0; round < roundsFactor; round += 1) {
      for (const version of versions) {
        const load = startLoad({
          addresses: () => [api.baseUrl],
          key: live.keys.secret,
          clients: 2,
          thinkMs: 100,
        })
        const paidOut = await payOut()
        await until(load, paymentsBetween)
        await underWay(version)
        await workers.get(version)?.kill()
        await until(load, load.accepted.size + paymentsBetween)
        await startAgain(version)
        await load.stop()
        ids.push(...paidOut, ...[...load.accepted.values()].map(({ id }) => id))
      }
    }
    const states = await scene.untilFinal(ids)
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    await scene.settleDown()
    const memories = { 'mtn-benin': mtn.memory }
    assert.deepEqual(await checkOperatorBooks(scene.database, memories), [])
    for (const { id } of mtn.memory.orders) assert.equal(mtn.memory.movements(id), 1)
    await eventually(async () => (await scene.temporal.client.workflow.count(running)).count === 0)
    for (const version of versions) assert.ok((await runsOf(version)) > 0, version)
    tell('two versions, each killed once', { payments: ids.length, lost: 0 })
  })

  const running = `ExecutionStatus = 'Running' and TaskQueue = 'payments'`

  async function startAgain(version: Version): Promise<void> {
    const environment = scene.environment(ofVersion(version))
    const folder = version === 'two' ? next : undefined
    workers.set(version, scene.adopt(await startWorkerProcess(environment, folder)))
  }

  async function payOut(): Promise<string[]> {
    const phone = await authorizePhone(scene.database, live, freshPhone())
    const ids: string[] = []
    for (let made = 0; made < payouts; made += 1) {
      const answer = await call(api, payoutCall(live.keys.secret, { phone }))
      assert.equal(answer.status, 202, answer.text)
      ids.push(String(answer.json.data.id))
    }
    return ids
  }

  /** Payments are in the middle of it with this version. */
  async function underWay(version: Version): Promise<void> {
    await eventually(async () => (await runsOf(version, ` and ExecutionStatus = 'Running'`)) > 0)
    await eventually(async () => {
      const sql = `select from transaction where status = 'pending' and operator_state <> 'unsent'`
      return (await onPool(scene.database.pool).rows(sql)).length > 0
    })
  }

  async function runsOf(version: Version, more = ''): Promise<number> {
    const query = `TemporalWorkerDeploymentVersion = 'payments:${version}' ${more}`
    return (await scene.temporal.client.workflow.count(query)).count
  }

  const until = (load: Load, accepted: number) =>
    eventually(async () => load.accepted.size >= accepted)
})
