import assert from 'node:assert/strict'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { addTariff, dropTariffs } from '#test/support/tariffs.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('POST /v2/quotes for a payout', () => {
  const api = given(() => sharedApiAlone())
  const tenant = given(() => createTenant(api.database, { currency: 'EUR' }))
  const live = given(() => createTenant(api.database, { mode: 'live' }))
  before(async () => {
    for (const owner of [tenant, live]) {
      await addTariff(api.database, owner, {
        level: 'service',
        type: 'payout',
        kind: 'percentage',
        value: '1',
        payer: 'customer',
      })
    }
  })

  const quote = (changes: object, key = tenant.keys.secret) => {
    const body = {
      type: 'payout',
      amount: 10_003,
      currency: 'XOF',
      provider: 'mtn-benin',
      ...changes,
    }
    return call(api, { method: 'POST', path: '/v2/quotes', key, body })
  }

  it('adds the fee and its rounding to what leaves the balance', async () => {
    const { status, json } = await quote({})
    assert.equal(status, 200)
    const { id: _id, created_at: _at, display, ...shown } = json.data
    assert.deepEqual(shown, {
      object: 'quote',
      type: 'payout',
      mode: 'sandbox',
      channel: 'api',
      provider: 'mtn-benin',
      payment_method: 'mobile_money',
      amount: 10_003,
      currency: 'XOF',
      fees: {
        amount: 102,
        currency: 'XOF',
        payer: 'merchant',
        rule: { kind: 'percentage', value: 1, level: 'service', channel: null, terminal: null },
      },
      amount_charged: 10_105,
      charged_currency: 'XOF',
      exchange: null,
      rounding: 2,
      net_amount: 10_003,
      net_currency: 'XOF',
      limits: { min_amount: 100, max_amount: 2_000_000, currency: 'XOF' },
      expires_at: null,
    })
    const { currency, amount, fees, amount_charged } = display
    assert.deepEqual([currency, amount, fees, amount_charged], ['EUR', 15.25, 0.15, 15.4])
  })

  it('costs nothing where no tariff was agreed', async () => {
    const own = await createTenant(api.database)
    await dropTariffs(api.database, own)
    const { json } = await quote({ amount: 10_000 }, own.keys.secret)
    assert.deepEqual([json.data.amount_charged, json.data.fees.amount], [10_000, 0])
  })

  it('finds the operator by the number', async () => {
    const { json } = await quote({ provider: 'auto', phone: '22995001234' })
    assert.equal(json.data.provider, 'moov-benin')
  })

  it('goes to a bank in live mode only', async () => {
    for (const provider of ['uba-benin', 'ecobank-benin', 'boa-benin']) {
      const { json, status } = await quote({ provider }, live.keys.secret)
      assert.equal(status, 200)
      assert.deepEqual([json.data.provider, json.data.payment_method], [provider, 'bank_transfer'])
      assert.deepEqual([json.data.limits, json.data.amount_charged], [null, 10_105])
      const refused = refusalOf(await quote({ provider }))
      assert.deepEqual(refused, { status: 403, code: 'live_mode_required', field: 'provider' })
    }
  })

  it('is too large for a bank beyond what every display currency can tell exactly', async () => {
    const of = (amount: number) => quote({ provider: 'uba-benin', amount }, live.keys.secret)
    assert.equal((await of(100_000_000_000)).json.data.amount_charged, 101_000_000_000)
    for (const amount of [100_000_000_001, 999_999_999_999_999, 9_007_199_254_740_990]) {
      const refused = { status: 422, code: 'payout_amount_too_large', field: 'amount' }
      assert.deepEqual(refusalOf(await of(amount)), refused)
    }
  })

  it('is for the secret key, which others are told before anything else', async () => {
    const { secret: _, ...others } = tenant.keys
    for (const key of Object.values(others)) {
      for (const changes of [{}, { amount: -1, provider: 7, extra: true }]) {
        const refused = refusalOf(await quote(changes, key))
        assert.deepEqual(refused, { status: 403, code: 'secret_key_required' })
      }
    }
  })

  it('refuses what the payout would be refused for', async () => {
    const refused: [object, string, string][] = [
      [{ amount: 99 }, 'payout_amount_too_small', 'amount'],
      [{ amount: 2_000_001 }, 'payout_amount_too_large', 'amount'],
      [{ amount: 10.5 }, 'invalid_amount', 'amount'],
      [{ currency: 'EUR', amount: 10.5 }, 'currency_not_supported', 'currency'],
      [{ provider: 'bank-benin' }, 'invalid_provider', 'provider'],
      [{ payment_method: 'card' }, 'invalid_payment_method', 'payment_method'],
      [{ payment_method: 'bank_transfer' }, 'invalid_payment_method', 'payment_method'],
      [
        { provider: 'uba-benin', payment_method: 'mobile_money' },
        'invalid_payment_method',
        'payment_method',
      ],
      [{ provider: 'auto' }, 'missing_field', 'phone'],
      [{ phone: '22890123456' }, 'invalid_phone_number', 'phone'],
    ]
    for (const [changes, code, field] of refused) {
      const answer = await quote(changes)
      assert.deepEqual(refusalOf(answer), { status: 422, code, field })
    }
    const several = await quote({ amount: 0, phone: '0197001234', provider: 'x' })
    assert.deepEqual(refusedFields(several), {
      amount: 'invalid_amount',
      provider: 'invalid_provider',
      phone: 'phone_international_required',
    })
    const closed = refusalOf(await quote({}, live.keys.secret))
    assert.deepEqual(closed, { status: 422, code: 'provider_unavailable', field: 'provider' })
  })
})
