import assert from 'node:assert/strict'
import type { Database } from '#db/connect.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { openDatabase } from '#test/support/service.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

const burst = 60

describe('a burst of one caller', () => {
  let api: ApiAlone
  /** Connections that are not the API's. */
  let aside: Database

  before(async () => {
    api = await startApiAlone()
    aside = await openDatabase(api.env.databaseUrl ?? '')
  })
  after(async () => {
    await aside?.close()
    await api?.stop()
  })

  it('that holds all the connections it may leaves some for others', async () => {
    const [busy, other] = [await createTenant(api.database), await createTenant(api.database)]
    const phone = freshPhone()
    const answered: string[] = []
    // Whoever has the turn of a number keeps all that ask it waiting, each in a transaction of its own.
    const turn = await aside.pool.connect()
    await turn.query(`select pg_advisory_lock(hashtextextended($1, 0))`, [`number ${phone}`])
    const requests = Array.from({ length: burst }, async () => {
      await call(api, collectionCall(busy.keys.secret, { phone }))
      answered.push('busy')
    })
    try {
      await eventually(async () => {
        const { rows } = await aside.pool.query(
          `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted`,
        )
        return rows[0].waiting >= 3
      }, 10_000)
      const { status } = await call(api, { path: '/v2/balance', key: other.keys.secret })
      assert.equal(status, 200)
      answered.push('other')
    } finally {
      turn.release(true)
      await Promise.allSettled(requests)
    }
    assert.equal(answered[0], 'other')
  })
})
