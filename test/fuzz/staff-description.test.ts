import assert from 'node:assert/strict'
import { staffRoles } from '#domain/people/staff-roles.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { payFor } from '#test/support/paid.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { atDesk } from '#test/support/staff.ts'
import { createTenant } from '#test/support/tenant.ts'
import { askAnything, cases } from './answers.ts'
import type { Known } from './requests.ts'

const sessions = 9

describe('requests made from the description of the staff desk’s API', () => {
  let service: TestService
  before(async () => (service = await startTestService()))
  after(() => service?.stop())

  it(`never get a 5xx, nor an answer that it does not describe (${cases} requests)`, async function () {
    this.timeout(600_000)
    const { database, baseUrl } = service
    const { keys, serviceId } = await createTenant(database)
    const { transaction } = await payFor(service, { mode: 'sandbox' })
    const known: Known = {
      keys: [keys.secret],
      ids: [transaction.id, serviceId, 'mtn-benin', 'moov-benin'],
    }
    /** A place in the list of keys whose session has ended gets another one. */
    const logIn = async (at: number): Promise<void> => {
      const desk = await atDesk(database, staffRoles[at % staffRoles.length] ?? 'agent')
      known.keys[at] = desk.token
      known.ids[at + 3] = desk.member.id
    }
    for (let at = 1; at <= sessions; at += 1) await logIn(at)
    const seen = await askAnything({
      baseUrl,
      description: '/staff/openapi.json',
      known,
      async after({ key }, { json }) {
        const at = known.keys.indexOf(key ?? '')
        const hasEnded = json?.error?.code === 'session_required'
        if (at > 0 && hasEnded) await logIn(at)
      },
    })
    for (const status of [200, 201, 401, 403, 404, 409, 422]) {
      assert.ok(seen.has(status), `requests that reach ${status} are among them`)
    }
    assert.deepEqual(await checkInvariants(database), [])
  })
})
