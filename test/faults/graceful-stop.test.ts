import assert from 'node:assert/strict'
import { call, eventually } from '#test/support/call.ts'
import type { ApiProcess, ServiceProcess } from '#test/support/processes.ts'
import { freshPhone } from '#test/support/tenant.ts'
import { type Load, startLoad } from './clients.ts'
import { assertOneDelivery } from './mailbox.ts'
import { note } from './rounds.ts'
import { givenScene } from './scene.ts'

/** From the signal to the end (docs/runbook.md#processes). */
const stopWithinMs = 30_000
const clients = 2
const thinkMs = 1000
const acceptedBefore = 15
const acceptedAfter = 15
/** Long enough to be under way when the signal comes, short enough for the grace of a worker. */
const slowAnswerMs = 2000

describe('API and worker are asked to end under load', function () {
  this.timeout(240_000)
  const scene = givenScene()

  it('both finish what runs and exit with 0; nothing accepted is lost, nothing is sent twice', async () => {
    const first = await Promise.all([scene.startApi(), scene.startWorker()])
    const second = Promise.all([scene.startApi(), scene.startWorker()])
    let [{ baseUrl }] = first
    await scene.createEndpoint(first[0])
    const load = startClients(() => [baseUrl])
    await eventually(async () => load.accepted.size >= acceptedBefore)
    const [next] = await second

    const slow = await slowDelivery(first[0])
    const waiting = await waitingRead(first[0])
    const stopping = Promise.all(first.map((process) => stopTwice(process)))
    baseUrl = next.baseUrl
    const stopped = await stopping
    assert.equal(await waiting.status, 200)
    for (const { name, code, tookMs } of stopped) {
      note(`${name} after SIGTERM`, { ms: tookMs })
      assert.equal(code, 0, name)
      assert.ok(tookMs < stopWithinMs, `${name} took ${tookMs} ms`)
    }
    const sofar = load.accepted.size
    await eventually(async () => load.accepted.size >= sofar + acceptedAfter)
    await load.stop()

    const ids = [...load.accepted.values()].map(({ id }) => id)
    const states = await scene.untilFinal(ids)
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    await scene.settleDown()
    for (const id of [...ids, slow]) assertOneDelivery(scene.mailbox.lettersOf(id), [1])
    const refusals = load.seen.filter(({ status }) => status !== 202 && status !== 0)
    assert.deepEqual(refusals, [], 'whoever was not served found a closed door, never a refusal')
  })

  function startClients(addresses: () => readonly string[]): Load {
    return startLoad({ addresses, key: scene.tenant.keys.secret, clients, thinkMs })
  }

  /** A payment whose webhook is being answered, slowly, when this returns. */
  async function slowDelivery(api: ApiProcess): Promise<string> {
    scene.mailbox.answerWith(({ data }, response) => {
      const delayMs = data['externalId'] === 'slow' ? slowAnswerMs : 0
      setTimeout(() => response.writeHead(204).end(), delayMs)
    })
    const id = await scene.pay(api, { reference: 'slow' })
    await scene.mailbox.until(id, 1)
    return id
  }

  /** A read that waits for the end of a payment, some seconds away, when this returns. */
  async function waitingRead(api: ApiProcess): Promise<{ readonly status: Promise<number> }> {
    const id = await scene.pay(api, { phone: freshPhone('0009') })
    const path = `/v2/transactions/${id}?wait=5`
    const status = call(api, { path, key: scene.tenant.keys.secret }).then((read) => read.status)
    // Whoever asks for the status is told of a failure; until then it is no unhandled rejection.
    status.catch(() => {})
    await eventually(async () => {
      const armed = await scene.database.pool.query('select from waiting where subject_id = $1', [
        id,
      ])
      return armed.rowCount === 1
    })
    return { status }
  }

  /** A terminal and npm may each send the signal: the second one must not cut the end short. */
  async function stopTwice(process: ServiceProcess) {
    const first = process.stop()
    const second = process.stop()
    await second
    return { name: process.name, ...(await first) }
  }
})
