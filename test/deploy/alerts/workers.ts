import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nextMigration, nextVersion } from '#test/faults/next-version.ts'
import { openRequests } from '#test/drills/requests.ts'
import { eventually } from '#test/support/call.ts'
import { runCommand } from '#test/support/processes.ts'
import { workflowId } from '#workflows/contract.ts'
import { signals } from '#workflows/contract/messages.ts'
import { type AlertTest, madeOnce, steadily } from './alert-test.ts'
import { closePayout } from './books.ts'
import { leadThrough } from './service.ts'

export const attemptsLost: AlertTest = {
  alert: 'AttemptsLost',
  title: 'a worker is killed while it sends, and another sends again',
  async fault(service) {
    const { gates, scene } = service
    gates.receiver.freeze()
    for (let at = 0; at < 4; at += 1) await service.payLive()
    await eventually(async () => {
      const sending = await scene.database.pool.query(
        'select from webhook_attempt where finished_at is null',
      )
      return (sending.rowCount ?? 0) > 8
    })
    await service.worker.kill()
    gates.receiver.thaw()
    service.worker = await service.startWorker()
    return madeOnce
  },
  async follow(service) {
    const { rows } = await service.scene.database.pool.query<{ count: number }>(
      `select count(*)::int as count from webhook_attempt where error = 'worker_lost'`,
    )
    assert.ok((rows[0]?.count ?? 0) > 5)
  },
}

const allButMail = 'payments,webhooks,operator-mtn,operator-moov'

export const queueWithoutWorker: AlertTest = {
  alert: 'QueueWithoutWorker',
  title: 'the doctor names the queue, and it ends once a worker serves it',
  labels: { task_queue: 'mail' },
  async fault(service) {
    await service.worker.stop()
    service.worker = await service.startWorker({ WORKER_QUEUES: allButMail })
    return madeOnce
  },
  async follow(service) {
    // Temporal remembers for a minute who has asked.
    const isNamed = async () =>
      /^FAILED {2}workers: none serves mail$/m.test(await service.follow('QueueWithoutWorker'))
    await eventually(isNamed, 150_000)
    const WORKER_METRICS_PORT = String(service.ports.mailWorker)
    await service.startWorker({ WORKER_QUEUES: 'mail', WORKER_METRICS_PORT })
  },
}

/** Few slots, and far from its database. */
export const tooFewWorkers: AlertTest = {
  alert: 'TooFewWorkers',
  title: 'a worker with room takes its place, and no task waits any more',
  labels: { task_queue: 'payments' },
  async fault(service) {
    const { gates, postgres, scene, api } = service
    await service.worker.stop()
    service.worker = await service.startWorker({
      DATABASE_URL: leadThrough(gates.slowDatabase, postgres.url),
      WORKER_WORKFLOW_SLOTS: '2',
      WORKER_LOCAL_SLOTS: '2',
      WORKER_CACHED_WORKFLOWS: '1',
    })
    gates.slowDatabase.slow(250)
    return steadily(() => scene.pay(api))
  },
  async follow(service) {
    const { ports, gates } = service
    const requests = openRequests()
    const slow = service.worker
    const entry = service.follow('TooFewWorkers', {
      START: requests.command('start'),
      METRICS: [ports.worker, ports.otherWorker]
        .map((port) => `http://127.0.0.1:${port}/metrics`)
        .join(' '),
      QUEUE: 'payments',
    })
    await requests.meet('start', async () => {
      const WORKER_METRICS_PORT = String(ports.otherWorker)
      service.worker = await service.startWorker({ WORKER_METRICS_PORT })
      await slow.stop()
    })
    assert.match(await entry, /No task of payments has waited for more than a second/)
    gates.slowDatabase.slow(0)
  },
}

/** The next version, on the same schema: a workflow that moves to it has a change that is not patched. */
function unpatchedVersion(): string {
  const folder = nextVersion()
  rmSync(join(folder, 'db/migrations', `${nextMigration}.sql`))
  const path = join(folder, 'workflows/payout.ts')
  const text = readFileSync(path, 'utf8')
  const unpatched = text.replace(`if (tomorrow.patched('next')) await`, 'await')
  assert.notEqual(unpatched, text)
  writeFileSync(path, unpatched)
  return folder
}

export const runsDoNotReplay: AlertTest = {
  alert: 'RunsDoNotReplay',
  title: 'the version before takes over again, and the runs go on under it',
  async fault(service) {
    const { scene, client, ports, silentPayouts } = service
    const changes = { BUILD_ID: 'two', WORKER_METRICS_PORT: String(ports.otherWorker) }
    const worker = await service.startWorker(changes, unpatchedVersion())
    service.started.set('RunsDoNotReplay', worker)
    const main = { main: 'worker/deploy-main.ts', words: ['current', 'two'] }
    const told = await runCommand(main, scene.environment())
    assert.match(told.output, /two is current/)
    return steadily(async () => {
      for (const id of silentPayouts) {
        await client.client.workflow.getHandle(workflowId('payout', id)).signal(signals.lookAgain)
      }
    }, 1000)
  },
  async follow(service, _raised, end) {
    const { scene, api, silentPayouts } = service
    const worker = service.started.get('RunsDoNotReplay')
    assert.ok(worker)
    const said = await service.follow('RunsDoNotReplay', {
      OLD: 'one',
      NEW: 'two',
      START: 'true',
      READY: `${api.baseUrl}/readyz`,
      POINT: 'true',
      STOP: `kill -TERM ${worker.pid}`,
    })
    assert.match(said, /one is current.*two is drained and stopped/s)
    await worker.exited
    // A payout that is closed has no run to signal.
    await end()
    for (const id of silentPayouts) await closePayout(service, id)
    await scene.untilFinal(silentPayouts)
  },
}
