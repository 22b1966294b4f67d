import assert from 'node:assert/strict'
import { refusalOf, startApiScene } from '#test/support/api-scene.ts'
import { waitUntilFinal } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { accountsOf, authorizePhone, payoutCall } from '#test/support/payouts.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'

describe('GET /v2/balance', () => {
  const scene = given(() => startApiScene())

  async function balanceOf({ keys, serviceEnvId }: Tenant) {
    const { status, json } = await scene.call({ path: '/v2/balance', key: keys.secret })
    assert.equal(status, 200)
    const { id, object, currency, updated_at, ...amounts } = json.data
    assert.deepEqual([id, object, currency], [serviceEnvId, 'balance', 'XOF'])
    assert.match(updated_at, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
    return amounts
  }

  const nobodyWaits = 'Aucun paiement n’attend la confirmation de réception des fonds.'
  const empty = {
    available: 0,
    pending: 0,
    pending_confirmation: 0,
    pending_confirmation_count: 0,
    pending_confirmation_message: nobodyWaits,
  }

  async function collect(tenant: Tenant, changes: Readonly<Record<string, unknown>>) {
    const { json } = await scene.accept(changes, tenant.keys.secret)
    return waitUntilFinal(scene, tenant.keys.secret, json.data.id)
  }

  it('is zero everywhere at first, in live and in sandbox', async () => {
    for (const mode of ['live', 'sandbox'] as const) {
      const tenant = await createTenant(scene.service.database, { mode })
      assert.deepEqual(await balanceOf(tenant), { ...empty, simulated: mode === 'sandbox' })
    }
  })

  it('grows by the net of what was paid, and not by what is pending, failed or held', async () => {
    const tenant = await createTenant(scene.service.database)
    await scene.accept({ phone: freshPhone('0005') }, tenant.keys.secret)
    await collect(tenant, { phone: freshPhone('0001') })
    assert.deepEqual(await balanceOf(tenant), { ...empty, simulated: true })
    await collect(tenant, { amount: 1003 })
    await collect(tenant, { amount: 500 })
    const held = await collect(tenant, { amount: 700, phone: freshPhone('0006') })
    assert.deepEqual([held.available, held.funds.status], [false, 'held'])
    assert.deepEqual(await balanceOf(tenant), { ...empty, available: 1503, simulated: true })
  })

  it('in sandbox counts what awaits confirmation as available too, and says how much and how many', async () => {
    const tenant = await createTenant(scene.service.database)
    await collect(tenant, { amount: 1000 })
    const confirming = await collect(tenant, { amount: 2000, phone: freshPhone('0007') })
    const { available, funds } = confirming
    assert.deepEqual(
      [available, funds.status, funds.simulated],
      [true, 'pending_confirmation', true],
    )
    assert.deepEqual(await balanceOf(tenant), {
      available: 3000,
      pending: 0,
      pending_confirmation: 2000,
      pending_confirmation_count: 1,
      pending_confirmation_message: '1 paiement attend la confirmation de réception des fonds.',
      simulated: true,
    })
    await collect(tenant, { amount: 300, phone: freshPhone('0007') })
    assert.deepEqual(await balanceOf(tenant), {
      available: 3300,
      pending: 0,
      pending_confirmation: 2300,
      pending_confirmation_count: 2,
      pending_confirmation_message: '2 paiements attendent la confirmation de réception des fonds.',
      simulated: true,
    })
  })

  it('in sandbox what awaits confirmation can be paid out at once, to the franc', async () => {
    const tenant = await createTenant(scene.service.database)
    const { database } = scene.service
    await collect(tenant, { amount: 2000, phone: freshPhone('0007') })
    const phone = await authorizePhone(database, tenant)
    const payOut = (amount: number) => scene.call(payoutCall(tenant.keys.secret, { phone, amount }))
    assert.equal(refusalOf(await payOut(2001)).code, 'insufficient_balance')
    const { status, text } = await payOut(2000)
    assert.equal(status, 202, text)
    const { available, pending_confirmation: toConfirm } = await balanceOf(tenant)
    assert.deepEqual([available, toConfirm], [0, 2000])
    const { available: booked = 0 } = await accountsOf(database, tenant)
    assert.equal(booked, available)
    assert.deepEqual(await checkInvariants(database), [])
  })

  it('is exact after ten payments at once', async () => {
    const tenant = await createTenant(scene.service.database)
    const amounts = Array.from({ length: 10 }, (_, at) => 100 + at)
    await Promise.all(amounts.map((amount) => collect(tenant, { amount, phone: freshPhone() })))
    const { available } = await balanceOf(tenant)
    assert.equal(available, 1045)
  })

  it('is the service’s own in its mode, and for its secret key alone', async () => {
    const tenant = await createTenant(scene.service.database)
    await collect(tenant, { amount: 1000 })
    const { database } = scene.service
    const live = await createTenant(database, { mode: 'live', serviceId: tenant.serviceId })
    for (const other of [live, await createTenant(database)]) {
      assert.equal((await balanceOf(other)).available, 0)
    }
    for (const kind of ['public', 'terminal', 'session'] as const) {
      const answer = await scene.call({ path: '/v2/balance', key: tenant.keys[kind] })
      assert.deepEqual(refusalOf(answer), { status: 403, code: 'secret_key_required' })
    }
    const asked = await scene.call({ path: '/v2/balance?currency=XOF', key: tenant.keys.secret })
    assert.equal(refusalOf(asked).code, 'unknown_parameter')
  })
})
