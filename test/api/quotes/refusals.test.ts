import assert from 'node:assert/strict'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { addTariff } from '#test/support/tariffs.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('a quote is refused', () => {
  const api = given(() => startApiAlone())
  const tenant = given(() => createTenant(api.database))
  const live = given(() => createTenant(api.database, { mode: 'live' }))
  before(async () => {
    await addTariff(api.database, tenant, {
      level: 'channel',
      channel: 'widget',
      kind: 'fixed',
      value: '150',
      payer: 'merchant',
    })
  })

  const quote = (body: unknown, key = tenant.keys.secret) =>
    call(api, { method: 'POST', path: '/v2/quotes', key, body })
  const good = { amount: 1000, currency: 'XOF', provider: 'mtn-benin' }
  const phone = '2290197001234'

  const asCollections: Readonly<Record<string, [object, string]>> = {
    'under the limit': [{ amount: 99 }, 'amount_out_of_bounds'],
    'over the limit': [{ amount: 2_000_001 }, 'amount_out_of_bounds'],
    'of nothing': [{ amount: 0 }, 'invalid_amount'],
    'below nothing': [{ amount: -1 }, 'invalid_amount'],
    'as text': [{ amount: '1000' }, 'invalid_amount'],
    'with decimals that XOF has not': [{ amount: 10.5 }, 'invalid_amount'],
    'in no currency': [{ currency: 'ABC' }, 'invalid_currency'],
    'in a currency of neither operator nor service': [
      { currency: 'EUR' },
      'currency_not_supported',
    ],
    'by an unknown operator': [{ provider: 'orange-benin' }, 'invalid_provider'],
    'by a bank': [{ provider: 'uba-benin' }, 'invalid_provider'],
    'for a number of another network than ours': [
      { provider: 'auto', phone: '2290140001234' },
      'provider_not_detected',
    ],
    'for a number of another country': [{ phone: '22890123456' }, 'invalid_phone_number'],
    'for a national number': [{ phone: '0197001234' }, 'phone_international_required'],
    'for a country that contradicts the number': [{ country: 'TG' }, 'phone_country_mismatch'],
    'by direct debit at an operator of Mobile Money': [
      { payment_method: 'direct_debit' },
      'invalid_provider',
    ],
    'by Mobile Money at an acquirer': [{ provider: 'card-sandbox' }, 'invalid_provider'],
    'by direct debit for a number of another country': [
      { payment_method: 'direct_debit', provider: 'auto', phone: '22890123456' },
      'provider_not_detected',
    ],
    'by an unknown method': [{ payment_method: 'cash' }, 'invalid_payment_method'],
    'by transfer': [{ payment_method: 'bank_transfer' }, 'invalid_payment_method'],
    'with an unknown field': [{ channel: 'api' }, 'unknown_field'],
  }

  for (const [what, [changes, code]] of Object.entries(asCollections)) {
    it(`${what} (${code}), as the collection is`, async () => {
      const body = { ...good, phone, ...changes }
      const quoted = await quote(body)
      assert.equal(refusalOf(quoted).code, code)
      const collected = await call(api, collectionCall(tenant.keys.secret, body))
      assert.equal(collected.status, quoted.status)
      assert.deepEqual(refusalOf(collected), refusalOf(quoted))
      // A quote may be of a bank transfer too, and has fields of its own: it names others as allowed.
      if (['invalid_payment_method', 'unknown_field'].includes(code)) return
      const { request_id } = quoted.json.error
      assert.deepEqual({ ...collected.json.error, request_id }, quoted.json.error)
    })
  }

  it('from a page, as its collection, when nothing is left or no rate is known', async () => {
    for (const [body, code] of [
      [{ ...good, amount: 150 }, 'amount_too_small'],
      [{ ...good, currency: 'KES' }, 'exchange_rate_unavailable'],
    ] as const) {
      assert.equal(refusalOf(await quote(body, tenant.keys.public)).code, code)
      const collected = await call(api, collectionCall(tenant.keys.public, body))
      assert.equal(refusalOf(collected).code, code)
    }
  })

  it('in live mode until real operators are open', async () => {
    const refused = refusalOf(await quote(good, live.keys.secret))
    assert.deepEqual(refused, { status: 422, code: 'provider_unavailable', field: 'provider' })
    for (const method of ['card', 'direct_debit']) {
      const wish = { ...good, provider: 'auto', payment_method: method, phone }
      const closed = refusalOf(await quote(wish, live.keys.secret))
      assert.equal(closed.code, 'payment_method_unavailable')
    }
  })

  it('without what it is priced by, all fields told together', async () => {
    const bare = await quote({})
    assert.equal(bare.json.error.code, 'validation_failed')
    assert.deepEqual(refusedFields(bare), {
      amount: 'missing_field',
      currency: 'missing_field',
      provider: 'missing_field',
    })
    const numberless = refusalOf(await quote({ ...good, provider: 'auto' }))
    assert.deepEqual(numberless, { status: 422, code: 'missing_field', field: 'phone' })
    const several = await quote({ ...good, amount: 0, type: 'gift', phone: '12', customer: {} })
    assert.deepEqual(refusedFields(several), {
      amount: 'invalid_amount',
      type: 'invalid_type',
      phone: 'phone_international_required',
      customer: 'unknown_field',
    })
  })

  it('for another country than the operator’s, even without a number', async () => {
    const refused = refusalOf(await quote({ ...good, country: 'TG' }))
    assert.deepEqual(refused, { status: 422, code: 'phone_country_mismatch', field: 'country' })
    assert.equal((await quote({ ...good, country: 'BJ' })).status, 200)
  })

  it('to whoever has no key, and without a JSON body', async () => {
    const nobody = await call(api, { method: 'POST', path: '/v2/quotes', body: good })
    assert.equal(refusalOf(nobody).code, 'missing_api_key')
    for (const body of [undefined, '{"amount":', '[]', '{"amount":1,"amount":2}']) {
      assert.equal((await quote(body)).status, 400, String(body))
    }
  })
})
