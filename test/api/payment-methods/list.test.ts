import assert from 'node:assert/strict'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { addRate, addTariff } from '#test/support/tariffs.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('GET /v2/payment-methods', () => {
  const api = given(() => startApiAlone({ PUBLIC_URL: 'https://pay.example.com' }))
  const tenant = given(() => createTenant(api.database))
  const euro = given(() => createTenant(api.database, { currency: 'EUR' }))
  before(async () => {
    await addRate(api.database, 'USD', { xofPerUnit: '565.25' })
  })

  const list = async (query = '', key = tenant.keys.secret) =>
    call(api, { path: `/v2/payment-methods${query}`, key })
  const providers = async (query: string, key?: string): Promise<string[]> => {
    const { status, json, text } = await list(query, key)
    assert.equal(status, 200, text)
    assert.equal(json.meta.limit, json.data.length)
    return json.data.map(({ provider }: { provider: string }) => provider)
  }
  const all = ['mtn-benin', 'moov-benin', 'card-sandbox', 'direct-debit-sandbox']

  it('describes each method open to the caller, whatever its key', async () => {
    for (const key of Object.values(tenant.keys)) {
      const { json } = await list('', key)
      assert.deepEqual(json.meta, {
        request_id: json.meta.request_id,
        has_more: false,
        next_cursor: null,
        limit: 4,
      })
      const { prefixes, ...phone } = json.data[0].phone
      assert.ok(prefixes.includes('0197') && prefixes.length === 19)
      assert.deepEqual(phone, { length: 10, prefix_length: 4, country_code: '229' })
      const { logo_url, phone: _, ...method } = json.data[0]
      assert.match(logo_url, /^https:\/\/pay\.example\.com\/assets\/mtn-benin\.[0-9a-f]{16}\.svg$/)
      assert.deepEqual(method, {
        id: 'mtn-benin',
        object: 'payment_method',
        provider: 'mtn-benin',
        name: 'MTN Mobile Money',
        type: 'mobile_money',
        network: 'mtn',
        country: 'BJ',
        currency: 'XOF',
        decimals: 0,
        currencies: ['XOF'],
        min_amount: 100,
        max_amount: 2_000_000,
        display_currency: 'XOF',
        display_min_amount: 100,
        display_max_amount: 2_000_000,
        fees_preview: { kind: 'percentage', value: 2, payer: 'customer' },
      })
    }
  })

  it('describes cards and direct debits: no network before there is a card, no number where none is asked for', async () => {
    const { json } = await list()
    const [, , card, debit] = json.data
    assert.deepEqual([card.type, card.network, card.phone], ['card', null, null])
    assert.deepEqual([card.name, card.country, card.currency], ['Carte bancaire', 'BJ', 'XOF'])
    assert.deepEqual([debit.type, debit.network], ['direct_debit', null])
    const anyNumber = { length: 10, prefix_length: 4, prefixes: [], country_code: '229' }
    assert.deepEqual(debit.phone, anyNumber)
    for (const { min_amount, max_amount, fees_preview, logo_url } of [card, debit]) {
      assert.deepEqual([min_amount, max_amount], [100, 2_000_000])
      assert.deepEqual(fees_preview, { kind: 'percentage', value: 2, payer: 'customer' })
      assert.match(logo_url, /\/assets\/[a-z-]+\.[0-9a-f]{16}\.svg$/)
    }
  })

  it('shows the limits in the currency of the service, the smallest rounded up, the largest down', async () => {
    const { json } = await list('', euro.keys.public)
    const { currencies, display_currency, display_min_amount, display_max_amount } = json.data[0]
    assert.deepEqual(currencies, ['XOF', 'EUR'])
    assert.deepEqual([display_currency, display_min_amount], ['EUR', 0.16])
    assert.equal(display_max_amount, 3048.98)
    assert.deepEqual([json.data[0].min_amount, json.data[0].max_amount], [100, 2_000_000])
  })

  it('falls back to XOF while the currency of the service has no rate', async () => {
    const { keys } = await createTenant(api.database, { currency: 'MAD' })
    const { json } = await list('', keys.secret)
    assert.deepEqual([json.data[0].display_currency, json.data[0].currencies], ['XOF', ['XOF']])
    assert.deepEqual(await providers('?amount=1000', keys.secret), all)
    assert.deepEqual(await providers('?amount=1000&currency=MAD', keys.secret), [])
  })

  it('is empty in live mode where there is no account at an operator', async () => {
    const { keys } = await createTenant(api.database, { mode: 'live' })
    assert.deepEqual(await providers('', keys.secret), [])
    assert.deepEqual(await providers('?amount=1000', keys.public), [])
  })

  it('previews the general commission of each operator, not that of a channel', async () => {
    const own = await createTenant(api.database)
    const tariff = { kind: 'percentage', payer: 'merchant' } as const
    await addTariff(api.database, own, { ...tariff, level: 'channel', channel: 'api', value: '9' })
    await addTariff(api.database, own, { ...tariff, level: 'terminal', value: '8' })
    await addTariff(api.database, own, { ...tariff, level: 'service', value: '1.75' })
    await addTariff(api.database, own, {
      level: 'service',
      provider: 'moov-benin',
      kind: 'fixed',
      value: '25',
      payer: 'customer',
    })
    for (const key of Object.values(own.keys)) {
      const { json } = await list('', key)
      const previews = json.data.map(({ fees_preview }: Record<string, unknown>) => fees_preview)
      assert.deepEqual(previews, [
        { kind: 'percentage', value: 1.75, payer: 'merchant' },
        { kind: 'fixed', value: 25, payer: 'customer' },
        { kind: 'percentage', value: 1.75, payer: 'merchant' },
        { kind: 'percentage', value: 1.75, payer: 'merchant' },
      ])
    }
  })

  it('with an amount gives only the methods that take it', async () => {
    for (const taken of ['100', '2000000', '1e3', '1000.00']) {
      assert.deepEqual(await providers(`?amount=${taken}`), all, taken)
    }
    for (const refused of ['99', '2000001']) {
      assert.deepEqual(await providers(`?amount=${refused}`), [], refused)
    }
    assert.deepEqual(await providers('?amount=0.16', euro.keys.secret), all)
    assert.deepEqual(await providers('?amount=0.15', euro.keys.secret), [])
    assert.deepEqual(await providers('?amount=100&currency=XOF', euro.keys.secret), all)
  })

  it('takes another currency than those of operator and service from a page only', async () => {
    assert.deepEqual(await providers('?currency=USD'), [])
    assert.deepEqual(await providers('?currency=USD&amount=10'), [])
    assert.deepEqual(await providers('?currency=USD', tenant.keys.public), all)
    assert.deepEqual(await providers('?currency=USD&amount=10', tenant.keys.public), all)
    assert.deepEqual(await providers('?currency=KES', tenant.keys.public), [])
    assert.deepEqual(await providers('?currency=EUR', euro.keys.secret), all)
  })

  it('with a country gives only the methods of that country', async () => {
    assert.deepEqual(await providers('?country=BJ'), all)
    assert.deepEqual(await providers('?country=TG'), [])
    assert.deepEqual(await providers('?country=TG&amount=1000&currency=XOF'), [])
  })

  it('refuses parameters that are wrong, empty, repeated or unknown', async () => {
    const refused: Readonly<Record<string, [string, string]>> = {
      '?amount=abc': ['invalid_amount', 'amount'],
      '?amount=0': ['invalid_amount', 'amount'],
      '?amount=-5': ['invalid_amount', 'amount'],
      '?amount=': ['invalid_amount', 'amount'],
      '?amount=12.5': ['invalid_amount', 'amount'],
      '?amount=12.5&currency=XOF': ['invalid_amount', 'amount'],
      '?amount=1,000': ['invalid_amount', 'amount'],
      '?amount=100&amount=100': ['invalid_parameter', 'amount'],
      '?currency=xof': ['invalid_currency', 'currency'],
      '?currency=': ['invalid_currency', 'currency'],
      '?country=bj': ['invalid_country', 'country'],
      '?country=ZZ': ['invalid_country', 'country'],
      '?country=': ['invalid_country', 'country'],
      '?country=BJ&country=BJ': ['invalid_parameter', 'country'],
      '?provider=mtn-benin': ['unknown_parameter', 'provider'],
    }
    for (const [query, [code, field]] of Object.entries(refused)) {
      const answer = await list(query)
      assert.deepEqual(refusalOf(answer), { status: 422, code, field }, query)
      assert.deepEqual(refusedFields(answer), { [field]: code })
    }
    const several = await list('?amount=0&currency=ABC&country=ZZ&page=2')
    assert.deepEqual(refusedFields(several), {
      amount: 'invalid_amount',
      currency: 'invalid_currency',
      country: 'invalid_country',
      page: 'unknown_parameter',
    })
  })
})
