import assert from 'node:assert/strict'
import { Pool } from 'pg'
import { createRequestCounters, purgeCounters } from '#db/rate-limit.ts'
import { onPool } from '#db/sql.ts'
import { createDatabase } from '#test/support/stack.ts'

describe('request counters', () => {
  let pool: Pool
  before(async function () {
    this.timeout(60_000)
    pool = new Pool({ connectionString: await createDatabase() })
  })
  after(() => pool?.end())

  it('callers who went away leave nothing behind, and those within their minute stay counted', async () => {
    const counters = createRequestCounters(pool, { perKeyPerMinute: 1, perIpPerMinute: 1 })
    await counters.consumeIp('192.0.2.1')
    await counters.consumeIp('192.0.2.2')
    await pool.query(`update request_limit set expire = expire - 61000 where key like '%192.0.2.1'`)
    await purgeCounters(onPool(pool))
    const left = await onPool(pool).rows<{ key: string }>('select key from request_limit')
    assert.deepEqual(
      left.map(({ key }) => key),
      ['ip:192.0.2.2'],
    )
    assert.equal((await counters.consumeIp('192.0.2.2')).allowed, false)
  })
})
