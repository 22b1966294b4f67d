import assert from 'node:assert/strict'
import { call, eventually } from '#test/support/call.ts'
import { createdCheckout, scanCall } from '#test/support/checkouts.ts'
import { payoutCall, readyToPayOut } from '#test/support/payouts.ts'
import { runReconcile } from '#test/support/processes.ts'
import { startOwnTemporal } from '#test/support/stack-temporal.ts'
import type { ApiHere } from './api-here.ts'
import { spread, tell } from './rounds.ts'
import { given } from '#test/support/given.ts'
import { givenScene, openScene } from './scene.ts'

const collections = 10
const scans = 4
const payouts = 4
/** Long enough that all are open when the store is lost. */
const sandboxDelay = '12s'

describe('the store of Temporal is lost', function () {
  this.timeout(180_000)
  const temporal = given(() => startOwnTemporal())
  const scene = givenScene(() =>
    openScene({ SANDBOX_OPERATOR_DELAY: sandboxDelay }, temporal.places),
  )
  let api: ApiHere

  before(async () => {
    ;[api] = await scene.serveHere()
  })

  it('with collections, payouts and checkouts under way: all of them come to their end', async () => {
    const ids = await openAll()
    await eventually(async () => (await count('outbox')) === 0)
    await temporal.lose()
    const open = await count(`transaction where status = 'pending'`)
    assert.equal(open, ids.length, 'all are open')
    const openCodes = await count(`checkout where status <> 'succeeded'`)
    await age()
    const told = await reconcile()
    assert.match(told.output, /missing +collection\/\S+ .*restarted/)
    assert.match(told.output, /missing +payout\/\S+ .*restarted/)
    assert.match(told.output, /Nothing is left over\./)
    assert.equal(told.code, 0)
    const states = await scene.untilFinal(ids)
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    // A code is too young to be missed: the end of its payment finds no run, and starts one.
    await eventually(async () => (await count(`checkout where status = 'succeeded'`)) === scans)
    await scene.settleDown()
    tell('the store of Temporal deleted', { open, 'open codes': openCodes, ended: states.size })
  })

  it('once nothing is open there is nothing to do', async () => {
    const told = await reconcile()
    assert.match(told.output, /Missing runs: 0, started again: 0\./)
    assert.equal(told.code, 0)
  })

  async function openAll(): Promise<string[]> {
    const { secret } = scene.tenant.keys
    const phone = await readyToPayOut(scene.database, scene.tenant, { balance: 100_000 })
    const codes = await spread(scans, 2, () => createdCheckout(api, secret))
    const scanned = await Promise.all(codes.map((code) => accepted(scanCall(code))))
    const paidOut = await spread(payouts, 2, () => accepted(payoutCall(secret, { phone })))
    const paid = await spread(collections, 3, () => scene.pay(api))
    return [...scanned, ...paidOut, ...paid]
  }

  async function accepted(request: Parameters<typeof call>[1]): Promise<string> {
    const answer = await call(api, request)
    assert.equal(answer.status, 202, answer.text)
    return answer.json.data.id
  }

  /** What is so young might be on its way. */
  async function age(): Promise<void> {
    await scene.database.pool.query(
      `update transaction set created_at = created_at - interval '1 minute'`,
    )
  }

  function reconcile() {
    return runReconcile(scene.environment())
  }

  async function count(from: string): Promise<number> {
    const { rows } = await scene.database.pool.query<{ count: number }>(
      `select count(*)::int as count from ${from}`,
    )
    return rows[0]?.count ?? 0
  }
})
