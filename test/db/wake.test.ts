import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { Client } from 'pg'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import type { Database } from '#db/connect.ts'
import type { WaitOptions } from '#db/wake.ts'
import { freePorts } from '#dev/ports.ts'
import { given } from '#test/support/given.ts'
import { eventually } from '#test/support/call.ts'
import { acceptOne, createMerchant, openAgain, openBooks } from '#test/support/books.ts'

/** The goal is 50 ms, and a few are usual; what is asserted leaves room for a machine that does other things. */
const wakeMsMax = 1000
const longMs = 30_000

describe('waiting for a change', () => {
  const books = given(() => openBooks())
  const elsewhere = given(() => openAgain(books.url))

  /** Starts a wait and resolves once it is armed; `ended` gives the milliseconds it took from then. */
  async function startWait(
    database: Database,
    subjectId: string,
    changes: Partial<WaitOptions> = {},
  ): Promise<{ readonly ended: Promise<number> }> {
    const armed = Promise.withResolvers<number>()
    const waited = database.wake.wait(subjectId, {
      timeoutMs: longMs,
      signal: new AbortController().signal,
      isOver: async () => {
        armed.resolve(performance.now())
        return false
      },
      ...changes,
    })
    const startedAt = await Promise.race([armed.promise, waited.then(() => performance.now())])
    return { ended: waited.then(() => performance.now() - startedAt) }
  }

  it('a waiter in another process is woken at the change, whoever made it', async () => {
    const merchant = await createMerchant(books)
    const delays: number[] = []
    for (let sample = 0; sample < 20; sample += 1) {
      const transactionId = await acceptOne(books, merchant)
      const { ended } = await startWait(elsewhere, transactionId)
      const woken = ended.then(() => performance.now())
      await settleTransaction(books.database, books.outbox, {
        transactionId,
        outcome: { status: 'succeeded', funds: 'available', providerReference: 'r' },
      })
      const settledAt = performance.now()
      delays.push((await woken) - settledAt)
    }
    assert.ok(Math.max(...delays) < wakeMsMax, `${delays.map(Math.round).join(' ')} ms`)
  })

  it('all waiters of a subject are woken, here and elsewhere, and none of another', async () => {
    const [subject, other] = [randomUUID(), randomUUID()]
    const leaving = new AbortController()
    const waits = await Promise.all([
      startWait(books.database, subject),
      startWait(books.database, subject),
      startWait(elsewhere, subject),
      startWait(elsewhere, subject),
    ])
    const bystanders = await Promise.all(
      [books.database, elsewhere].map((database) =>
        startWait(database, other, { signal: leaving.signal }),
      ),
    )
    await books.database.wake.announce([subject])
    for (const { ended } of waits) assert.ok((await ended) < wakeMsMax)
    const first = Promise.race(bystanders.map(({ ended }) => ended))
    assert.equal(await Promise.race([first, settled()]), 'still waiting')
    leaving.abort()
    await Promise.all(bystanders.map(({ ended }) => ended))
  })

  it('ends at once when the change has come already', async () => {
    const { ended } = await startWait(elsewhere, randomUUID(), { isOver: async () => true })
    assert.ok((await ended) < wakeMsMax)
  })

  it('misses no change that comes while it is being armed', async () => {
    for (let sample = 0; sample < 50; sample += 1) {
      const subject = randomUUID()
      let hasChanged = false
      const isOver = async (): Promise<boolean> => hasChanged
      const { signal } = new AbortController()
      const waited = elsewhere.wake.wait(subject, { timeoutMs: longMs, signal, isOver })
      const changed = books.database.pool.query('select 1').then(() => {
        hasChanged = true
        return books.database.wake.announce([subject])
      })
      const startedAt = performance.now()
      await Promise.all([waited, changed])
      assert.ok(performance.now() - startedAt < wakeMsMax)
    }
  })

  it('ends when its time is over', async () => {
    const { ended } = await startWait(elsewhere, randomUUID(), { timeoutMs: 200 })
    const tookMs = await ended
    assert.ok(tookMs > 100 && tookMs < wakeMsMax, `${tookMs} ms`)
  })

  it('ends when its caller leaves, and at once for a caller who has left', async () => {
    const leaving = new AbortController()
    const { ended } = await startWait(elsewhere, randomUUID(), { signal: leaving.signal })
    leaving.abort()
    assert.ok((await ended) < wakeMsMax)
    const late = await startWait(elsewhere, randomUUID(), { signal: leaving.signal })
    assert.ok((await late.ended) < wakeMsMax)
  })

  it('200 waits whose callers leave keep no timer and no listener', async () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const leaving = new AbortController()
    const subject = randomUUID()
    // The connections of the pool have timers of their own once they have been used.
    await Promise.all(Array.from({ length: 20 }, () => elsewhere.pool.query('select 1')))
    const before = timers()
    const waits = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        startWait(elsewhere, at % 2 === 0 ? subject : randomUUID(), { signal: leaving.signal }),
      ),
    )
    assert.ok(timers() >= before + 200, 'each wait has an alarm')
    assert.equal(getEventListeners(leaving.signal, 'abort').length, 200)
    leaving.abort()
    await Promise.all(waits.map(({ ended }) => ended))
    assert.ok(
      timers() <= before + elsewhere.pool.totalCount,
      `${timers()} timers, ${before} before`,
    )
    // Waits that end in another way leave nothing at their caller either.
    const { signal } = new AbortController()
    const others = await Promise.all(
      Array.from({ length: 10 }, () => startWait(elsewhere, subject, { signal })),
    )
    await elsewhere.wake.announce([subject])
    await Promise.all(others.map(({ ended }) => ended))
    assert.equal(getEventListeners(signal, 'abort').length, 0)
  })

  describe('a notification', () => {
    /** What anybody hears while `work` runs; a last word of our own tells that nothing more comes. */
    async function heardDuring(work: () => Promise<unknown>): Promise<string[]> {
      const client = new Client({ connectionString: books.url })
      await client.connect()
      const heard: string[] = []
      const lastWord = randomUUID()
      const isOver = Promise.withResolvers<void>()
      client.on('notification', ({ payload = '' }) => {
        if (payload === lastWord) isOver.resolve()
        else heard.push(payload)
      })
      try {
        await client.query('listen changed')
        await work()
        await books.rows(`select pg_notify('changed', $1)`, lastWord)
        await isOver.promise
        return heard
      } finally {
        await client.end()
      }
    }

    it('is not sent when nobody waits', async () => {
      const merchant = await createMerchant(books)
      const heard = await heardDuring(async () => {
        for (let count = 0; count < 5; count += 1) {
          await settleTransaction(books.database, books.outbox, {
            transactionId: await acceptOne(books, merchant),
            outcome: { status: 'succeeded', funds: 'available', providerReference: 'r' },
          })
        }
        await books.database.wake.announce([randomUUID(), randomUUID()])
        await books.database.wake.announce([])
      })
      assert.deepEqual(heard, [])
    })

    it('is not sent when the only waiter is of the same process', async () => {
      const subject = randomUUID()
      const heard = await heardDuring(async () => {
        const { ended } = await startWait(books.database, subject)
        await books.database.wake.announce([subject])
        await ended
      })
      assert.deepEqual(heard, [])
    })

    it('is not sent for a waiter whose time is over', async () => {
      const subject = randomUUID()
      const heard = await heardDuring(async () => {
        await (
          await startWait(elsewhere, subject, { timeoutMs: 50 })
        ).ended
        const isOver = 'select 1 from waiting where subject_id = $1 and until > now()'
        await eventually(async () => (await books.rows(isOver, subject)).length === 0)
        await books.database.wake.announce([subject])
      })
      assert.deepEqual(heard, [])
    })

    it('is sent once for all waiters of other processes, and names the subject alone', async () => {
      const subject = randomUUID()
      const third = await openAgain(books.url)
      try {
        const heard = await heardDuring(async () => {
          const waits = await Promise.all([
            startWait(elsewhere, subject),
            startWait(elsewhere, subject),
            startWait(third, subject),
          ])
          await books.database.wake.announce([subject])
          await Promise.all(waits.map(({ ended }) => ended))
        })
        assert.deepEqual(heard, [subject])
      } finally {
        await third.close()
      }
    })
  })

  it('holds no connection: with 2 in the pool and 20 waits, a query is answered', async () => {
    const small = await openAgain(books.url, 2)
    try {
      const leaving = new AbortController()
      const waits = await Promise.all(
        Array.from({ length: 20 }, () =>
          startWait(small, randomUUID(), { signal: leaving.signal }),
        ),
      )
      const askedAt = performance.now()
      await Promise.all(Array.from({ length: 10 }, () => small.pool.query('select 1')))
      assert.ok(performance.now() - askedAt < wakeMsMax)
      assert.equal(small.pool.idleCount, small.pool.totalCount)
      leaving.abort()
      await Promise.all(waits.map(({ ended }) => ended))
    } finally {
      await small.close()
    }
  })

  it('the connection that listens comes back when it is lost, and old and new waits are woken', async () => {
    const listening = `select pid from pg_stat_activity
      where datname = current_database() and application_name = 'payment-service wake'`
    const [old, fresh] = [randomUUID(), randomUUID()]
    const before = await startWait(elsewhere, old)
    const pids = (await books.rows<{ pid: number }>(listening)).map(({ pid }) => pid)
    assert.ok(pids.length > 0)
    await books.rows('select pg_terminate_backend(pid) from unnest($1::int[]) as p(pid)', pids)
    await eventually(async () => {
      const now = (await books.rows<{ pid: number }>(listening)).map(({ pid }) => pid)
      return now.length === pids.length && !now.some((pid) => pids.includes(pid))
    })
    const after = await startWait(elsewhere, fresh)
    await books.database.wake.announce([old, fresh])
    assert.ok((await after.ended) < wakeMsMax)
    assert.ok((await before.ended) < longMs - wakeMsMax)
  })

  it('while the database cannot be reached, says so with the code unavailable', async () => {
    const [port = 0] = await freePorts(1)
    const absent = await openAgain(books.url.replace(/:\d+\//, `:${port}/`))
    try {
      const { signal } = new AbortController()
      const options = { timeoutMs: 1000, signal, isOver: async () => false }
      await assert.rejects(absent.wake.wait(randomUUID(), options), { code: 'unavailable' })
      await absent.wake.announce([randomUUID()])
      assert.equal(getEventListeners(signal, 'abort').length, 0)
    } finally {
      await absent.close()
    }
  })
})

/** Resolves after what has already come had its turn. */
async function settled(): Promise<'still waiting'> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  return 'still waiting'
}
