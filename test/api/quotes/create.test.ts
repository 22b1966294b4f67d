import assert from 'node:assert/strict'
import { isUuid } from '#domain/ids.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { addRate, addTariff, setExchangeTerms } from '#test/support/tariffs.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('POST /v2/quotes for a collection', () => {
  const api = given(() => startApiAlone())
  const tenant = given(() => createTenant(api.database, { currency: 'USD' }))
  before(async () => {
    await addRate(api.database, 'USD', { xofPerUnit: '600' })
    await setExchangeTerms(api.database, tenant, {
      fee: { percent: '1', payer: 'customer' },
      margin: { percent: '2', payer: 'merchant' },
    })
    await addTariff(api.database, tenant, {
      level: 'terminal',
      kind: 'fixed',
      value: '37',
      payer: 'customer',
    })
  })

  const quote = async (body: object, key = tenant.keys.secret) => {
    const whole = { amount: 1000, currency: 'XOF', provider: 'mtn-benin', ...body }
    const answer = await call(api, { method: 'POST', path: '/v2/quotes', key, body: whole })
    assert.equal(answer.status, 200, answer.text)
    return answer.json.data
  }

  it('tells all that the payment would cost and bring', async () => {
    const { id, created_at, ...shown } = await quote({ amount: 12.5, currency: 'USD' })
    assert.ok(isUuid(id))
    assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000)
    assert.deepEqual(shown, {
      object: 'quote',
      type: 'collection',
      mode: 'sandbox',
      channel: 'api',
      provider: 'mtn-benin',
      payment_method: 'mobile_money',
      amount: 12.5,
      currency: 'USD',
      fees: {
        amount: 150,
        currency: 'XOF',
        payer: 'customer',
        rule: { kind: 'percentage', value: 2, level: 'platform', channel: null, terminal: null },
      },
      amount_charged: 7725,
      charged_currency: 'XOF',
      exchange: {
        from: 'USD',
        to: 'XOF',
        rate: 600,
        amount: 7500,
        fee: 75,
        fee_currency: 'XOF',
        fee_payer: 'customer',
        margin: 150,
        margin_currency: 'XOF',
        margin_percent: 2,
        margin_payer: 'merchant',
      },
      rounding: 0,
      net_amount: 7350,
      net_currency: 'XOF',
      limits: { min_amount: 100, max_amount: 2_000_000, currency: 'XOF' },
      display: {
        currency: 'USD',
        amount: 12.5,
        fees: 0.38,
        amount_charged: 12.88,
        net_amount: 12.25,
        exchange_fee: 0.13,
        fees_under_minimum: false,
        rate: {
          value: 0.00166666666666667,
          per_unit: 600,
          at: '2025-01-15T06:00:00Z',
          source: 'origin',
        },
      },
      expires_at: null,
    })
  })

  it('leaves the margin out for a page, and nothing else', async () => {
    const body = { amount: 12.5, currency: 'USD' }
    const secret = await quote(body)
    const { margin, margin_currency, margin_percent, margin_payer, ...exchange } = secret.exchange
    assert.deepEqual(
      [margin, margin_currency, margin_percent, margin_payer],
      [150, 'XOF', 2, 'merchant'],
    )
    const { id, created_at } = secret
    const forPage = await quote(body, tenant.keys.public)
    assert.deepEqual({ ...forPage, id, created_at }, { ...secret, exchange, channel: 'widget' })
    const keysOf = (value: object): string[] => Object.keys(value).toSorted()
    for (const key of [tenant.keys.terminal, tenant.keys.session]) {
      const desk = await quote(body, key)
      assert.deepEqual(keysOf(desk), keysOf(secret))
      assert.deepEqual(keysOf(desk.exchange), keysOf(secret.exchange))
    }
  })

  it('is made on the tariff of the channel and terminal of the key', async () => {
    const { fees, channel, rounding, amount_charged } = await quote({}, tenant.keys.terminal)
    assert.equal(channel, 'pos')
    assert.deepEqual(fees, {
      amount: 40,
      currency: 'XOF',
      payer: 'customer',
      rule: {
        kind: 'fixed',
        value: 37,
        level: 'terminal',
        channel: null,
        terminal: tenant.terminalId,
      },
    })
    assert.deepEqual([rounding, amount_charged], [3, 1040])
    assert.equal((await quote({}, tenant.keys.session)).channel, 'shop')
  })

  it('finds the operator by the number, and needs none where the operator is named', async () => {
    const moov = await quote({ provider: 'auto', phone: '+229 01 95 00 12 34', country: 'BJ' })
    assert.equal(moov.provider, 'moov-benin')
    const named = await quote({ provider: 'moov-benin' })
    const { id, created_at } = moov
    assert.deepEqual({ ...named, id, created_at }, moov)
  })

  it('records nothing and needs no idempotency key', async () => {
    const [first, second] = await Promise.all([quote({}), quote({})])
    assert.notEqual(first.id, second.id)
    const { json } = await call(api, { path: '/v2/transactions', key: tenant.keys.secret })
    assert.deepEqual(json.data, [])
  })

  it('shows as the smallest amount the first that leaves the merchant something', async () => {
    const own = await createTenant(api.database)
    await addTariff(api.database, own, {
      level: 'service',
      kind: 'fixed',
      value: '500',
      payer: 'merchant',
    })
    const { limits, net_amount } = await quote({ amount: 501 }, own.keys.secret)
    assert.deepEqual([limits.min_amount, net_amount], [501, 1])
  })
})
