import assert from 'node:assert/strict'
import { refusalOf } from '#test/support/api-scene.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { call, type Call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('the refund and event routes, not yet available', () => {
  const api = given(() => sharedApiAlone())
  const tenant = given(() => createTenant(api.database))

  const id = '0195a5c4-7a51-7000-8000-000000000001'
  const requests: readonly Call[] = [
    { method: 'POST', path: '/v2/refunds' },
    { method: 'POST', path: '/v2/refunds', body: {} },
    { method: 'POST', path: '/v2/refunds', body: { payment_id: id, amount: 100 } },
    { path: `/v2/refunds/${id}` },
    { path: '/v2/refunds/anything' },
    { path: '/v2/events' },
    { path: '/v2/events?limit=5&type=payment.success' },
    { path: `/v2/events/${id}` },
  ]

  for (const request of requests) {
    const told = `${request.method ?? 'GET'} ${request.path} ${JSON.stringify(request.body) ?? ''}`
    it(`${told} is 501 for the secret key, 403 for others, 401 for nobody`, async () => {
      const { secret, ...others } = tenant.keys
      const answer = await call(api, { ...request, key: secret })
      assert.deepEqual(refusalOf(answer), { status: 501, code: 'not_implemented' })
      assert.equal(answer.json.error.type, 'not_implemented')
      for (const key of Object.values(others)) {
        const refused = refusalOf(await call(api, { ...request, key }))
        assert.deepEqual(refused, { status: 403, code: 'secret_key_required' })
      }
      const nobody = refusalOf(await call(api, request))
      assert.deepEqual(nobody, { status: 401, code: 'missing_api_key' })
    })
  }

  it('still say which methods they take, and whether a body is JSON', async () => {
    const key = tenant.keys.secret
    const removed = await call(api, { method: 'DELETE', path: `/v2/refunds/${id}`, key })
    assert.equal(removed.status, 405)
    assert.equal(removed.headers.get('Allow'), 'GET, HEAD, OPTIONS')
    const broken = await call(api, { method: 'POST', path: '/v2/refunds', key, body: '{"amount":' })
    assert.deepEqual(refusalOf(broken), { status: 400, code: 'invalid_json' })
  })
})
