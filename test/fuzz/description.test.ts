import assert from 'node:assert/strict'
import fc from 'fast-check'
import { call, collectionCall, waitUntilFinal } from '#test/support/call.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { createLink } from '#test/support/payment-links.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'
import { type Known, requestsTo } from './requests.ts'

/** `FUZZ_CASES` and `FUZZ_SEED` in the environment look further; a failure prints the seed that finds it again. */
const cases = Number(process.env['FUZZ_CASES'] ?? 1500)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
const idsMax = 200

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
    known = {
      keys: tenants.flatMap(({ keys: each }) => Object.values(each)),
      ids: [json.data.id, terminalId, ...links.map(({ id }) => id)],
    }
  })
  after(() => service?.stop())

  it(`never get a 5xx, nor an answer that it does not describe (${cases} requests)`, async function () {
    this.timeout(600_000)
    const description = await (await fetch(`${service.baseUrl}/openapi.json`)).json()
    const seen = new Map<number, number>()
    const answeredAsDescribed = fc.asyncProperty(
      requestsTo(description, known),
      async (request) => {
        // `call` holds each answer to the envelope and to the description.
        const { status, json } = await call(service, request)
        assert.ok(status < 500 || status === 501, `${status} ${JSON.stringify(json)}`)
        seen.set(status, (seen.get(status) ?? 0) + 1)
        const id = json?.data?.id
        if (typeof id === 'string' && known.ids.length < idsMax) known.ids.push(id)
      },
    )
    await fc.assert(answeredAsDescribed, { numRuns: cases, seed, endOnFailure: true })
    for (const status of [200, 201, 202, 401, 403, 404, 422, 501]) {
      assert.ok(seen.has(status), `requests that reach ${status} are among them`)
    }
    assert.deepEqual(await checkInvariants(service.database), [])
  })
})
