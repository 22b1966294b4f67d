import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { authorizeBank, authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import { addRate, addTariff, type Tariff } from '#test/support/tariffs.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'

const rounds = 15

describe('a payout takes precisely what was quoted', () => {
  const api = given(() => startApiAlone())
  before(async () => {
    await addRate(api.database, 'USD', { xofPerUnit: '565.2537' })
  })

  const tariffs: readonly (Tariff | undefined)[] = [
    undefined,
    { level: 'service', kind: 'percentage', value: '1.37', payer: 'merchant' },
    { level: 'channel', channel: 'api', kind: 'fixed', value: '53', payer: 'customer' },
  ]

  for (const mode of ['sandbox', 'live'] as const) {
    it(`${mode === 'live' ? 'by a bank' : 'by Mobile Money'}, whatever the tariff and the currency shown`, async () => {
      for (const [at, tariff] of tariffs.entries()) {
        const currency = (['XOF', 'EUR', 'USD'] as const satisfies readonly CurrencyCode[])[at]
        const tenant = await createTenant(api.database, { mode, ...(currency && { currency }) })
        if (tariff) await addTariff(api.database, tenant, { ...tariff, type: 'payout' })
        await giveBalance(api.database, tenant, 1_000_000_000)
        await compare(tenant)
      }
    })
  }

  async function compare(tenant: Tenant): Promise<void> {
    const isBank = tenant.mode === 'live'
    if (isBank) await authorizeBank(api.database, tenant)
    const target = isBank
      ? { provider: 'uba-benin' }
      : { provider: 'auto', phone: await authorizePhone(api.database, tenant) }
    const key = tenant.keys.secret
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 100, max: 2_000_000 }), async (amount) => {
        const body = { type: 'payout', amount, currency: 'XOF', ...target }
        const quote = await call(api, { method: 'POST', path: '/v2/quotes', key, body })
        assert.equal(quote.status, 200, quote.text)
        const payout = await call(api, payoutCall(key, { amount, ...target }))
        assert.equal(payout.status, 202, payout.text)
        const read = await call(api, { path: `/v2/transactions/${payout.json.data.id}`, key })
        for (const { json } of [payout, read]) {
          assert.deepEqual(pricedPart(json.data), pricedPart(quote.json.data))
          assert.equal(json.data.payment_method.type, quote.json.data.payment_method)
        }
      }),
      { numRuns: rounds },
    )
  }
})

function pricedPart(data: Readonly<Record<string, unknown>>) {
  const { type, mode, channel, provider, amount, currency, fees, exchange, display } = data
  const { amount_charged, charged_currency, net_amount, net_currency } = data
  const asked = { type, mode, channel, provider, amount, currency }
  const charged = { amount_charged, charged_currency, net_amount, net_currency }
  return { ...asked, ...charged, fees, exchange, display }
}
