import assert from 'node:assert/strict'
import { checkInvariants } from '#test/support/invariants.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { askAnything, cases } from './answers.ts'
import { merchantScene } from './scenes.ts'

describe('requests made from the description of the API', () => {
  let service: TestService
  before(async () => (service = await startTestService()))
  after(() => service?.stop())

  it(`never get a 5xx, nor an answer that it does not describe (${cases} requests)`, async function () {
    this.timeout(600_000)
    const seen = await askAnything(await merchantScene(service))
    for (const status of [200, 201, 202, 401, 403, 404, 422]) {
      assert.ok(seen.has(status), `requests that reach ${status} are among them`)
    }
    assert.deepEqual(await checkInvariants(service.database), [])
  })
})
