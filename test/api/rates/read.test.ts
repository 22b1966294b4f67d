import assert from 'node:assert/strict'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { addRate, setExchangeTerms } from '#test/support/tariffs.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('GET /v2/exchange-rates', () => {
  const api = given(() => startApiAlone())
  const tenant = given(() => createTenant(api.database))
  before(async () => {
    await addRate(api.database, 'USD', { xofPerUnit: '500', at: new Date('2025-01-10T00:00:00Z') })
    await addRate(api.database, 'USD', { xofPerUnit: '565.25' })
    await addRate(api.database, 'NGN', {
      xofPerUnit: '0.372',
      at: new Date('2025-01-14T06:00:00Z'),
    })
    await setExchangeTerms(api.database, tenant, {
      fee: { percent: '1', payer: 'customer' },
      margin: { percent: '2.5', payer: 'customer' },
    })
  })

  const read = (query: string, key = tenant.keys.secret) =>
    call(api, { path: `/v2/exchange-rates${query}`, key })

  it('gives the fixed parity, which carries no date and no margin', async () => {
    const { status, json } = await read('?from=EUR&to=XOF')
    assert.equal(status, 200)
    assert.deepEqual(json.data, {
      id: 'EUR-XOF',
      object: 'exchange_rate',
      from: 'EUR',
      to: 'XOF',
      rate: 655.957,
      inverse_rate: 0.0015244901723741,
      regime: 'fixed',
      source: null,
      margin_percent: 0,
      at: null,
      expires_at: null,
    })
  })

  it('gives the latest dated rate of a floating currency, with its source and margin', async () => {
    const { json } = await read('?from=USD&to=XOF')
    assert.deepEqual([json.data.rate, json.data.regime], [565.25, 'floating'])
    assert.deepEqual([json.data.at, json.data.source], ['2025-01-15T06:00:00Z', 'table'])
    assert.equal(json.data.margin_percent, 2.5)
  })

  it('crosses two floating currencies through XOF, as old as the older rate', async () => {
    const { json } = await read('?to=NGN&from=USD')
    assert.ok(Math.abs(json.data.rate - 565.25 / 0.372) < 1e-6)
    assert.equal(json.data.at, '2025-01-14T06:00:00Z')
  })

  it('is one between a currency and itself, with no margin', async () => {
    const { json } = await read('?from=USD&to=USD')
    const { rate, inverse_rate, regime, margin_percent } = json.data
    assert.deepEqual(
      { rate, inverse_rate, regime, margin_percent },
      {
        rate: 1,
        inverse_rate: 1,
        regime: 'identity',
        margin_percent: 0,
      },
    )
  })

  it('tells the margin to the merchant, never to a page', async () => {
    const { secret, terminal, session } = tenant.keys
    for (const key of [secret, terminal, session]) {
      assert.equal((await read('?from=USD&to=XOF', key)).json.data.margin_percent, 2.5)
    }
    const { json } = await read('?from=USD&to=XOF', tenant.keys.public)
    assert.ok(!('margin_percent' in json.data))
  })

  it('asks for both currencies', async () => {
    assert.deepEqual(refusalOf(await read('?from=EUR')), {
      status: 422,
      code: 'missing_parameter',
      field: 'to',
    })
    const none = await read('')
    assert.equal(none.json.error.code, 'validation_failed')
    assert.deepEqual(refusedFields(none), { from: 'missing_parameter', to: 'missing_parameter' })
  })

  it('refuses what is no currency, is empty, is repeated or is unknown', async () => {
    const refused: Readonly<Record<string, [string, string]>> = {
      '?from=ABC&to=XOF': ['invalid_currency', 'from'],
      '?from=eur&to=XOF': ['invalid_currency', 'from'],
      '?from=EUR&to=': ['invalid_currency', 'to'],
      '?from=EUR&to=XOF&to=XOF': ['invalid_parameter', 'to'],
      '?from=EUR&to=XOF&at=now': ['unknown_parameter', 'at'],
      '?from=__proto__&to=XOF': ['invalid_currency', 'from'],
    }
    for (const [query, [code, field]] of Object.entries(refused)) {
      assert.deepEqual(refusalOf(await read(query)), { status: 422, code, field }, query)
    }
  })

  it('refuses a floating currency without a rate', async () => {
    const answer = await read('?from=XOF&to=KES')
    assert.deepEqual(refusalOf(answer), { status: 422, code: 'exchange_rate_unavailable' })
    assert.deepEqual(answer.json.error.details, { from: 'XOF', to: 'KES' })
  })
})
