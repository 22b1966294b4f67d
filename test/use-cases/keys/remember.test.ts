import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createRequestTally } from '#db/request-tally.ts'
import { countRequest } from '#db/rate-limit.ts'
import { admitKey } from '#use-cases/keys/admit.ts'
import { createKeyDoor } from '#use-cases/keys/remember.ts'
import { replaceApiKey } from '#use-cases/keys/replace.ts'
import { everyKey } from '#test/http/toy-service.ts'
import { eventually } from '#test/support/call.ts'
import { countStatements } from '#test/support/count-statements.ts'
import { given } from '#test/support/given.ts'
import { openBooks } from '#test/support/books.ts'
import { createTenant } from '#test/support/tenant.ts'

const wide = { perKeyPerMinute: 1_000_000, perIpPerMinute: 1_000_000 }

describe('a door that remembers keys', () => {
  const books = given(() => openBooks(5))

  /** A door that hears of changes, and a key that it has let in. */
  async function doorFor(limits = wide) {
    const { database } = books
    const { keys, serviceEnvId } = await createTenant(database)
    const tally = createRequestTally(database.pool)
    const door = createKeyDoor(database, limits, tally)
    const request = { token: keys.secret, address: randomUUID(), kinds: everyKey }
    const admit = () => door(request)
    await admit()
    await eventually(async () => database.wake.hear('nothing', () => {}).isUp())
    await admit()
    return { door, tally, admit, request, serviceEnvId }
  }

  it('asks the books nothing about a key that it let in a moment ago, and gives the same answer', async () => {
    const { tally, admit, request } = await doorFor()
    const statements = countStatements(books.database.pool)
    for (let at = 0; at < 20; at += 1) await admit()
    const asked = statements.take()
    // Time may pass between them, and what was counted is handed over: never one for each.
    assert.ok(asked.length <= 6, `${asked.length} statements`)
    const remembered = await admit()
    await tally.close()
    const fresh = await admitKey(books.database, wide, request)
    assert.deepEqual(remembered.holder, fresh.holder)
    assert.equal(fresh.key?.left, (remembered.key?.left ?? 0) - 1)
    assert.equal(fresh.address.left, remembered.address.left - 1)
  })

  it('lets nobody in by a key that was replaced, not even for the rest of the second', async () => {
    const { admit, serviceEnvId } = await doorFor()
    assert.ok((await admit()).holder !== null)
    const place = { id: serviceEnvId, mode: 'sandbox' } as const
    const wish = { kind: 'secret', oldWorkSeconds: 0, scopes: [] } as const
    await replaceApiKey(books.database, place, wish)
    assert.equal((await admit()).holder, null)
  })

  it('hears of a key that another process has ended', async () => {
    const { admit, serviceEnvId } = await doorFor()
    assert.ok((await admit()).holder !== null)
    await books.rows(
      'update api_key set revoked_at = now() where service_env_id = $1',
      serviceEnvId,
    )
    await eventually(async () => (await admit()).holder === null)
  })

  it('lets in exactly as many as the limit says, whatever part it counts ahead', async () => {
    const { admit, tally } = await doorFor({ perKeyPerMinute: 64, perIpPerMinute: 1_000_000 })
    const decisions = []
    for (let at = 2; at < 80; at += 1) decisions.push((await admit()).key)
    assert.equal(decisions.filter((decision) => decision?.allowed === true).length, 62)
    assert.deepEqual(
      decisions.map((decision) => decision?.left),
      decisions.map((_, at) => Math.max(0, 61 - at)),
    )
    await tally.close()
  })

  it('counts no other kind of key than may ask', async () => {
    const { door, request } = await doorFor()
    const { holder, key } = await door({ ...request, kinds: ['public'] })
    assert.ok(holder !== null)
    assert.equal(key, null)
  })

  describe('counts ahead of the books', () => {
    it('a sixteenth of a limit at most, nothing in its last quarter, and nothing that it has not heard of for a second', async () => {
      let now = 0
      const { pool } = books.database
      const tally = createRequestTally(pool, () => now)
      const limit = { key: `ip:${randomUUID()}`, max: 160 }
      const ahead = (points: number) => {
        tally.learn(limit, { points, seconds: 60 })
        let counted = 0
        while (tally.count([limit]) !== undefined) counted += 1
        return counted
      }
      assert.equal(tally.count([limit]), undefined)
      assert.equal(ahead(1), 10)
      assert.equal(ahead(1), 0)
      const late = { ...limit, key: `ip:${randomUUID()}` }
      tally.learn(late, { points: 118, seconds: 60 })
      assert.deepEqual(
        [1, 2, 3].map(() => tally.count([late])?.[0]?.left),
        [41, 40, undefined],
      )
      const old = { ...limit, key: `ip:${randomUUID()}` }
      tally.learn(old, { points: 1, seconds: 60 })
      now = 1000
      assert.equal(tally.count([old]), undefined)
      await tally.close()
    })

    it('what two doors have counted is in the books, each once', async () => {
      const { pool } = books.database
      const limit = { key: `ip:${randomUUID()}`, max: 1600 }
      const counted = { points: 1, seconds: 60 }
      await countRequest(pool, limit.key, limit.max)
      const tallies = [createRequestTally(pool), createRequestTally(pool)]
      for (const tally of tallies) {
        tally.learn(limit, counted)
        for (let at = 0; at < 20; at += 1) assert.ok(tally.count([limit]))
      }
      await Promise.all(tallies.map((tally) => tally.close()))
      await Promise.all(tallies.map((tally) => tally.close()))
      const { left } = await countRequest(pool, limit.key, limit.max)
      assert.equal(left, 1600 - 1 - 40 - 1)
    })
  })
})
