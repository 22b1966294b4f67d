import assert from 'node:assert/strict'
import { refusalOf } from '#test/support/api-scene.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { addRate } from '#test/support/tariffs.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('GET /v2/currencies', () => {
  const path = '/v2/currencies'

  const api = given(() => startApiAlone())
  const tenant = given(() => createTenant(api.database))
  before(async () => {
    await addRate(api.database, 'USD', { xofPerUnit: '565.25' })
    await addRate(api.database, 'GHS', { xofPerUnit: '46.15', at: inAnHour() })
  })

  it('lists the pivot, the fixed currencies, and the floating ones with a rate of today or before', async () => {
    const { json } = await call(api, { path, key: tenant.keys.secret })
    const codes = json.data.map(({ code }: { code: string }) => code)
    assert.deepEqual(codes, ['XOF', 'XAF', 'EUR', 'USD'])
    const { request_id: _, ...meta } = json.meta
    assert.deepEqual(meta, { has_more: false, next_cursor: null, limit: 4 })
  })

  it('describes each as ISO 4217 and the treaties do', async () => {
    const { json } = await call(api, { path, key: tenant.keys.public })
    assert.deepEqual(json.data[0], {
      id: 'XOF',
      object: 'currency',
      code: 'XOF',
      numeric_code: '952',
      name: 'franc CFA (BCEAO)',
      symbol: 'F\u00A0CFA',
      decimals: 0,
      rounding_step: 5,
      regime: 'pivot',
      parity: { currency: 'EUR', value: 655.957 },
      active: true,
    })
    const [, xaf, eur, usd] = json.data
    assert.deepEqual(xaf.parity, { currency: 'EUR', value: 655.957 })
    assert.deepEqual(eur.parity, { currency: 'XOF', value: 0.0015244901723741 })
    assert.deepEqual([usd.parity, usd.regime, usd.rounding_step], [null, 'floating', null])
    assert.deepEqual([eur.decimals, eur.regime, usd.numeric_code], [2, 'fixed', '840'])
  })

  it('tells every key the same', async () => {
    const answers = await Promise.all(
      Object.values(tenant.keys).map((key) => call(api, { path, key })),
    )
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.json.data, answers[0]?.json.data)
    }
  })

  it('takes no parameter, and no caller without a key', async () => {
    const named = await call(api, { path: `${path}?code=XOF`, key: tenant.keys.secret })
    assert.deepEqual(refusalOf(named), { status: 422, code: 'unknown_parameter', field: 'code' })
    assert.equal((await call(api, { path })).status, 401)
  })
})

function inAnHour(): Date {
  return new Date(Date.now() + 3_600_000)
}
