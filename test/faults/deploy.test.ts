import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import { startMtnEmulator } from '#dev/emulators/mtn.ts'
import { type DeploymentPlace, ramp, readDeployment } from '#platform/temporal-deployment.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { checkOperatorBooks } from '#test/support/operator-books.ts'
import { mtnSettings } from '#test/support/operator-settings.ts'
import {
  type ApiProcess,
  runCommand,
  type ServiceProcess,
  startApiProcess,
  startWorkerProcess,
  type Told,
} from '#test/support/processes.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { allQueues } from '#workflows/contract.ts'
import { startLoad } from './clients.ts'
import { type EveryKind, openEveryKind } from './every-kind.ts'
import { nextMigration, nextVersion } from './next-version.ts'
import { spread, tell } from './rounds.ts'
import { type FaultScene, givenScene, openScene } from './scene.ts'
import { unwell } from './watches-and-replays.ts'

const each = 5
const underWayMs = 3000
const deployment = { TEMPORAL_DEPLOYMENT_NAME: 'payments' }
const one = { ...deployment, BUILD_ID: 'one' }
const two = { ...deployment, BUILD_ID: 'two' }
/** An attempt that failed waits for somebody to ask for the next. */
const patience = { WEBHOOK_RETRY_SCHEDULE: '1h,1h,1h,1h,1h' }

describe('a version of the service with changed workflows and a migration is deployed over another', function () {
  this.timeout(240_000)
  let folder: string

  before(() => {
    folder = nextVersion()
  })

  async function migrate(scene: FaultScene): Promise<void> {
    const told = await runCommand({ main: 'db/migrate-main.ts', folder }, scene.environment())
    assert.match(told.output, new RegExp(`Migrated: ${nextMigration}\\.`))
  }

  describe('with versioned workers, while payments come in', () => {
    const mtn = given(() => startMtnEmulator({ delayMs: 300, float: 0 }))
    const scene = givenScene(() => openScene({ ...patience, ...mtnSettings(mtn.account) }))
    let client: Client
    let place: DeploymentPlace
    let old: { api: ApiProcess; worker: ServiceProcess }
    let kinds: EveryKind

    before(async () => {
      client = scene.temporal.client
      place = {
        call: (work) => work(client),
        deploymentName: 'payments',
        queues: allQueues,
        dataConverter: {},
      }
      const [api, worker] = await Promise.all([scene.startApi(one), scene.startWorker(one)])
      old = { api, worker }
    })

    it('every run ends as it should, no request is refused, and no step of a workflow fails', async () => {
      assert.match(
        (await deploy('current', 'zero', '0s')).output,
        /No worker of zero asks for work/,
      )
      assert.equal((await deploy('current', 'one')).code, 0)
      await scene.createEndpoint(old.api)
      scene.mailbox.answerWith(unwell)
      kinds = await openEveryKind(scene, client, { api: old.api, each })
      const live = await createTenant(scene.database, { mode: 'live' })
      let apis = [old.api]
      const addresses = () => apis.map(({ baseUrl }) => baseUrl)
      const load = startLoad({ addresses, key: live.keys.secret, clients: 2 })

      await migrate(scene)
      const api = scene.adopt(await startApiProcess(scene.environment(two), folder))
      const worker = scene.adopt(await startWorkerProcess(scene.environment(two), folder))
      apis = [old.api, api]
      assert.equal(await ramp(place, { buildId: 'two', percentage: 50 }, 30_000), true)
      const current = await deploy('current', 'two')
      assert.match(current.output, /two {2}current; 1 worker/)
      assert.match(current.output, /one {2}draining; 1 worker.*Keep its workers/)
      apis = [api]
      // What is on its way to it arrives, as where a balancer is in front (deploy/chart, preStop).
      await pause(underWayMs)
      await old.api.stop()
      scene.mailbox.answerWith()

      // An older worker that starts again meanwhile is served by the newer schema.
      await old.worker.kill()
      old.worker = await scene.startWorker(one)
      await kinds.endPinned(api)
      await eventually(async () => {
        const standing = await readDeployment(place)
        return standing?.versions.some(
          ({ buildId, pinnedRuns }) => buildId === 'one' && pinnedRuns === 0,
        )
      }, 60_000)
      assert.equal((await old.worker.stop()).code, 0)
      await kinds.endOthers()
      await load.stop()

      const states = await scene.untilFinal([...kinds.ids, ...idsOf(load)])
      assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
      await scene.settleDown()
      await eventually(async () => (await client.workflow.count(open)).count === 0)
      assert.deepEqual(new Set(load.seen.map(({ status }) => status)), new Set([202]))
      assert.ok(load.accepted.size > 10)
      assert.deepEqual(await checkOperatorBooks(scene.database, { 'mtn-benin': mtn.memory }), [])
      assert.deepEqual(await failedSteps(client), [])
      assert.equal((await readDeployment(place))?.runsInTrouble, 0)
      assert.deepEqual(await versionsOf(client, 'collection'), ['one', 'two'])
      assert.ok(worker.isRunning())
      tell('version two over one', {
        'open runs of each kind': each,
        payments: load.accepted.size,
        'refused requests': 0,
        'failed steps': 0,
      })
    })

    function deploy(...words: string[]): Promise<Told> {
      return runCommand({ main: 'worker/deploy-main.ts', words }, scene.environment(two))
    }
  })

  describe('without versions', () => {
    const scene = givenScene()

    it('runs that began under the version before cannot go on: a step fails, and is found', async () => {
      const { client } = scene.temporal
      const [api, worker] = await Promise.all([scene.startApi(), scene.startWorker()])
      const ids = await spread(2, 2, () => scene.pay(api, { phone: freshPhone('0005') }))
      const handles = ids.map((id) => client.workflow.getHandle(`collection/${id}`))
      await eventually(async () => {
        const histories = await Promise.all(handles.map((handle) => handle.fetchHistory()))
        return histories.every(({ events }) =>
          events?.some((event) => event.timerStartedEventAttributes),
        )
      })
      await worker.kill()
      await migrate(scene)
      scene.adopt(await startWorkerProcess(scene.environment(), folder))
      for (const handle of handles) await handle.signal('operatorAnswered')
      await eventually(async () => (await failedSteps(client)).length > 0)
    })
  })
})

