import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { given } from '#test/support/given.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call, type CallAnswer, collectionCall, waitUntilFinal } from '#test/support/call.ts'
import { authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import { untilTaken } from '#test/support/sandbox.ts'
import { sharedService } from '#test/support/service.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'

describe('the end of a sandbox payment, chosen by the API', () => {
  const service = given(() => sharedService())

  const simulate = (key: string, id: string, outcome: string) =>
    call(service, {
      method: 'POST',
      path: `/v2/transactions/${id}/simulate`,
      key,
      body: { outcome },
      headers: { 'Service-Version': '2.6.0' },
    })
  async function waiting({ keys }: Tenant, ending = '0005'): Promise<string> {
    const phone = freshPhone(ending)
    const { json } = await call(service, collectionCall(keys.secret, { phone }))
    await untilTaken(service, json.data.id)
    return json.data.id
  }
  const refused = async (answer: Promise<CallAnswer>) => refusalOf(await answer)
  const tooLate = { status: 409, code: 'cannot_simulate' }

  it('comes about as its operator would have said it, whichever number waits', async () => {
    const tenant = await createTenant(service.database)
    const rows = [
      ['0005', 'succeeded', null],
      ['0003', 'succeeded', null],
      ['0005', 'failed', 'payer_rejected'],
      ['0003', 'expired', 'approval_timeout'],
    ] as const
    for (const [ending, outcome, code] of rows) {
      const id = await waiting(tenant, ending)
      const taken = await simulate(tenant.keys.secret, id, outcome)
      assert.deepEqual([taken.status, taken.json.data.id], [202, id], taken.text)
      assert.equal(taken.headers.get('Location'), `/v2/transactions/${id}`)
      const ended = await waitUntilFinal(service, tenant.keys.secret, id)
      assert.deepEqual([ended.status, ended.failure?.code ?? null], [outcome, code])
      assert.deepEqual(await refused(simulate(tenant.keys.secret, id, outcome)), tooLate)
    }
  })

  it('is chosen by one of many at once', async () => {
    const tenant = await createTenant(service.database)
    const id = await waiting(tenant)
    const said = ['succeeded', 'failed', 'expired', 'succeeded'] as const
    const answers = await Promise.all(said.map((word) => simulate(tenant.keys.secret, id, word)))
    const taken = said.filter((_, at) => answers[at]?.status === 202)
    assert.equal(taken.length, 1, answers.map(({ status }) => status).join())
    assert.equal((await waitUntilFinal(service, tenant.keys.secret, id)).status, taken[0])
  })

  it('fails for a payout as its recipient would have it, and a payout does not expire', async () => {
    const tenant = await createTenant(service.database)
    const phone = await authorizePhone(service.database, tenant, freshPhone('0005'))
    await giveBalance(service.database, tenant, 20_000)
    const made = await call(service, payoutCall(tenant.keys.secret, { phone, amount: 1000 }))
    const { id } = made.json.data
    await untilTaken(service, id)
    assert.deepEqual(await refused(simulate(tenant.keys.secret, id, 'expired')), tooLate)
    assert.equal((await simulate(tenant.keys.secret, id, 'failed')).status, 202)
    const ended = await waitUntilFinal(service, tenant.keys.secret, id)
    assert.deepEqual([ended.status, ended.failure.code], ['failed', 'recipient_rejected'])
  })

  it('is the merchant’s own, of sandbox, by its version, and one that there is', async () => {
    const tenant = await createTenant(service.database)
    const id = await waiting(tenant)
    const { keys: others } = await createTenant(service.database)
    const unknown = { status: 404, code: 'transaction_not_found' }
    assert.deepEqual(await refused(simulate(others.secret, id, 'succeeded')), unknown)
    assert.deepEqual(await refused(simulate(tenant.keys.secret, randomUUID(), 'failed')), unknown)
    const { keys: live } = await createTenant(service.database, { mode: 'live' })
    const inLive = await refused(simulate(live.secret, id, 'succeeded'))
    assert.deepEqual(inLive, { status: 403, code: 'sandbox_mode_required' })
    const path = `/v2/transactions/${id}/simulate`
    const key = tenant.keys.secret
    const before = await call(service, { method: 'POST', path, key, body: {} })
    assert.deepEqual(refusalOf(before), { status: 404, code: 'route_not_found' })
    const weak = await refused(simulate(tenant.keys.public, id, 'succeeded'))
    assert.deepEqual(weak, { status: 403, code: 'secret_key_required' })
    const wrong = await refused(simulate(tenant.keys.secret, id, 'cancelled'))
    assert.deepEqual(wrong, { status: 422, code: 'invalid_field', field: 'outcome' })
    assert.equal((await simulate(tenant.keys.secret, id, 'succeeded')).status, 202)
  })
})
