import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { onPool } from '#db/sql.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import type { ApiProcess, ServiceProcess } from '#test/support/processes.ts'
import { freshPhone } from '#test/support/tenant.ts'
import { spread } from './rounds.ts'
import { givenScene } from './scene.ts'

const clockFile = fileURLToPath(new URL('../chaos/shifted-clock-main.ts', import.meta.url))
const hourMs = 3_600_000
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
