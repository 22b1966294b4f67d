import assert from 'node:assert/strict'
import { defaultAge, listRateAges, setRateAge } from '#use-cases/rates/ages.ts'
import { money } from '#domain/money/money.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { createLink } from '#test/support/payment-links.ts'
import { PayerBrowser, wordsOf } from '#test/support/payer.ts'
import { addRate } from '#test/support/tariffs.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'

const hourMs = 3_600_000

describe('a rate that is too old', () => {
  let api: ApiAlone
  let tenant: Tenant
  before(async () => {
    api = await startApiAlone()
    tenant = await createTenant(api.database, { currency: 'USD' })
    const at = new Date(Date.now() - 100 * hourMs)
    await addRate(api.database, 'USD', { xofPerUnit: '600', at })
    await addRate(api.database, 'GHS', { xofPerUnit: '46', at })
  })
  after(() => api?.stop())

  const sell = () => call(api, collectionCall(tenant.keys.secret, { amount: 10, currency: 'USD' }))
  const quote = () =>
    call(api, {
      method: 'POST',
      path: '/v2/quotes',
      key: tenant.keys.secret,
      body: { amount: 10, currency: 'USD', provider: 'mtn-benin' },
    })
  const offered = async (): Promise<string[]> => {
    const { json } = await call(api, { path: '/v2/currencies', key: tenant.keys.secret })
    return json.data.map(({ code }: { code: string }) => code)
  }
  const refused = { status: 422, code: 'exchange_rate_unavailable' }

  it('takes its currency from quotes, payments, lists and payment pages, and a new one brings it back', async () => {
    const link = await createLink(api.database, tenant, {
      price: money(1000n, 'USD'),
      currency: 'USD',
    })
    const page = async () => new PayerBrowser(api).get(`/sandbox/pay/${link.id}`)
    assert.deepEqual(
      [(await sell()).status, (await quote()).status, (await page()).status],
      [202, 200, 200],
    )
    await setRateAge(api.database, { currency: 'USD', hours: 99 })
    assert.deepEqual(refusalOf(await sell()), refused)
    const answer = await quote()
    assert.deepEqual(refusalOf(answer), refused)
    assert.match(answer.json.error.message, /Aucun taux de change n’est disponible/)
    const rate = await call(api, {
      path: '/v2/exchange-rates?from=USD&to=XOF',
      key: tenant.keys.secret,
    })
    assert.deepEqual(refusalOf(rate), refused)
    const currencies = await offered()
    assert.ok(!currencies.includes('USD') && currencies.includes('GHS'))
    const old = await page()
    assert.equal(old.status, 422)
    assert.match(wordsOf(old), /Aucun taux de change n’est disponible/)
    await addRate(api.database, 'USD', { xofPerUnit: '610', at: new Date() })
    await setRateAge(api.database, { currency: 'USD', hours: 99 })
    assert.equal((await quote()).json.data.exchange.rate, 610)
    assert.equal((await page()).status, 200)
  })

  it('is judged by the age of its currency, or by that of all others', async () => {
    assert.ok((await offered()).includes('GHS'))
    await setRateAge(api.database, { currency: defaultAge, hours: 1 })
    assert.ok((await offered()).includes('GHS'), 'it has an age of its own')
    await setRateAge(api.database, { currency: 'GHS', hours: 99 })
    assert.ok(!(await offered()).includes('GHS'))
    const ages = await listRateAges(api.database)
    assert.deepEqual(Object.fromEntries(ages.map(({ currency, hours }) => [currency, hours])), {
      GHS: 99,
      USD: 99,
      [defaultAge]: 1,
    })
  })
})
