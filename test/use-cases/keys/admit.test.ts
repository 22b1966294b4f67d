import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { everyKey } from '#test/http/toy-service.ts'
import { sharedService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'
import { admitKey } from '#use-cases/keys/admit.ts'
import type { Database } from '#db/connect.ts'

describe('the admission of a request with a key', () => {
  let database: Database
  const limits = { perKeyPerMinute: 1, perIpPerMinute: 3 }

  before(async function () {
    this.timeout(60_000)
    database = (await sharedService()).database
  })

  it('counts the key at its address, and nothing for kinds that may not ask, for nobody, or beyond the limit of the address', async () => {
    const { keys, serviceEnvId } = await createTenant(database)
    const address = randomUUID()
    const admit = (token: string, kinds = everyKey as readonly (typeof everyKey)[number][]) =>
      admitKey(database, limits, { token, address, kinds })
    const other = await admit(keys.secret, ['public'])
    assert.deepEqual([other.holder?.serviceEnvId, other.key], [serviceEnvId, null])
    const unknown = await admit('SKSANDBOX_unknown')
    assert.deepEqual([unknown.address.allowed, unknown.holder, unknown.key], [true, null, null])
    const first = await admit(keys.secret)
    assert.deepEqual([first.address.allowed, first.key?.allowed], [true, true])
    const late = await admit(keys.secret)
    assert.deepEqual([late.address.allowed, late.holder, late.key], [false, null, null])
    assert.ok(late.address.retryAfterSeconds > 0 && late.address.retryAfterSeconds <= 60)
    const elsewhere = { token: keys.secret, address: randomUUID(), kinds: everyKey }
    assert.equal((await admitKey(database, limits, elsewhere)).key?.allowed, true)
    assert.equal((await admitKey(database, limits, elsewhere)).key?.allowed, false)
  })
})
