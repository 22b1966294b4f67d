import assert from 'node:assert/strict'
import { call, collectionCall, waitUntilFinal } from '#test/support/call.ts'
import { createdCheckout } from '#test/support/checkouts.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { createLink } from '#test/support/payment-links.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'
import { askAnything, cases } from './answers.ts'
import type { Known } from './requests.ts'

describe('requests made from the description of the API', () => {
  let service: TestService
  let known: Known

  before(async () => {
    service = await startTestService()
    const tenants = [
      await createTenant(service.database),
      await createTenant(service.database, { mode: 'live', currency: 'EUR' }),
    ]
    const [tenant] = tenants as [(typeof tenants)[number]]
    const { keys, terminalId } = tenant
    const { json } = await call(service, collectionCall(keys.terminal))
    await waitUntilFinal(service, keys.secret, json.data.id)
    const links = [
      await createLink(service.database, tenant),
      await createLink(service.database, tenant, { price: null, maxPayments: 2 }),
    ]
    const checkoutId = await createdCheckout(service, keys.terminal)
    known = {
      keys: tenants.flatMap(({ keys: each }) => Object.values(each)),
      ids: [json.data.id, terminalId, checkoutId, ...links.map(({ id }) => id)],
    }
  })
  after(() => service?.stop())

  it(`never get a 5xx, nor an answer that it does not describe (${cases} requests)`, async function () {
    this.timeout(600_000)
    const { baseUrl } = service
    const seen = await askAnything({ baseUrl, description: '/openapi.json', known })
    for (const status of [200, 201, 202, 401, 403, 404, 422]) {
      assert.ok(seen.has(status), `requests that reach ${status} are among them`)
    }
    assert.deepEqual(await checkInvariants(service.database), [])
  })
})
