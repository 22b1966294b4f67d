import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { given } from '#test/support/given.ts'
import { freshPhone } from '#test/support/tenant.ts'
import type { ApiProcess } from '#test/support/processes.ts'
import { type Accepted, type Seen, sendUntilAccepted } from './clients.ts'
import { openGate } from './gate.ts'
import { assertOneDelivery } from './mailbox.ts'
import { note, roundsFactor, timed } from './rounds.ts'
import { givenScene } from './scene.ts'

/** First without a worker, so that nothing but the APIs makes a difference; then as Temporal hangs. */
describe('APIs are killed', function () {
  this.timeout(240_000)
  const rounds = 3 * roundsFactor
  const requests = 50
  const killedWithinMs = 60
  const moments = 5
  const scene = givenScene()
  const gate = given(() => openGate(scene.places.temporalAddress))
  let doomed: ApiProcess
  let survivor: ApiProcess

  before(async () => {
    ;[doomed, survivor] = await Promise.all([startApi(), startApi()])
  })

  it(`while fifty identical requests come at once: they make one transaction and get the same bytes, ${rounds} rounds`, async () => {
    const seen: Seen[] = []
    const ids: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const answers = await playRound(round, seen)
      const [first] = answers
      assert.ok(first)
      for (const answer of answers) assert.deepEqual(answer, first)
      ids.push(first.id)
      const { rows } = await scene.database.pool.query('select id from transaction')
      assert.equal(rows.length, round + 1, `round ${round}`)
    }
    const count = (status: number): number => seen.filter((one) => one.status === status).length
    note('answers', { '202': count(202), '409': count(409), cut: count(0) })
    assert.ok(count(0) > 0, 'some requests were cut off by the death of their API')
    assert.equal(count(202), rounds * requests)
    await scene.startWorker()
    const states = await scene.untilFinal(ids)
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    await scene.settleDown()
  })

  it('after the commit and before the workflow start: a worker starts what the dead one had promised, one end, one delivery', async () => {
    await scene.createEndpoint(doomed)
    gate.freeze()
    const { result: id, tookMs } = await timed(() => scene.pay(doomed))
    await doomed.kill()
    note('accepted while Temporal hangs', { ms: tookMs })
    const recovery = await timed(() => scene.untilFinal([id]))
    note('final after the death of its API', { ms: recovery.tookMs })
    assert.deepEqual([...recovery.result.values()], ['succeeded'])
    assertOneDelivery(await scene.mailbox.until(id, 1), [1])
    await scene.settleDown()
  })

  /** One that reaches Temporal through the gate. */
  const startApi = () => scene.startApi({ TEMPORAL_ADDRESS: gate.address })

  /** Two serve; one of them dies, and a third has started meanwhile, if another round needs it. */
  async function playRound(round: number, seen: Seen[]): Promise<readonly Accepted[]> {
    const next = round + 1 < rounds ? startApi() : undefined
    const order = {
      key: scene.tenant.keys.secret,
      idempotencyKey: randomUUID(),
      body: { phone: freshPhone() },
    }
    const both = [doomed.baseUrl, survivor.baseUrl]
    const sent = Array.from({ length: requests }, (_, index) => {
      const addresses = index % 2 === 0 ? both : both.toReversed()
      return sendUntilAccepted(
        () => addresses,
        order,
        (answer) => void seen.push(answer),
      )
    })
    const killed = pause((killedWithinMs * (round % moments)) / moments).then(() => doomed.kill())
    const answers = await Promise.all(sent)
    await killed
    doomed = survivor
    survivor = (await next) ?? survivor
    return answers
  }
})
