import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { enqueue } from '#db/outbox.ts'
import { inTransaction } from '#db/sql.ts'
import { freePorts } from '#dev/ports.ts'
import type { TemporalClient } from '#platform/temporal.ts'
import { openAgain } from '#test/support/books.ts'
import { dueNow, givenOutboxScene, newEntry } from './outbox-scene.ts'

describe('the outbox', () => {
  const scene = givenOutboxScene()

  it('announces nothing of a transaction that is rolled back', async () => {
    const rolledBack = inTransaction(scene.database.pool, async (sql) => {
      await enqueue(sql, [newEntry()])
      throw new Error('changed my mind')
    })
    await assert.rejects(rolledBack)
    assert.equal(await scene.owed(), 0)
  })

  it('hands an entry over at once when it is kicked, and the relay does when it is not', async () => {
    const [kicked, left] = [newEntry(), newEntry()]
    const outbox = scene.outboxOn()
    const ids = await scene.record(kicked)
    await scene.record(left)
    outbox.kick(ids)
    await outbox.drain()
    assert.ok(await scene.runOf(kicked))
    assert.equal(await scene.runOf(left), undefined)
    assert.equal(await outbox.relay(), 0, 'a fresh entry is left to its own process for a moment')
    await scene.makeDue()
    assert.equal(await outbox.relay(), 1)
    assert.ok(await scene.runOf(left))
    assert.equal(await scene.owed(), 0)
  })

  it('starts the workflow with its id alone as input, its search attributes and its summary', async () => {
    const searchAttributes = {
      serviceEnv: randomUUID(),
      paymentMode: 'sandbox',
      transactionStatus: 'pending',
      provider: 'mtn-benin',
      reference: 'order-1',
    }
    const entry = { ...newEntry(), searchAttributes }
    const outbox = scene.outboxOn()
    outbox.kick(await scene.record(entry))
    await outbox.drain()
    const run = await scene.handleOf(entry).describe()
    assert.equal(run.type, 'collection')
    assert.equal(run.taskQueue, 'payments')
    const shown = run.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value])
    assert.deepEqual(Object.fromEntries(shown), {
      ServiceEnv: searchAttributes.serviceEnv,
      PaymentMode: 'sandbox',
      TransactionStatus: 'pending',
      Provider: 'mtn-benin',
      Reference: 'order-1',
    })
    const { events } = await scene.handleOf(entry).fetchHistory()
    const input = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
    const texts = input.map(({ data }) => Buffer.from(data ?? []).toString('utf8'))
    assert.deepEqual(texts, [JSON.stringify({ transactionId: entry.subjectId })])
  })

  it('finds an entry whose transaction commits long after younger ones', async () => {
    const outbox = scene.outboxOn()
    const [late, young] = [newEntry(), newEntry()]
    await inTransaction(scene.database.pool, async (sql) => {
      await enqueue(sql, [late])
      await sql.rows(dueNow)
      await scene.record(young)
      await scene.makeDue()
      assert.equal(await outbox.relay(), 1)
      assert.ok(await scene.runOf(young))
      assert.equal(await outbox.relay(), 0)
    })
    assert.equal(await outbox.relay(), 1)
    assert.ok(await scene.runOf(late))
  })

  it('four relays of two processes at once start each of 100 workflows once', async () => {
    const entries = Array.from({ length: 100 }, () => newEntry())
    await scene.record(...entries)
    await scene.makeDue()
    const elsewhere = await openAgain(scene.url)
    try {
      const [here, there] = [scene.outboxOn(), scene.outboxOn(scene.temporal, elsewhere)]
      while ((await scene.owed()) > 0) {
        await Promise.all([here.relay(), there.relay(), here.relay(), there.relay()])
      }
      assert.equal(new Set(await Promise.all(entries.map(scene.runOf))).size, 100)
      // A start that takes longer than an entry's second of grace is asked for again, harmlessly.
      assert.ok(here.calls() + there.calls() >= 100)
      assert.deepEqual(scene.errors, [])
    } finally {
      await elsewhere.close()
    }
  })

  it('an entry kicked and relayed at the same time starts one run', async () => {
    const entries = Array.from({ length: 10 }, () => newEntry())
    const ids = await scene.record(...entries)
    await scene.makeDue()
    const [here, there] = [scene.outboxOn(), scene.outboxOn()]
    here.kick(ids)
    there.kick(ids)
    await Promise.all([here.relay(), there.relay()])
    await Promise.all([here.drain(), there.drain()])
    for (const entry of entries)
      assert.equal((await scene.handleOf(entry).describe()).historyLength, 2)
    assert.equal(await scene.owed(), 0)
    assert.deepEqual(scene.errors, [])
  })

  describe('keeps an entry that Temporal does not take', () => {
    const absences: Readonly<Record<string, () => Promise<TemporalClient>>> = {
      'because it does not answer': async () => {
        const [port = 0] = await freePorts(1)
        return scene.clientOf(`127.0.0.1:${port}`, 'default')
      },
      'because our namespace is not there': async () =>
        scene.clientOf(scene.address, 'no-such-namespace'),
    }
    for (const [name, absent] of Object.entries(absences)) {
      it(name, async () => {
        const start = newEntry()
        const ids = await scene.record(start, { ...newEntry(), signal: 'operatorAnswered' })
        const outbox = scene.outboxOn(await absent())
        outbox.kick(ids)
        await outbox.drain()
        assert.equal(await scene.owed(), 2)
        await scene.makeDue()
        assert.equal(await outbox.relay(), 0)
        assert.equal(await scene.owed(), 2)
        // Each time once for both.
        assert.deepEqual(
          scene.errors.map(({ entries }) => entries),
          [2, 2],
        )
        await scene.makeDue()
        assert.equal(await scene.outboxOn().relay(), 2)
        assert.ok(await scene.runOf(start))
      })
    }

    it('one bad entry does not keep the others back', async () => {
      const [bad, good] = [newEntry(), newEntry()]
      await scene.record({ ...bad, searchAttributes: { reference: 'x'.repeat(5000) } }, good)
      await scene.makeDue()
      const outbox = scene.outboxOn()
      assert.equal(await outbox.relay(), 1)
      assert.ok(await scene.runOf(good))
      assert.equal(await scene.runOf(bad), undefined)
      assert.equal(await scene.owed(), 1)
    })

    it('and comes back to it after 1, 2, 4, 8, 16 seconds, then every 30', async () => {
      await scene.record(newEntry())
      const outbox = scene.outboxOn(scene.clientOf(scene.address, 'no-such-namespace'))
      const delays: number[] = []
      for (let tries = 0; tries < 8; tries += 1) {
        await scene.makeDue()
        assert.equal(await outbox.relay(), 0)
        const [entry] = await scene.rows<{ delay: number; tries: number }>(
          'select extract(epoch from due_at - now())::float8 as delay, tries from outbox',
        )
        assert.ok(entry)
        assert.equal(entry.tries, tries + 1)
        delays.push(Math.ceil(entry.delay))
      }
      assert.deepEqual(delays, [1, 2, 4, 8, 16, 30, 30, 30])
      assert.equal(await outbox.relay(), 0)
      assert.equal(scene.errors.length, 8, 'what is not due is not asked for')
    })
  })

  it('takes no more than 50 in one turn', async () => {
    await scene.record(...Array.from({ length: 60 }, () => newEntry()))
    await scene.makeDue()
    const outbox = scene.outboxOn()
    assert.equal(await outbox.relay(), 50)
    assert.equal(await outbox.relay(), 10)
  })

  it('leaves a burst beyond its bound to the relay, and takes the next kick', async () => {
    const outbox = scene.outboxOn()
    const unknown = Array.from({ length: 1001 }, (_, at) => `${1_000_000_000 + at}`)
    outbox.kick(unknown)
    outbox.kick([])
    const entry = newEntry()
    outbox.kick(await scene.record(entry))
    await outbox.drain()
    assert.equal(outbox.calls(), 1)
    assert.ok(await scene.runOf(entry))
  })

  it('reports a kick that cannot read the books, and throws nothing at its caller', async () => {
    const ids = await scene.record(newEntry())
    const closed = await openAgain(scene.url)
    const outbox = scene.outboxOn(scene.temporal, closed)
    await closed.close()
    outbox.kick(ids)
    await outbox.drain()
    assert.equal(scene.errors.length, 1)
    assert.equal(await scene.owed(), 1)
  })
})
