import assert from 'node:assert/strict'
import { recordedIn, refusalOf, sharedApiScene } from '#test/support/api-scene.ts'
import { type Call, type CallAnswer, collectionCall } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { addTariff } from '#test/support/tariffs.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'

describe('a collection that a rule refuses', () => {
  let tenant: Tenant

  const scene = given(() => sharedApiScene())
  before(() => {
    tenant = scene.tenant
  })

  /** Refused, nothing recorded, and the good body with the same idempotency key is accepted. */
  async function refused(bad: Call): Promise<CallAnswer> {
    const recorded = await recordedIn(scene.service)
    const answer = await scene.call(bad)
    assert.ok(answer.status >= 400, answer.text)
    assert.deepEqual(await recordedIn(scene.service), recorded)
    const { key = '', headers = {} } = bad
    if (key.includes('LIVE')) return answer
    const corrected = await scene.call({ ...collectionCall(key), headers })
    assert.equal(corrected.status, 202, corrected.text)
    return answer
  }

  const outOfBounds = { status: 422, code: 'amount_out_of_bounds', field: 'amount' }

  it('amounts outside the limits of the operator are refused with those limits; the limits themselves are not', async () => {
    const key = tenant.keys.secret
    for (const amount of [1, 99, 2_000_001, 999_999_999_999_999]) {
      const answer = await refused(collectionCall(key, { amount }))
      assert.deepEqual(refusalOf(answer), outOfBounds)
      assert.deepEqual(answer.json.error.details.limits, {
        min_amount: 100,
        max_amount: 2_000_000,
        currency: 'XOF',
      })
    }
    for (const amount of [100, 2_000_000]) await scene.accept({ amount })
  })

  it('the limits hold for the converted price', async () => {
    const euro = await createTenant(scene.service.database, { currency: 'EUR' })
    const key = euro.keys.secret
    // 0.15 EUR is 98.39 XOF, 0.16 is 104.95; 3048.98 is 1 999 999.77, which rounds to the limit, 3048.99 is beyond it.
    for (const amount of [0.15, 3048.99]) {
      const answer = await refused(collectionCall(key, { amount, currency: 'EUR' }))
      assert.deepEqual(refusalOf(answer), outOfBounds)
    }
    for (const amount of [0.16, 3048.98]) await scene.accept({ amount, currency: 'EUR' }, key)
  })

  it('a price of which fees leave nothing to the merchant is too small', async () => {
    const costly = await createTenant(scene.service.database)
    const tariff = { level: 'service', kind: 'fixed', value: '100', payer: 'merchant' } as const
    await addTariff(scene.service.database, costly, tariff)
    const bad = collectionCall(costly.keys.secret, { amount: 100 })
    const small = { status: 422, code: 'amount_too_small', field: 'amount' }
    assert.deepEqual(refusalOf(await refused(bad)), small)
    const { json } = await scene.accept({ amount: 101 }, costly.keys.secret)
    assert.deepEqual([json.data.net_amount, json.data.amount_charged], [1, 105])
  })

  it('a currency that is neither the operator’s nor the service’s is not supported with a merchant’s key', async () => {
    const notSupported = { status: 422, code: 'currency_not_supported', field: 'currency' }
    for (const kind of ['secret', 'terminal', 'session'] as const) {
      for (const currency of ['EUR', 'XAF', 'USD']) {
        const bad = collectionCall(tenant.keys[kind], { currency })
        const answer = await refused(bad)
        assert.deepEqual(refusalOf(answer), notSupported)
        assert.deepEqual(answer.json.error.details.allowed_values, ['XOF'])
        assert.match(answer.json.error.message, new RegExp(`\\(${currency}\\). .*: XOF\\.$`))
      }
    }
  })

  it('a page may price in any currency that has a rate', async () => {
    const key = tenant.keys.public
    const { json } = await scene.accept({ currency: 'EUR', amount: 10 }, key)
    assert.equal(json.data.amount_charged % 5, 0)
    const answer = await refused(collectionCall(key, { currency: 'GBP' }))
    assert.deepEqual(refusalOf(answer), { status: 422, code: 'exchange_rate_unavailable' })
  })

  it('a number of no known range finds no operator by itself, and may be sent to one by name', async () => {
    const phone = '2290189000001'
    const answer = await refused(collectionCall(tenant.keys.secret, { provider: 'auto', phone }))
    const notDetected = { status: 422, code: 'provider_not_detected', field: 'provider' }
    assert.deepEqual(refusalOf(answer), notDetected)
    await scene.accept({ provider: 'moov-benin', phone })
  })

  it('a number of another country finds no operator by itself', async () => {
    const bad = collectionCall(tenant.keys.secret, { provider: 'auto', phone: '22507012345678' })
    const answer = await refused(bad)
    assert.ok(['provider_not_detected', 'invalid_phone_number'].includes(refusalOf(answer).code))
  })

  it('a reference serves once in its environment: duplicate_reference names its transaction', async () => {
    const reference = 'order_1.2:3/4-5'
    const first = await scene.accept({ reference })
    for (const kind of ['secret', 'public', 'terminal', 'session'] as const) {
      const answer = await refused(collectionCall(tenant.keys[kind], { reference, amount: 500 }))
      const duplicate = { status: 409, code: 'duplicate_reference', field: 'reference' }
      assert.deepEqual(refusalOf(answer), duplicate)
      assert.equal(answer.json.error.details.transaction_id, first.json.data.id)
    }
    const other = await createTenant(scene.service.database)
    await scene.accept({ reference }, other.keys.secret)
    await scene.accept({ reference: reference.toUpperCase() })
  })

  it('a reference made by the service cannot be taken by another collection', async () => {
    const { json } = await scene.accept()
    const answer = await refused(
      collectionCall(tenant.keys.secret, { reference: json.data.reference }),
    )
    assert.equal(refusalOf(answer).code, 'duplicate_reference')
  })
})
