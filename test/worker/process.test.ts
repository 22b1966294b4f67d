import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { freePorts } from '#dev/ports.ts'
import { eventually } from '#test/support/call.ts'
import { type ServiceProcess, startWorkerProcess } from '#test/support/processes.ts'
import { testEnvironment } from '#test/support/service.ts'
import { sharedStack } from '#test/support/stack.ts'

describe('a worker, as those see it who run it', () => {
  it('what Temporal says as a warning or an error stands in the log as such, no lesser line, and no second line about a failure that has its own', () => {
    const said = `
      import { ApplicationFailure } from '@temporalio/common'
      import { Runtime } from '@temporalio/worker'
      import { installTemporalRuntime } from '#worker/runtime.ts'
      import { createLog } from '#platform/log.ts'
      installTemporalRuntime(createLog({ level: 'info', name: 'worker' }))
      const { logger } = Runtime.instance()
      logger.info('a line of no weight')
      logger.warn('a task failed', { attempt: 2 })
      logger.warn('Activity failed', { error: ApplicationFailure.create({ type: 'unavailable' }) })
      logger.warn('Activity failed', { attempt: 3, error: new TypeError('not one of ours') })
      logger.error('a task failed for good')
      await Runtime.instance().shutdown()
      setTimeout(() => process.exit(0), 500)
    `
    const root = new URL('../../', import.meta.url)
    const options = { cwd: root, input: said, encoding: 'utf8' } as const
    const args = ['--input-type=module-typescript', '-']
    const lines = execFileSync(process.execPath, args, options)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: string; msg: string; attempt?: number })
    assert.deepEqual(
      lines.map(({ level, msg, attempt }) => [level, msg, attempt]),
      [
        ['warn', 'a task failed', 2],
        ['warn', 'Activity failed', 3],
        ['error', 'a task failed for good', undefined],
      ],
    )
  })

  describe('with WORKER_METRICS_PORT', function () {
    this.timeout(90_000)
    let worker: ServiceProcess
    let baseUrl: string

    before(async () => {
      const stack = await sharedStack()
      const [port = 0] = await freePorts(1)
      baseUrl = `http://127.0.0.1:${port}`
      const places = {
        databaseUrl: await stack.createDatabase(),
        temporalAddress: stack.temporalAddress,
        namespace: await stack.createNamespace(),
      }
      const changes = { WORKER_METRICS_PORT: String(port), HOST: '127.0.0.1' }
      worker = await startWorkerProcess({ ...testEnvironment(places), ...changes })
    })
    after(() => worker?.kill())

    it('says that it lives, and that it is ready', async () => {
      const alive = await fetch(`${baseUrl}/healthz`)
      assert.deepEqual([alive.status, await alive.json()], [200, { status: 'ok' }])
      const ready = await fetch(`${baseUrl}/readyz`)
      const parts = { database: true, temporal: true, worker: true }
      assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ok', ...parts }])
      assert.equal((await fetch(`${baseUrl}/elsewhere`)).status, 404)
    })

    it('shows its own figures and those of Temporal together', async () => {
      await eventually(async () => (await figures()).includes('temporal_worker_start'))
      const text = await figures()
      assert.match(text, /^ledger_proofs_total|^# HELP ledger_proofs_total/m)
      assert.match(text, /^temporal_worker_task_slots_available\{/m)
      assert.match(text, /^process_cpu_user_seconds_total /m)
    })

    const figures = async () => (await fetch(`${baseUrl}/metrics`)).text()
  })
})
