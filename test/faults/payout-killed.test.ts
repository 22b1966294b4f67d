import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { call, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { accountsOf, payoutCall, readyToPayOut } from '#test/support/payouts.ts'
import type { ApiHere } from './api-here.ts'
import { openFailpoints, type Place, sentAt, settledAt, takenAt } from './failpoints.ts'
import { openGate } from './gate.ts'
import { givenScene } from './scene.ts'

/** Where each payout's worker stands when it dies; the payouts' references are these words. */
const points = {
  'before-send': sentAt('before-send'),
  'after-send': takenAt('after-send'),
  settling: settledAt('settling'),
  settled: settledAt('settled'),
} as const satisfies Readonly<Record<string, Place>>
type Point = keyof typeof points
const all = Object.keys(points) as Point[]

const balance = 100_000

describe('a worker is killed at every step of a payout, and another takes over', function () {
  this.timeout(240_000)
  const scene = givenScene()
  const gate = given(() => openGate(scene.places.temporalAddress))
  const failpoints = given(() => openFailpoints(scene.database))
  let api: ApiHere
  let phone: string
  const ids = new Map<Point, string>()

  before(async () => {
    phone = await readyToPayOut(scene.database, scene.tenant, { balance })
    const [started, worker] = await scene.serveHere({ TEMPORAL_ADDRESS: gate.address })
    api = started
    const held = await failpoints.holdAll(points)
    for (const point of ['settling', 'settled', 'before-send', 'after-send'] as const) {
      ids.set(point, await payOut(point))
    }
    await Promise.all(all.map((point) => held[point].reached()))
    // Its settlement reaches the books, and nothing reaches Temporal any more.
    gate.freeze()
    await held.settled.letGo()
    await eventually(async () => (await statusOf('settled')) === 'succeeded')
    await worker.kill()
    await gate.close()
    for (const point of ['before-send', 'after-send', 'settling'] as const) {
      await held[point].undo()
    }
    await scene.startWorker()
    await scene.untilFinal([...ids.values()])
    await scene.settleDown()
  })

  async function payOut(reference: string): Promise<string> {
    const request = payoutCall(scene.tenant.keys.secret, { phone, reference }, randomUUID())
    const answer = await call(api, request)
    assert.equal(answer.status, 202, answer.text)
    return answer.json.data.id
  }

  async function statusOf(point: Point): Promise<unknown> {
    const { rows } = await scene.database.pool.query(
      'select status from transaction where id = $1',
      [ids.get(point)],
    )
    return rows[0]?.status
  }

  for (const point of all) {
    it(`killed at "${point}": paid once, told once, and the operator was asked once`, async () => {
      const { rows } = await scene.database.pool.query(
        `select t.status, r.asked, r.amount::text, array(select type from event where transaction_id = t.id) as events,
           array(select kind from ledger_movement where transaction_id = t.id order by id) as movements
         from transaction t join sandbox_operator.request r on r.id = t.operator_request_id where t.id = $1`,
        [ids.get(point)],
      )
      assert.deepEqual(rows, [
        {
          status: 'succeeded',
          asked: 1,
          amount: '1000',
          events: ['withdrawal.success'],
          movements: ['payout_reserved', 'payout_settled'],
        },
      ])
    })
  }

  it('and the balance is short of just these payouts', async () => {
    const left = await accountsOf(scene.database, scene.tenant)
    assert.deepEqual(left, { available: balance - ids.size * 1000 })
  })
})
