import assert from 'node:assert/strict'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import type { ApiHere } from './api-here.ts'
import { type Held, openFailpoints, type Place, sentAt, settledAt, takenAt } from './failpoints.ts'
import { openGate } from './gate.ts'
import { assertOneDelivery, type Letter } from './mailbox.ts'
import { note, roundsFactor, timed } from './rounds.ts'
import { givenScene } from './scene.ts'

/** Where each payment's worker stands when it dies; the payments' references are these words. */
const points = {
  'before-send': sentAt('before-send'),
  'taken-unknown': takenAt('taken-unknown'),
  'taken-noted': takenAt('taken-noted'),
  settling: settledAt('settling'),
  settled: settledAt('settled'),
  'answer-unrecorded': {
    table: 'webhook_attempt',
    at: 'update',
    when: `new.finished_at is not null and new.number = 1 and exists (
      select from webhook_delivery d join event e on e.id = d.event_id
        join transaction t on t.id = e.transaction_id
      where d.id = new.delivery_id and t.reference = 'answer-unrecorded')`,
  },
} as const satisfies Readonly<Record<string, Place>>
type Point = keyof typeof points

for (let round = 1; round <= roundsFactor; round += 1) {
  describe(`a worker is killed at every step at once, and another takes over (round ${round})`, function () {
    this.timeout(240_000)
    const scene = givenScene()
    const gate = given(() => openGate(scene.places.temporalAddress))
    const failpoints = given(() => openFailpoints(scene.database))
    let api: ApiHere
    const ids = new Map<Point | 'sending', string>()
    const idOf = (point: Point | 'sending'): string => ids.get(point) ?? ''

    before(async () => {
      const [started, worker] = await scene.serveHere({ TEMPORAL_ADDRESS: gate.address })
      api = started
      // The endpoint never answers the first attempt of this one.
      scene.mailbox.answerWith((letter, response) => {
        if (letter.data['externalId'] !== 'sending' || letter.attempt > 1) {
          response.writeHead(204).end()
        }
      })
      const held = await failpoints.holdAll(points)
      await payTo(['sending', 'answer-unrecorded', 'settling', 'settled'], held)
      // The service waits five seconds for a statement, and goes another way when these two are given up: they come last.
      await payTo(['before-send', 'taken-unknown', 'taken-noted'], held)
      // Its settlement reaches the books, and nothing reaches Temporal any more.
      gate.freeze()
      await held.settled.letGo()
      await eventually(async () => (await statusOf('settled')) === 'succeeded')
      await worker.kill()
      await gate.close()
      await afterTheDeath(held)
      const { tookMs } = await timed(async () => {
        await scene.startWorker()
        await scene.untilFinal([...ids.values()])
        await scene.settleDown()
      })
      note('a lost worker is replaced and all is done', { ms: tookMs })
    })

    /** Pays, and waits until each payment's worker stands at its point. */
    async function payTo(some: readonly (Point | 'sending')[], held: Held<Point>): Promise<void> {
      for (const point of some) ids.set(point, await scene.pay(api, { reference: point }))
      await Promise.all(
        some.map(async (point) => {
          if (point === 'sending') await scene.mailbox.until(idOf(point), 1)
          else await held[point].reached()
        }),
      )
    }

    /** Of what the worker had sent and not heard of, some happens after its death and some never. */
    async function afterTheDeath(held: Held<Point>): Promise<void> {
      await held['taken-noted'].letGo()
      for (const point of ['before-send', 'taken-unknown', 'settling'] as const) {
        await held[point].undo()
      }
      await held['answer-unrecorded'].undo()
    }

    async function statusOf(point: Point): Promise<unknown> {
      const found = await scene.database.pool.query(
        'select status from transaction where id = $1',
        [idOf(point)],
      )
      return found.rows[0]?.status
    }

    it('every payment has its one end', async () => {
      const states = await scene.untilFinal([...ids.values()])
      assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
      const { rows } = await scene.database.pool.query(
        'select type, count(*)::int as count from event group by type',
      )
      assert.deepEqual(rows, [{ type: 'payment.success', count: ids.size }])
    })

    it('the operator was asked once for each payment, whenever the worker died', async () => {
      const { rows } = await scene.database.pool.query(
        `select t.reference, r.asked, r.status, r.amount = t.amount_charged as is_right
         from transaction t left join sandbox_operator.request r on r.id = t.operator_request_id`,
      )
      assert.equal(rows.length, ids.size)
      for (const row of rows) {
        const { reference } = row
        assert.deepEqual(row, { reference, asked: 1, status: 'succeeded', is_right: true })
      }
    })

    for (const point of Object.keys(points) as Point[]) {
      if (point === 'answer-unrecorded') continue
      it(`killed at "${point}": its webhook arrives once, at the first attempt`, async () => {
        assertOneDelivery(scene.mailbox.lettersOf(idOf(point)), [1])
        assert.deepEqual(await attemptsOf(point), [{ number: 1, error: null, http_status: 204 }])
      })
    }

    for (const point of ['sending', 'answer-unrecorded'] as const) {
      it(`killed at "${point}": the attempt is spent as worker_lost, the next one brings the same bytes`, async () => {
        const letters: Letter[] = scene.mailbox.lettersOf(idOf(point))
        assertOneDelivery(letters, [1, 2])
        assert.deepEqual(await attemptsOf(point), [
          { number: 1, error: 'worker_lost', http_status: null },
          { number: 2, error: null, http_status: 204 },
        ])
      })
    }

    async function attemptsOf(point: Point | 'sending'): Promise<unknown[]> {
      const { rows } = await scene.database.pool.query(
        `select a.number, a.error, a.http_status from webhook_attempt a
           join webhook_delivery d on d.id = a.delivery_id join event e on e.id = d.event_id
         where e.transaction_id = $1 order by a.id`,
        [idOf(point)],
      )
      return rows
    }
  })
}