/** Of what stands for a fact: schedules start runs of their own. */
const open = `ExecutionStatus = 'Running' and WorkflowType not in ('runReconciliation', 'housekeeping')`

function idsOf({ accepted }: ReturnType<typeof startLoad>): string[] {
  return [...accepted.values()].map(({ id }) => id)
}

/** Steps of workflows that failed, of all runs, open or not; a signal that comes just as a run ends is no failure of ours. */
async function failedSteps(client: Client): Promise<string[]> {
  const failed: string[] = []
  for await (const { workflowId, runId } of client.workflow.list()) {
    for (const event of await eventsOf(client, workflowId, runId)) {
      const { failure } = event.workflowTaskFailedEventAttributes ?? {}
      if (failure && failure.message !== 'UnhandledCommand') {
        failed.push(`${workflowId}: ${failure.message}`)
      }
    }
  }
  return failed
}

/** The versions that made a step of a run of this type. */
async function versionsOf(client: Client, type: string): Promise<string[]> {
  const versions = new Set<string>()
  const query = `WorkflowType = '${type}'`
  for await (const { workflowId, runId } of client.workflow.list({ query })) {
    for (const event of await eventsOf(client, workflowId, runId)) {
      const version = event.workflowTaskCompletedEventAttributes?.deploymentVersion?.buildId
      if (version) versions.add(version)
    }
  }
  return [...versions].toSorted()
}

async function eventsOf(client: Client, workflowId: string, runId: string) {
  const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory()
  return events ?? []
}
