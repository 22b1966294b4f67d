import assert from 'node:assert/strict'
import { given } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { startTestService } from '#test/support/service.ts'
import { askAnything, assertReached, cases } from './answers.ts'
import { merchantScene } from './scenes.ts'

describe('requests made from the description of the API', () => {
  const service = given(() => startTestService())

  it(`never get a 5xx, nor an answer that it does not describe (${cases} requests)`, async function () {
    this.timeout(600_000)
    const seen = await askAnything(await merchantScene(service))
    assertReached(seen, [200, 201, 202, 401, 403, 404, 422])
    assert.deepEqual(await checkInvariants(service.database), [])
  })
})
