import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
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

  /** Keeps all who read this table waiting, until they are let go. */
  async function locked(table: string) {
    const holder = await aside.pool.connect()
    await holder.query('begin')
    await holder.query(`lock table ${table} in access exclusive mode`)
    const isWaitedFor = () =>
      eventually(async () => {
        const { rows } = await aside.pool.query(
          `select count(*)::int as waiting from pg_locks
           where relation = $1::regclass and not granted`,
          [table],
        )
        return rows[0].waiting >= 1
      }, 10_000)
    return { isWaitedFor, letGo: () => holder.release(true) }
  }

  it('that opens many pages at once leaves connections for others', async () => {
    const other = await createTenant(api.database)
    const links = await locked('payment_link')
    const answered: string[] = []
    const pages = Array.from({ length: burst }, async () => {
      const page = await fetch(`${api.baseUrl}/sandbox/pay/${randomUUID()}`)
      await page.text()
      answered.push('page')
      return page.status
    })
    const reads = Array.from({ length: burst }, async () => {
      const { status } = await call(api, { path: `/v2/payment-links/${randomUUID()}` })
      answered.push('read')
      return status
    })
    try {
      await links.isWaitedFor()
      const { status } = await call(api, { path: '/v2/balance', key: other.keys.secret })
      assert.equal(status, 200)
      // Some may have given up waiting; the others had to be answered first, if they held all connections.
      assert.ok(answered.length < burst / 2, String(answered.length))
    } finally {
      links.letGo()
      await Promise.allSettled([...pages, ...reads])
    }
  })

  it('that exports many times at once waits for its own: some at once, some in line, the rest refused', async () => {
    const merchant = await createPortalMerchant(api.database)
    const neighbour = await createPortalMerchant(api.database)
    const [reader, other] = [await portalReader(api, merchant), await portalReader(api, neighbour)]
    const payments = await locked('transaction')
    const ends: number[] = []
    const exports = Array.from({ length: 30 }, async () => {
      const { status } = await reader.get('/portail/transactions/export')
      ends.push(status)
      return status
    })
    try {
      await eventually(() => Promise.resolve(ends.length === 20), 30_000)
      assert.deepEqual(new Set(ends), new Set([429]))
      assert.equal((await other.get('/portail/compte')).status, 200)
      assert.equal((await reader.get('/portail/compte')).status, 200)
      assert.equal(ends.length, 20)
    } finally {
      payments.letGo()
      await Promise.allSettled(exports)
    }
    assert.equal(ends.filter((status) => status === 200).length, 10)
    assert.equal((await reader.get('/portail/transactions/export')).status, 200)
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
