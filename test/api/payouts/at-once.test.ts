import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import {
  accountsOf,
  authorizeBank,
  authorizePhone,
  giveBalance,
  payoutCall,
} from '#test/support/payouts.ts'
import { addTariff } from '#test/support/tariffs.ts'
import { createTenant } from '#test/support/tenant.ts'

const payouts = 200
const covered = 100

describe('many payouts of one merchant at once', () => {
  let phone: string

  const api = given(() => startApiAlone())
  const tenant = givenEach(() => createTenant(api.database))
  beforeEach(async () => {
    phone = await authorizePhone(api.database, tenant)
    const tariff = { level: 'service', type: 'payout', kind: 'fixed', value: '15' } as const
    await addTariff(api.database, tenant, { ...tariff, payer: 'merchant' })
  })
  booksHoldAfterEach(() => api.database)

  it(`${payouts} against a balance that covers ${covered}: exactly ${covered} are accepted, never a franc more`, async () => {
    const charged = 1015
    await giveBalance(api.database, tenant, covered * charged)
    const answers = await Promise.all(
      Array.from({ length: payouts }, () =>
        call(api, payoutCall(tenant.keys.secret, { phone, amount: 1000 })),
      ),
    )
    const accepted = answers.filter(({ status }) => status === 202)
    const refused = answers.filter(({ status }) => status !== 202)
    assert.equal(accepted.length, covered)
    assert.deepEqual(new Set(refused.map((answer) => refusalOf(answer).code)), insufficient)
    assert.deepEqual(await accountsOf(api.database, tenant), { reserved: covered * charged })
    const { rows } = await api.database.pool.query(
      `select (select count(*)::int from transaction where service_env_id = $1) as made,
         (select count(*)::int from idempotency_record where service_env_id = $1) as kept,
         (select count(*)::int from outbox o join transaction t on t.id = o.subject_id
           where t.service_env_id = $1 and o.kind = 'payout') as announced`,
      [tenant.serviceEnvId],
    )
    assert.deepEqual(rows, [{ made: covered, kept: covered, announced: covered }])
  })

  it('payouts and transfers of odd amounts: none is refused that would fit into what is left', async () => {
    const live = await createTenant(api.database, { mode: 'live' })
    await giveBalance(api.database, live, 60_000)
    const id = await authorizeBank(api.database, live)
    const amounts = Array.from({ length: 60 }, (_, at) => 500 + at * 37)
    const body = { provider: 'uba-benin', bank_account_id: id }
    const answers = await Promise.all(
      amounts.map((amount) => call(api, payoutCall(live.keys.secret, { ...body, amount }))),
    )
    const { available = 0, reserved = 0 } = await accountsOf(api.database, live)
    const taken = answers.filter(({ status }) => status === 202).map(({ json }) => json.data)
    const sum = taken.reduce((total, { amount_charged }) => total + amount_charged, 0)
    assert.deepEqual([reserved, available + reserved], [sum, 60_000])
    for (const [at, answer] of answers.entries()) {
      if (answer.status === 202) continue
      assert.equal(refusalOf(answer).code, 'insufficient_balance')
      assert.ok((amounts[at] ?? 0) > available, 'what was refused would not fit into what is left')
    }
  })

  it('one key 20 times at once: one payout, the others are told it or to wait', async () => {
    await giveBalance(api.database, tenant, 100_000)
    const request = payoutCall(tenant.keys.secret, { phone }, randomUUID())
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(api, request)))
    const ids = new Set(answers.map(({ json }) => json.data?.id).filter(Boolean))
    assert.equal(ids.size, 1)
    for (const answer of answers) {
      if (answer.status !== 202) assert.equal(refusalOf(answer).code, 'request_in_progress')
    }
    assert.deepEqual(await accountsOf(api.database, tenant), { available: 98_985, reserved: 1015 })
  })

  const insufficient = new Set(['insufficient_balance'])
})
