import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { onPool } from '#db/sql.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import type { ApiProcess, ServiceProcess } from '#test/support/processes.ts'
import { ordersTo, outboxTo } from '#test/support/orders.ts'
import { accountsOf, payoutCall, readyToPayOut } from '#test/support/payouts.ts'
import { atDesk, look } from '#test/support/staff.ts'
import { freshPhone } from '#test/support/tenant.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { spread } from './rounds.ts'
import { type FaultScene, givenScene } from './scene.ts'

const clockFile = fileURLToPath(new URL('../chaos/shifted-clock-main.ts', import.meta.url))
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const expirySeconds = 900
const payments = 4
/** As receivers that follow Standard Webhooks have it. */
const toleranceMs = 300_000

/** A process on a machine whose clock is wrong by this. */
const shifted = (shiftMs: number) => ({
  NODE_OPTIONS: `--import=${clockFile}`,
  CLOCK_SHIFT_MS: String(shiftMs),
})

describe('the clocks of the machines jump by hours', function () {
  this.timeout(180_000)
  const scene = givenScene()
  let ahead: ApiProcess
  let behind: ApiProcess
  let worker: ServiceProcess

  before(async () => {
    ;[ahead, behind, worker] = await Promise.all([
      scene.startApi(shifted(hourMs)),
      scene.startApi(shifted(-hourMs)),
      scene.startWorker(shifted(hourMs)),
    ])
    await scene.createEndpoint(behind)
  })

  it('payments are paid and told, none has expired before its time, and a repeated request is the same one', async () => {
    const request = collectionCall(scene.tenant.keys.secret)
    const [first, again] = [await call(ahead, request), await call(behind, request)]
    assert.equal(again.text, first.text)
    const ids = await spread(payments, 2, (at) => scene.pay(at % 2 === 0 ? ahead : behind))
    const waiting = await scene.pay(ahead, { phone: freshPhone('0003') })
    // In the middle of it the clock jumps back.
    await worker.stop()
    worker = await scene.startWorker(shifted(-hourMs))
    const states = await scene.untilFinal([...ids, String(first.json.data.id)])
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    const stands = await onPool(scene.database.pool).one(
      `select status, created_at > now() - interval '10 minutes' as "isToday",
         extract(epoch from expires_at - created_at)::int as seconds from transaction where id = $1`,
      [waiting],
    )
    assert.deepEqual(stands, { status: 'pending', isToday: true, seconds: expirySeconds })
    for (const id of ids) {
      const [letter] = await scene.mailbox.until(id, 1)
      assert.equal(letter?.attempt, 1)
      const offMs = Math.abs(letter.at - letter.signedAt)
      assert.ok(offMs < toleranceMs, `a receiver refuses what was signed ${offMs} ms off`)
    }
    assert.deepEqual(await checkInvariants(scene.database), [])
  })
})

describe('the clock of the API is ten minutes ahead of the books, and that of the worker ten minutes behind', function () {
  this.timeout(180_000)
  const scene = givenScene()
  let api: ApiProcess
  let secret: string

  before(async () => {
    secret = scene.tenant.keys.secret
    ;[api] = await Promise.all([
      scene.startApi(shifted(10 * minuteMs)),
      scene.startWorker(shifted(-10 * minuteMs)),
    ])
    await scene.createEndpoint(api)
  })

  it('a payout is paid once under its key', async () => {
    const phone = await readyToPayOut(scene.database, scene.tenant, {
      balance: 100_000,
      phone: freshPhone(),
    })
    const request = payoutCall(secret, { phone })
    const [first, again] = [await call(api, request), await call(api, request)]
    assert.equal(first.status, 202, first.text)
    assert.equal(again.text, first.text)
    await scene.untilFinal([first.json.data.id])
    assert.equal((await standingOf(first.json.data.id)).status, 'succeeded')
    const { available, reserved = 0 } = await accountsOf(scene.database, scene.tenant)
    assert.deepEqual([available, reserved], [99_000, 0])
  })

  it('a refund is paid, and its event is told once', async () => {
    const id = asId<TransactionId>(await scene.pay(api))
    await scene.untilFinal([id])
    const parts = { database: scene.database, client: scene.temporal.client }
    const outbox = outboxTo(parts)
    const refund = await refundOf({ database: scene.database, outbox }, scene.tenant, {
      transactionId: id,
      amount: 500n,
    })
    await ordersTo(parts).approve(refund.id)
    await eventually(async () => {
      const { status } = await onPool(scene.database.pool).one<{ status: string }>(
        'select status from refund where id = $1',
        [refund.id],
      )
      return status === 'succeeded'
    })
    await scene.settleDown()
  })

  it('a delivery that failed is sent again when it is due, signed with the time of the books', async () => {
    scene.mailbox.answerWith((letter, response) => {
      response.writeHead(letter.attempt === 1 ? 503 : 204).end()
    })
    const id = await scene.pay(api)
    const letters = await scene.mailbox.until(id, 2)
    assert.deepEqual(
      letters.map(({ attempt }) => attempt),
      [1, 2],
    )
    for (const { at, signedAt } of letters) assert.ok(Math.abs(at - signedAt) < minuteMs)
    await scene.settleDown()
  })

  it('a session is open from its start, by the same clock as everywhere', async () => {
    const staff = await atDesk(scene.database, 'agent')
    assert.equal((await look(api, staff, '/refunds')).status, 200)
  })

  it('a payment has its fifteen minutes', async () => {
    const id = await scene.pay(api, { phone: freshPhone('0003') })
    assert.deepEqual(await standingOf(id), {
      status: 'pending',
      isToday: true,
      seconds: expirySeconds,
    })
  })

  const standingOf = (id: string) => standing(scene, id)
})

/** How a payment stands, and its time, by the books. */
function standing({ database }: Pick<FaultScene, 'database'>, id: string) {
  return onPool(database.pool).one<{ status: string; isToday: boolean; seconds: number }>(
    `select status, created_at between now() - interval '5 minutes' and now() as "isToday",
       extract(epoch from expires_at - created_at)::int as seconds from transaction where id = $1`,
    [id],
  )
}
