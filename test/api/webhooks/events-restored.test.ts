import assert from 'node:assert/strict'
import { markRestored } from '#db/installation.ts'
import { onPool } from '#db/sql.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { payFor } from '#test/support/paid.ts'
import { createKey, createTenant } from '#test/support/tenant.ts'

describe('GET /v2/events after the database was restored to an earlier moment', () => {
  const api = given(() => startApiAlone())

  it('refuses a place in what was lost, even once as much has happened again: nothing is passed over', async () => {
    const { merchant } = await payFor(api, { mode: 'sandbox' })
    const owner = { ...(await createTenant(api.database)), serviceEnvId: merchant.serviceEnvId }
    const key = await createKey(api.database, owner, 'secret')
    const read = async (search = '') => {
      const headers = { 'Service-Version': '2.6.0' }
      return call(api, { path: `/v2/events${search}`, key, headers })
    }
    const before = await eventually(async () => {
      const answer = await read()
      return answer.json.data.length > 0 && answer
    })
    const { next_cursor: place } = before.json.meta
    assert.deepEqual((await read(`?after=${place}`)).json.data, [])
    await markRestored(api.database.pool)
    // What happens from now on has the number of a transaction that was lost, and lies before that place.
    await onPool(api.database.pool).rows(
      `update event set recorded_in = '5' where service_env_id = $1`,
      [merchant.serviceEnvId],
    )
    const refused = refusalOf(await read(`?after=${place}`))
    assert.deepEqual(refused, { status: 422, code: 'invalid_cursor', field: 'after' })
    const after = await read()
    assert.equal(after.json.data.length, 1)
    assert.equal((await read(`?after=${after.json.meta.next_cursor}`)).status, 200)
  })
})
