import assert from 'node:assert/strict'
import { call, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import {
  type ApiProcess,
  type ServiceProcess,
  startCombinedProcess,
} from '#test/support/processes.ts'
import { startOwnTemporal } from '#test/support/stack-temporal.ts'
import { assertOneDelivery } from './mailbox.ts'
import { middleAndMax, note, spread, timed } from './rounds.ts'
import { givenScene, openScene } from './scene.ts'

/** What a merchant may wait for an acceptance while Temporal is away. */
const acceptedWithinMs = 500
const temporalDeadlineMs = 5000
/** Who probes the service gives up after some seconds. */
const probedWithinMs = 8000
/** From the signal to the end (docs/runbook.md#processes). */
const stopWithinMs = 30_000
const payments = 9
const atOnce = 3

for (const kind of ['API and worker apart', 'API and worker in one process'] as const) {
  describe(`Temporal goes away under the service (${kind})`, function () {
    this.timeout(240_000)
    const temporal = given(() => startOwnTemporal())
    const scene = givenScene(() => openScene({}, temporal.places))
    let api: ApiProcess
    let worker: ServiceProcess
    const isApart = kind === 'API and worker apart'

    before(async () => {
      if (isApart) {
        ;[api, worker] = await scene.serve()
        return
      }
      api = scene.adopt(await startCombinedProcess(scene.environment()))
      worker = api
      await scene.createEndpoint(api)
    })
    afterEach(() => temporal.signal('SIGCONT'))

    it('killed and restarted: collections are accepted meanwhile, and each goes through once', async () => {
      const open = await payAll('with Temporal')
      await temporal.kill()
      const waiting = await payAll('with Temporal dead')
      await checkDegraded(waiting)
      const { tookMs } = await timed(() => temporal.restart())
      note('Temporal is back', { ms: tookMs })
      await checkAllEnd([...open, ...waiting])
    })

    it('frozen and thawed: the same', async () => {
      temporal.signal('SIGSTOP')
      const waiting = await payAll('with Temporal frozen')
      await checkDegraded(waiting)
      if (isApart) {
        await stopWell(api)
        api = await scene.startApi()
      }
      temporal.signal('SIGCONT')
      await checkAllEnd(waiting)
    })

    if (isApart) {
      it('a worker that starts meanwhile waits, ends at SIGTERM, and works once Temporal is back', async () => {
        await temporal.kill()
        await stopWell(worker)
        const impatient = await scene.launchWorker()
        await impatient.says('Temporal does not answer yet')
        const id = await scene.pay(api)
        await stopWell(impatient)
        const patient = await scene.launchWorker()
        await patient.says('Temporal does not answer yet')
        await temporal.restart()
        await patient.says('the worker runs')
        await scene.untilFinal([id])
        worker = patient
      })
    }

    it('every webhook came once, at its first attempt, and the processes are the same', async () => {
      await scene.settleDown()
      const letters = Map.groupBy(scene.mailbox.letters(), ({ transactionId }) => transactionId)
      const { rows } = await scene.database.pool.query<{ id: string }>('select id from transaction')
      assert.equal(letters.size, rows.length)
      for (const { id } of rows) assertOneDelivery(letters.get(id) ?? [], [1])
      assert.ok(api.isRunning() && worker.isRunning())
    })

    it('an outage is one line in a log, without a stack, however many payments came, and its end is another', () => {
      for (const process of isApart ? [api, worker] : [api]) {
        const { name } = process
        const lines = process.output().split('\n')
        const told = (text: string) => lines.filter((line) => line.includes(text))
        assert.deepEqual(told('Temporal did not take it'), [], name)
        const away = told('Temporal does not answer: payments are accepted')
        // It was away twice; who came later saw it once, or not at all.
        assert.ok(away.length <= 2, `${name} said it ${away.length} times`)
        for (const line of away) assert.doesNotMatch(line, /"stack"/)
        const back = told('Temporal answers again').length
        // An API with nothing more to hand over has not asked again.
        assert.ok(back === away.length || (isApart && back === away.length - 1), name)
        if (!isApart) assert.ok(back > 0)
      }
    })

    async function payAll(when: string): Promise<string[]> {
      const paid = await spread(payments, atOnce, () => timed(() => scene.pay(api)))
      const tookMs = paid.map((each) => each.tookMs)
      const { p50, max } = middleAndMax(tookMs)
      note(`202 ${when}, ${atOnce} at once`, { p50, max })
      // The quickest: what a busy machine adds is not the service's. The middle one did not wait for Temporal.
      assert.ok(Math.min(...tookMs) <= acceptedWithinMs, `the middle is ${p50} ms`)
      assert.ok(p50 < temporalDeadlineMs, `the middle is ${p50} ms`)
      return paid.map(({ result }) => result)
    }

    /** As asked, though Temporal is silent. */
    async function stopWell(process: ServiceProcess): Promise<void> {
      const { code, tookMs } = await process.stop()
      note(`${process.name} after SIGTERM without Temporal`, { ms: tookMs })
      assert.equal(code, 0, process.name)
      assert.ok(tookMs < stopWithinMs, `${process.name} took ${tookMs} ms`)
    }

    async function checkDegraded([id = '']: readonly string[]): Promise<void> {
      const read = await call(api, {
        path: `/v2/transactions/${id}`,
        key: scene.tenant.keys.secret,
      })
      assert.equal(read.json.data.status, 'pending')
      const list = await call(api, { path: '/v2/transactions', key: scene.tenant.keys.secret })
      assert.equal(list.status, 200)
      // Database and Temporal are asked once a second at most.
      await eventually(async () => !(await call(api, { path: '/readyz' })).json.temporal)
      const { result: ready, tookMs } = await timed(() => call(api, { path: '/readyz' }))
      note('/readyz', { ms: tookMs })
      assert.ok(tookMs < probedWithinMs, `/readyz took ${tookMs} ms`)
      assert.equal(ready.status, 200)
      assert.deepEqual(ready.json, { status: 'degraded', database: true, temporal: false })
    }

    async function checkAllEnd(ids: readonly string[]): Promise<void> {
      const { result, tookMs } = await timed(() => scene.untilFinal(ids))
      note(`${ids.length} payments final after Temporal is back`, { ms: tookMs })
      assert.deepEqual(new Set(result.values()), new Set(['succeeded']))
      const ready = await timed(() =>
        eventually(async () => (await call(api, { path: '/readyz' })).json.status === 'ok'),
      )
      note('and /readyz says so', { ms: ready.tookMs })
    }
  })
}
