import assert from 'node:assert/strict'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import { startApiScene } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { addRate, setExchangeTerms } from '#test/support/tariffs.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'

const kinds: readonly KeyKind[] = ['secret', 'public', 'terminal', 'session']
const none = { percent: '0', payer: 'customer' } as const

describe('a collection priced in another currency than the operator’s', () => {
  let euro: Tenant
  let dollar: Tenant

  const scene = given(() => startApiScene())
  before(async () => {
    const { database } = scene.service
    euro = await createTenant(database, { currency: 'EUR' })
    dollar = await createTenant(database, { currency: 'USD' })
    await addRate(database, 'USD', { xofPerUnit: '590', at: new Date('2024-06-01T00:00:00Z') })
    await addRate(database, 'USD', { xofPerUnit: '600.5' })
    await addRate(database, 'USD', { xofPerUnit: '1', at: new Date(Date.now() + 86_400_000) })
  })

  /** The amounts of an accepted collection; what every one of them must fulfil is checked. */
  async function priced(tenant: Tenant, kind: KeyKind, price: Readonly<Record<string, unknown>>) {
    const { data } = (await scene.accept(price, tenant.keys[kind])).json
    const { amount_charged, net_amount, fees, exchange, display } = data
    const conversion = (exchange?.fee ?? 0) + (exchange?.margin ?? 0)
    const cents = (value: number) => Math.round(value * 1000)
    if (kind !== 'public') assert.equal(amount_charged, net_amount + fees.amount + conversion)
    assert.equal(amount_charged % 5, 0)
    assert.equal(cents(display.amount) + cents(display.fees), cents(display.amount_charged))
    assert.deepEqual([data.charged_currency, data.net_currency], ['XOF', 'XOF'])
    const path = `/v2/transactions/${data.id}`
    const read = await call(scene, { path, key: tenant.keys[kind] })
    for (const block of ['exchange', 'display', 'fees', 'amount', 'currency']) {
      assert.deepEqual(read.json.data[block], data[block])
    }
    return { amount_charged, net_amount, fees: fees.amount, exchange, display }
  }

  it('in euros is converted by the fixed parity and shown in euros as it was priced', async () => {
    const { database } = scene.service
    await setExchangeTerms(database, euro, {
      fee: none,
      margin: { percent: '3', payer: 'customer' },
    })
    for (const kind of kinds) {
      // 12.50 EUR are 8199.4625 XOF: 8199; 2 % are 163.98: 164; 8363 is rounded up to 8365.
      const seen = await priced(euro, kind, { amount: 12.5, currency: 'EUR' })
      assert.deepEqual(seen, {
        amount_charged: 8365,
        net_amount: 8199,
        fees: 166,
        exchange: { from: 'EUR', to: 'XOF', rate: 655.957, amount: 8199 },
        display: {
          currency: 'EUR',
          amount: 12.5,
          fees: 0.25,
          amount_charged: 12.75,
          net_amount: 12.5,
          exchange_fee: 0,
          fees_under_minimum: false,
          rate: { value: 0.0015244901723741, per_unit: 655.957, at: null, source: 'origin' },
        },
      })
    }
  })

  /** One percent, and no margin. */
  const setExchangeFee = (payer: 'customer' | 'merchant') =>
    setExchangeTerms(scene.service.database, euro, { fee: { percent: '1', payer }, margin: none })

  it('carries an exchange fee of the customer inside what is charged and shown', async () => {
    await setExchangeFee('customer')
    // 1 % of 8199 is 81.99: 82; 8199 + 164 + 82 = 8445.
    const seen = await priced(euro, 'public', { amount: 12.5, currency: 'EUR' })
    assert.deepEqual([seen.amount_charged, seen.net_amount, seen.fees], [8445, 8199, 164])
    assert.deepEqual(seen.exchange, {
      from: 'EUR',
      to: 'XOF',
      rate: 655.957,
      amount: 8199,
      fee: 82,
      fee_currency: 'XOF',
      fee_payer: 'customer',
    })
    const { fees, amount_charged, exchange_fee } = seen.display
    assert.deepEqual(
      { fees, amount_charged, exchange_fee },
      {
        fees: 0.37,
        amount_charged: 12.87,
        exchange_fee: 0.13,
      },
    )
  })

  it('has an exchange fee of the merchant withheld from the net, and shown as none', async () => {
    await setExchangeFee('merchant')
    const seen = await priced(euro, 'secret', { amount: 12.5, currency: 'EUR' })
    assert.deepEqual([seen.amount_charged, seen.net_amount, seen.fees], [8365, 8117, 166])
    assert.deepEqual([seen.exchange.fee, seen.exchange.fee_payer], [82, 'merchant'])
    assert.equal(seen.display.exchange_fee, 0)
  })

  it('in dollars is converted by the latest dated rate, its margin shown to the merchant’s keys alone', async () => {
    const { database } = scene.service
    const margin = { percent: '1.5', payer: 'customer' } as const
    await setExchangeTerms(database, dollar, { fee: none, margin })
    for (const kind of kinds) {
      // 10 USD are 6005 XOF; 2 % are 120.1: 120; 1.5 % are 90.075: 90; 6215 is a multiple of 5.
      const seen = await priced(dollar, kind, { amount: 10, currency: 'USD' })
      assert.deepEqual(seen, {
        amount_charged: 6215,
        net_amount: 6005,
        fees: 120,
        exchange: {
          from: 'USD',
          to: 'XOF',
          rate: 600.5,
          amount: 6005,
          ...(kind !== 'public' && {
            margin: 90,
            margin_currency: 'XOF',
            margin_percent: 1.5,
            margin_payer: 'customer',
          }),
        },
        display: {
          currency: 'USD',
          amount: 10,
          fees: 0.35,
          amount_charged: 10.35,
          net_amount: 10,
          exchange_fee: 0,
          fees_under_minimum: false,
          rate: {
            value: 0.00166527893422148,
            per_unit: 600.5,
            at: '2025-01-15T06:00:00Z',
            source: 'origin',
          },
        },
      })
    }
  })

  it('has a margin of the merchant withheld from the net', async () => {
    const margin = { percent: '1.5', payer: 'merchant' } as const
    await setExchangeTerms(scene.service.database, dollar, { fee: none, margin })
    const seen = await priced(dollar, 'terminal', { amount: 10, currency: 'USD' })
    assert.deepEqual([seen.amount_charged, seen.net_amount, seen.fees], [6125, 5915, 120])
    assert.deepEqual([seen.exchange.margin, seen.exchange.margin_payer], [90, 'merchant'])
  })

  it('in XOF is not converted, and shown in the service’s currency: euros fixed, dollars at the rate', async () => {
    const inEuro = await priced(euro, 'secret', { amount: 1000 })
    assert.deepEqual([inEuro.exchange, inEuro.amount_charged], [null, 1020])
    assert.deepEqual(inEuro.display, {
      currency: 'EUR',
      amount: 1.52,
      fees: 0.03,
      amount_charged: 1.55,
      net_amount: 1.52,
      exchange_fee: 0,
      fees_under_minimum: false,
      rate: { value: 0.0015244901723741, per_unit: 655.957, at: null, source: 'fixed' },
    })
    const inDollar = await priced(dollar, 'secret', { amount: 1000 })
    const { rate, amount, fees, amount_charged } = inDollar.display
    assert.deepEqual([amount, fees, amount_charged], [1.67, 0.03, 1.7])
    assert.deepEqual([rate.source, rate.at], ['transaction', '2025-01-15T06:00:00Z'])
  })

  it('tells of real fees too small to be shown', async () => {
    const { display } = await priced(euro, 'secret', { amount: 100 })
    // 100 XOF are 0.15 EUR; 105 charged are 0.16. 2 XOF of fees and 3 of rounding are worth 0.0076 EUR.
    const { amount, fees, amount_charged, fees_under_minimum } = display
    assert.deepEqual([amount, fees, amount_charged, fees_under_minimum], [0.15, 0.01, 0.16, true])
  })

  it('keeps its display when the rate changes afterwards', async () => {
    const { database } = scene.service
    const made = await scene.accept({ amount: 1000 }, dollar.keys.secret)
    await addRate(database, 'USD', { xofPerUnit: '500', at: new Date('2025-02-01T00:00:00Z') })
    const path = `/v2/transactions/${made.json.data.id}`
    const read = await call(scene, { path, key: dollar.keys.secret })
    assert.deepEqual(read.json.data.display, made.json.data.display)
    const next = await scene.accept({ amount: 1000 }, dollar.keys.secret)
    assert.equal(next.json.data.display.rate.per_unit, 500)
  })
})
