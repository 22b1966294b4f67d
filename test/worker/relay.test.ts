import assert from 'node:assert/strict'
import { relayedAtOnce } from '#db/outbox.ts'
import { onPool } from '#db/sql.ts'
import { createLog } from '#platform/log.ts'
import { type Books, openBooks } from '#test/support/books.ts'
import { startRelay } from '#worker/relay.ts'

describe('the relay', () => {
  let books: Books

  before(async function () {
    this.timeout(60_000)
    books = await openBooks()
  })
  after(() => books?.close())

  it('hands over again at once while its batches are full, and sweeps what has had its time', async () => {
    const { database } = books
    const sql = onPool(database.pool)
    await sql.rows(`insert into waiting (subject_id, process_id, until)
      values (gen_random_uuid(), gen_random_uuid(), now() - interval '1 s'),
        (gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour')`)
    const batches = Array.from({ length: 30 }, () => relayedAtOnce)
    const emptied = Promise.withResolvers<void>()
    const relay = (): Promise<number> => {
      const taken = batches.shift()
      if (taken === undefined) emptied.resolve()
      return Promise.resolve(taken ?? 0)
    }
    const outbox = { ...books.outbox, relay }
    const log = createLog({ level: 'silent', name: 'test' })
    const startedAt = performance.now()
    const running = startRelay({ outbox, database, log })
    await emptied.promise
    // With a pause after each it would be fifteen seconds.
    assert.ok(performance.now() - startedAt < 10_000)
    await running.stop()
    const left = await sql.rows('select from waiting')
    assert.equal(left.length, 1)
  }).timeout(20_000)
})
