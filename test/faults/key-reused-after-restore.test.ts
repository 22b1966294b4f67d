import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createMoovOperator } from '#activities/operators/moov/moov.ts'
import { checkPayment } from '#activities/check-payment.ts'
import { requestPayment } from '#activities/request-payment.ts'
import { markRestored } from '#db/installation.ts'
import { onPool } from '#db/sql.ts'
import { startMoovEmulator } from '#dev/emulators/moov.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { type Call, call, collectionCall } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { moovSettings } from '#test/support/operator-settings.ts'
import { authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import { createTenant } from '#test/support/tenant.ts'
import { workerSteps } from '#test/support/worker-steps.ts'
import { backUp } from './backup.ts'

const provider = 'moov-benin'
const phone = '2290195001234'
const otherPhone = '2290195005678'
const kinds = { collection: collectionCall, payout: payoutCall } as const
const held = { kick() {}, relay: async () => 0, drain: async () => {} }

/** Moov says of an order how it ended, and neither of how much it was nor whose number it had. */
describe('a key that is used again at Moov after a restore has undone its first payment', () => {
  const moov = given(() => startMoovEmulator({ delayMs: 0, float: 1_000_000, findsBy: 'any_id' }))
  const api = given(() => startApiAlone(moovSettings(moov.account)))
  const operator = given(async () =>
    createMoovOperator({ account: moov.account, heardReference: async () => {} }),
  )
  let secret: string
  const firsts: Record<string, string> = {}
  const keys = { collection: randomUUID(), payout: randomUUID(), number: randomUUID() }

  before(async () => {
    const tenant = await createTenant(api.database, { mode: 'live' })
    secret = tenant.keys.secret
    await giveBalance(api.database, tenant, 100_000)
    for (const number of [phone, otherPhone]) await authorizePhone(api.database, tenant, number)
    const { databaseUrl = '' } = api.env
    const backup = await backUp(databaseUrl)
    for (const kind of ['collection', 'payout'] as const)
      firsts[kind] = (await paid(kinds[kind](secret, order(1000, phone), keys[kind]))).request
    firsts['number'] = (await paid(payoutCall(secret, order(1000, phone), keys.number))).request
    await backup.restore()
    await markRestored(api.database.pool)
  })
  booksHoldAfterEach(() => api.database)

  for (const kind of ['collection', 'payout'] as const) {
    it(`with another amount, a ${kind} is another order: it does not succeed by what was paid before`, async () => {
      const before = moved()
      const { request, amount } = await paid(kinds[kind](secret, order(2000, phone), keys[kind]))
      assert.notEqual(request, firsts[kind])
      assert.equal(moov.memory.movements(request), 1)
      assert.ok(amount >= 2000)
      assert.equal(moved(), before + amount)
    })
  }

  it('with another number, a payout is another order', async () => {
    const { request } = await paid(payoutCall(secret, order(1000, otherPhone), keys.number))
    assert.notEqual(request, firsts['number'])
    const kept = moov.memory.orders.find(({ id }) => id === request)
    assert.equal(kept?.phone, otherPhone)
  })

  const order = (amount: number, number: string) => ({ amount, provider, phone: number })
  const moved = () => moov.memory.orders.reduce((sum, { amount }) => sum + amount, 0)

  /** Requests it and takes it to its end; its id at the operator, and how much our books say was moved there. */
  async function paid(request: Call): Promise<{ request: string; amount: number }> {
    const answer = await call(api, request)
    assert.equal(answer.status, 202, answer.text)
    const transactionId = asId<TransactionId>(answer.json.data.id)
    const steps = workerSteps({ database: api.database, outbox: held }, () => operator)
    await requestPayment(steps, { transactionId })
    assert.equal((await checkPayment(steps, { transactionId })).state, 'settled')
    return onPool(api.database.pool).one(
      `select operator_request_id as request,
         (case type when 'payout' then net_amount else amount_charged end)::int as amount
       from transaction where id = $1 and status = 'succeeded'`,
      [transactionId],
    )
  }
})
