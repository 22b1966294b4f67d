import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { type CurrencyCode, decimalsOf } from '#domain/money/currency.ts'
import { money, toNumber } from '#domain/money/money.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { cardCall, cards } from '#test/support/cards.ts'
import { given } from '#test/support/given.ts'
import {
  addRate,
  addTariff,
  type ExchangeTerms,
  setExchangeTerms,
  type Tariff,
} from '#test/support/tariffs.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'

describe('a collection charges precisely what was quoted', () => {
  const api = given(() => startApiAlone())
  before(async () => {
    for (const [currency, xofPerUnit] of Object.entries(rates)) {
      await addRate(api.database, currency, { xofPerUnit })
    }
  })

  const rates = { USD: '565.2537', GNF: '0.0652', TND: '181.337' }
  const currencies: readonly CurrencyCode[] = ['XOF', 'EUR', 'USD', 'GNF', 'TND']
  const kinds: readonly KeyKind[] = ['secret', 'public', 'terminal', 'session']
  const byCustomer: Tariffs = {
    exchange: {
      fee: { percent: '1.1', payer: 'merchant' },
      margin: { percent: '2.35', payer: 'customer' },
    },
    tariffs: [
      { level: 'channel', channel: 'api', kind: 'percentage', value: '1.93', payer: 'customer' },
      { level: 'channel', channel: 'widget', kind: 'fixed', value: '37', payer: 'customer' },
      { level: 'terminal', kind: 'percentage', value: '0.77', payer: 'customer' },
    ],
  }
  const byMerchant: Tariffs = {
    exchange: {
      fee: { percent: '0.9', payer: 'customer' },
      margin: { percent: '1.65', payer: 'merchant' },
    },
    tariffs: [
      { level: 'service', kind: 'fixed', value: '53', payer: 'merchant' },
      { level: 'channel', channel: 'shop', kind: 'percentage', value: '3.3', payer: 'merchant' },
      { level: 'channel', channel: 'pos', kind: 'percentage', value: '2.21', payer: 'merchant' },
    ],
  }

  for (const serviceCurrency of currencies) {
    for (const [payer, terms] of Object.entries({ customer: byCustomer, merchant: byMerchant })) {
      it(`when the service shows ${serviceCurrency} and the ${payer} pays the fees`, async () => {
        const tenant = await createTenant(api.database, { currency: serviceCurrency })
        await agree(api, tenant, terms)
        for (const kind of kinds) await compare(api, tenant, { kind, serviceCurrency, payer })
      })
    }
  }

  it('at once with others, and however often it is asked', async () => {
    const tenant = await createTenant(api.database, { currency: 'USD' })
    await agree(api, tenant, byCustomer)
    const body = { amount: 23.17, currency: 'USD', provider: 'mtn-benin' }
    const key = tenant.keys.secret
    const asked = [...Array(6).keys()].map(() =>
      call(api, { method: 'POST', path: '/v2/quotes', key, body }),
    )
    const made = [...Array(6).keys()].map(() => call(api, collectionCall(key, body)))
    const answers = await Promise.all([...asked, ...made])
    const seen = new Set(answers.map(({ json }) => JSON.stringify(pricedPart(json.data))))
    assert.equal(seen.size, 1)
  })

  it('by the latest of two tariffs that reach equally far', async () => {
    const tenant = await createTenant(api.database)
    const tariff = { level: 'service', kind: 'fixed', payer: 'customer' } as const
    for (const [value, day] of [
      ['40', '02'],
      ['15', '04'],
      ['60', '03'],
      ['20', '01'],
    ] as const) {
      const createdAt = new Date(`2025-01-${day}T00:00:00Z`)
      await addTariff(api.database, tenant, { ...tariff, value, createdAt })
    }
    const key = tenant.keys.secret
    const { json } = await call(api, collectionCall(key))
    assert.equal(json.data.amount_charged, 1015)
    await compare(api, tenant, { kind: 'secret', serviceCurrency: 'XOF', payer: 'customer' })
  })
})

interface Tariffs {
  readonly exchange: ExchangeTerms
  readonly tariffs: readonly Tariff[]
}

async function agree({ database }: ApiAlone, tenant: Tenant, terms: Tariffs): Promise<void> {
  await setExchangeTerms(database, tenant, terms.exchange)
  for (const tariff of terms.tariffs) await addTariff(database, tenant, tariff)
}

interface Case {
  readonly kind: KeyKind
  readonly serviceCurrency: CurrencyCode
  readonly payer: string
}

const methods = ['mobile_money', 'card', 'direct_debit'] as const

/** Asks for a quote, then for the payment, then reads it: the three must tell the same. */
async function compare(api: ApiAlone, tenant: Tenant, given: Case): Promise<void> {
  const key = tenant.keys[given.kind]
  const currencies = new Set(['XOF' as const, given.serviceCurrency])
  const cases = [...currencies].flatMap((currency) =>
    methods.map((method) => ({ currency, method })),
  )
  for (const { currency, method } of cases) {
    const payer = method === 'card' ? {} : { phone: freshPhone() }
    const price = { ...amountIn(currency), currency, provider: 'auto', payment_method: method }
    const body = { ...price, ...payer }
    const told = JSON.stringify({ ...given, ...body })
    const quote = await call(api, { method: 'POST', path: '/v2/quotes', key, body })
    assert.equal(quote.status, 200, `${told} ${quote.text}`)
    const paid = method === 'card' ? cardCall(key, cards.visa, price) : collectionCall(key, body)
    const collection = await call(api, paid)
    assert.equal(collection.status, 202, `${told} ${collection.text}`)
    const { id } = collection.json.data
    const read = await call(api, { path: `/v2/transactions/${id}`, key })
    const { data } = quote.json
    for (const transaction of [collection.json.data, read.json.data]) {
      assert.deepEqual(pricedPart(transaction), pricedPart(data), told)
      assert.equal(transaction.payment_method.type, method)
      assert.equal(data.payment_method, method)
      const { net_amount, net_currency } = transaction
      assert.deepEqual([data.net_amount, data.net_currency], [net_amount, net_currency])
    }
    assert.equal(data.fees.payer, given.payer, told)
  }
}

/** Some price worth 600 to 600 000 XOF, with all the decimals of its currency. */
function amountIn(currency: CurrencyCode): { readonly amount: number } {
  const xofPerUnit = { XOF: 1, EUR: 655.957, USD: 565.2537, GNF: 0.0652, TND: 181.337 }
  const unit = xofPerUnit[currency as keyof typeof xofPerUnit]
  const [xof = 0] = fc.sample(fc.integer({ min: 600, max: 600_000 }), 1)
  const minor = BigInt(Math.round((xof / unit) * 10 ** decimalsOf(currency)))
  return { amount: toNumber(money(minor, currency)) }
}

function pricedPart(data: Readonly<Record<string, unknown>>) {
  const { type, mode, channel, provider, amount, currency, fees, exchange, display } = data
  const { amount_charged, charged_currency } = data
  const asked = { type, mode, channel, provider, amount, currency }
  return { ...asked, fees, exchange, display, amount_charged, charged_currency }
}
