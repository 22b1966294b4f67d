import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { WorkflowNotFoundError } from '@temporalio/client'
import type { Database } from '#db/connect.ts'
import { createOutbox, enqueue, type Outbox, type OutboxEntry } from '#db/outbox.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { freePorts } from '#dev/ports.ts'
import { connectClient, type TemporalClient } from '#platform/temporal.ts'
import { workflowId, type WorkflowKind } from '#workflows/contract.ts'
import { sharedStack } from '#test/support/stack.ts'
import { openAgain } from './books.ts'

describe('the outbox', () => {
  let url: string
  let database: Database
  let temporal: TemporalClient
  let address: string
  const clients: TemporalClient[] = []
  const errors: unknown[] = []

  before(async function () {
    this.timeout(90_000)
    const stack = await sharedStack()
    url = await stack.createDatabase()
    database = await openAgain(url, 10)
    address = stack.temporalAddress
    temporal = clientOf(address, await stack.createNamespace())
  })
  beforeEach(async () => {
    errors.length = 0
    await onPool(database.pool).rows('delete from outbox')
  })
  after(async () => {
    await Promise.all(clients.map((client) => client.close()))
    await database?.close()
  })

  function clientOf(temporalAddress: string, temporalNamespace: string): TemporalClient {
    const options = { temporalApiKey: undefined, temporalTls: undefined }
    const client = connectClient({ temporalAddress, temporalNamespace, ...options })
    clients.push(client)
    return client
  }

  /** An outbox on the real Temporal, unless another client is given; counts what it asks. */
  function outboxOn(client = temporal, books = database): Outbox & { calls(): number } {
    let calls = 0
    const outbox = createOutbox({
      pool: books.pool,
      call: (work) => {
        calls += 1
        return client.call(work)
      },
      isEager: false,
      onError: (error) => errors.push(error),
    })
    return { ...outbox, calls: () => calls }
  }

  function rows<Row extends object>(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return onPool(database.pool).rows<Row>(text, values)
  }

  function record(...entries: readonly OutboxEntry[]): Promise<string[]> {
    return inTransaction(database.pool, (sql) => enqueue(sql, entries))
  }

  const dueNow = `update outbox set due_at = now() - interval '1 second'`

  async function owed(): Promise<number> {
    const [row] = await rows<{ count: number }>('select count(*)::int as count from outbox')
    return row?.count ?? -1
  }

  function newEntry(kind: WorkflowKind = 'collection'): OutboxEntry & { subjectId: string } {
    return { kind, subjectId: randomUUID(), summary: 'Collect 1020 XOF by mtn-benin' }
  }

  function handleOf({ kind, subjectId }: OutboxEntry) {
    return temporal.client.workflow.getHandle(workflowId(kind, subjectId))
  }

  async function runOf(entry: OutboxEntry): Promise<string | undefined> {
    try {
      return (await handleOf(entry).describe()).runId
    } catch (error) {
      assert.ok(error instanceof WorkflowNotFoundError)
      return undefined
    }
  }

  async function signalsOf(entry: OutboxEntry): Promise<number> {
    const { events } = await handleOf(entry).fetchHistory()
    return (events ?? []).filter((event) => event.workflowExecutionSignaledEventAttributes).length
  }

  it('announces nothing of a transaction that is rolled back', async () => {
    const rolledBack = inTransaction(database.pool, async (sql) => {
      await enqueue(sql, [newEntry()])
      throw new Error('changed my mind')
    })
    await assert.rejects(rolledBack)
    assert.equal(await owed(), 0)
  })

  it('hands an entry over at once when it is kicked, and the relay does when it is not', async () => {
    const [kicked, left] = [newEntry(), newEntry()]
    const outbox = outboxOn()
    const ids = await record(kicked)
    await record(left)
    outbox.kick(ids)
    await outbox.drain()
    assert.ok(await runOf(kicked))
    assert.equal(await runOf(left), undefined)
    assert.equal(await outbox.relay(), 0, 'a fresh entry is left to its own process for a moment')
    await rows(dueNow)
    assert.equal(await outbox.relay(), 1)
    assert.ok(await runOf(left))
    assert.equal(await owed(), 0)
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
    const outbox = outboxOn()
    outbox.kick(await record(entry))
    await outbox.drain()
    const run = await handleOf(entry).describe()
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
    const { events } = await handleOf(entry).fetchHistory()
    const input = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
    const texts = input.map(({ data }) => Buffer.from(data ?? []).toString('utf8'))
    assert.deepEqual(texts, [JSON.stringify({ transactionId: entry.subjectId })])
  })

  it('finds an entry whose transaction commits long after younger ones', async () => {
    const outbox = outboxOn()
    const [late, young] = [newEntry(), newEntry()]
    await inTransaction(database.pool, async (sql) => {
      await enqueue(sql, [late])
      await sql.rows(dueNow)
      await record(young)
      await rows(dueNow)
      assert.equal(await outbox.relay(), 1)
      assert.ok(await runOf(young))
      assert.equal(await outbox.relay(), 0)
    })
    assert.equal(await outbox.relay(), 1)
    assert.ok(await runOf(late))
  })

  it('four relays of two processes at once start each of 100 workflows once', async () => {
    const entries = Array.from({ length: 100 }, () => newEntry())
    await record(...entries)
    await rows(dueNow)
    const elsewhere = await openAgain(url)
    try {
      const [here, there] = [outboxOn(), outboxOn(temporal, elsewhere)]
      while ((await owed()) > 0) {
        await Promise.all([here.relay(), there.relay(), here.relay(), there.relay()])
      }
      assert.equal(new Set(await Promise.all(entries.map(runOf))).size, 100)
      // A start that takes longer than an entry's second of grace is asked for again, harmlessly.
      assert.ok(here.calls() + there.calls() >= 100)
      assert.deepEqual(errors, [])
    } finally {
      await elsewhere.close()
    }
  })

  it('an entry kicked and relayed at the same time starts one run', async () => {
    const entries = Array.from({ length: 10 }, () => newEntry())
    const ids = await record(...entries)
    await rows(dueNow)
    const [here, there] = [outboxOn(), outboxOn()]
    here.kick(ids)
    there.kick(ids)
    await Promise.all([here.relay(), there.relay()])
    await Promise.all([here.drain(), there.drain()])
    for (const entry of entries) assert.equal((await handleOf(entry).describe()).historyLength, 2)
    assert.equal(await owed(), 0)
    assert.deepEqual(errors, [])
  })

  describe('keeps an entry that Temporal does not take', () => {
    const absences: Readonly<Record<string, () => Promise<TemporalClient>>> = {
      'because it does not answer': async () => {
        const [port = 0] = await freePorts(1)
        return clientOf(`127.0.0.1:${port}`, 'default')
      },
      'because our namespace is not there': async () => clientOf(address, 'no-such-namespace'),
    }
    for (const [name, absent] of Object.entries(absences)) {
      it(name, async () => {
        const start = newEntry()
        const ids = await record(start, { ...newEntry(), signal: 'operatorAnswered' })
        const outbox = outboxOn(await absent())
        outbox.kick(ids)
        await outbox.drain()
        assert.equal(await owed(), 2)
        await rows(dueNow)
        assert.equal(await outbox.relay(), 0)
        assert.equal(await owed(), 2)
        assert.equal(errors.length, 4)
        await rows(dueNow)
        assert.equal(await outboxOn().relay(), 2)
        assert.ok(await runOf(start))
      })
    }

    it('one bad entry does not keep the others back', async () => {
      const [bad, good] = [newEntry(), newEntry()]
      await record({ ...bad, searchAttributes: { reference: 'x'.repeat(5000) } }, good)
      await rows(dueNow)
      const outbox = outboxOn()
      assert.equal(await outbox.relay(), 1)
      assert.ok(await runOf(good))
      assert.equal(await runOf(bad), undefined)
      assert.equal(await owed(), 1)
    })

    it('and comes back to it after 1, 2, 4, 8, 16 seconds, then every 30', async () => {
      await record(newEntry())
      const outbox = outboxOn(clientOf(address, 'no-such-namespace'))
      const delays: number[] = []
      for (let tries = 0; tries < 8; tries += 1) {
        await rows(dueNow)
        assert.equal(await outbox.relay(), 0)
        const [entry] = await rows<{ delay: number; tries: number }>(
          'select extract(epoch from due_at - now())::float8 as delay, tries from outbox',
        )
        assert.ok(entry)
        assert.equal(entry.tries, tries + 1)
        delays.push(Math.ceil(entry.delay))
      }
      assert.deepEqual(delays, [1, 2, 4, 8, 16, 30, 30, 30])
      assert.equal(await outbox.relay(), 0)
      assert.equal(errors.length, 8, 'what is not due is not asked for')
    })
  })

  describe('a signal', () => {
    const toCollection = (subjectId: string): OutboxEntry => ({
      kind: 'collection',
      subjectId,
      signal: 'operatorAnswered',
    })

    async function relayed(...entries: readonly OutboxEntry[]): Promise<void> {
      await record(...entries)
      await rows(dueNow)
      assert.equal(await outboxOn().relay(), entries.length)
      assert.equal(await owed(), 0)
      assert.deepEqual(errors, [])
    }

    it('reaches the open run', async () => {
      const entry = newEntry()
      await relayed(entry)
      await relayed(toCollection(entry.subjectId))
      assert.equal(await signalsOf(entry), 1)
    })

    it('to a run that has ended is done', async () => {
      const entry = newEntry()
      await relayed(entry)
      await handleOf(entry).terminate()
      await relayed(toCollection(entry.subjectId))
      assert.equal(await signalsOf(entry), 0)
    })

    it('to a run that never was is done, and starts none', async () => {
      const entry = newEntry()
      await relayed(toCollection(entry.subjectId))
      assert.equal(await runOf(entry), undefined)
    })
  })

  describe('a second start', () => {
    async function startedTwice(kind: WorkflowKind, between: (entry: OutboxEntry) => unknown) {
      const entry = newEntry(kind)
      const outbox = outboxOn()
      outbox.kick(await record(entry))
      await outbox.drain()
      const first = await runOf(entry)
      await between(entry)
      outbox.kick(await record(entry))
      await outbox.drain()
      assert.equal(outbox.calls(), 2)
      assert.equal(await owed(), 0, 'it is done')
      assert.deepEqual(errors, [])
      return { first, second: await runOf(entry) }
    }
    const end = (entry: OutboxEntry) => handleOf(entry).terminate()

    it('of a finished collection is refused by Temporal, and done', async () => {
      const { first, second } = await startedTwice('collection', end)
      assert.equal(second, first)
    })

    it('of a collection, delivery or watch that runs changes nothing', async () => {
      for (const kind of ['collection', 'webhook-delivery', 'late-answer'] as const) {
        const { first, second } = await startedTwice(kind, () => undefined)
        assert.equal(second, first, kind)
      }
    })

    it('of a finished delivery or watch runs it again', async () => {
      for (const kind of ['webhook-delivery', 'late-answer'] as const) {
        const { first, second } = await startedTwice(kind, end)
        assert.notEqual(second, first, kind)
      }
    })
  })

  it('takes no more than 50 in one turn', async () => {
    await record(...Array.from({ length: 60 }, () => newEntry()))
    await rows(dueNow)
    const outbox = outboxOn()
    assert.equal(await outbox.relay(), 50)
    assert.equal(await outbox.relay(), 10)
  })

  it('leaves a burst beyond its bound to the relay, and takes the next kick', async () => {
    const outbox = outboxOn()
    const unknown = Array.from({ length: 1001 }, (_, at) => `${1_000_000_000 + at}`)
    outbox.kick(unknown)
    outbox.kick([])
    const entry = newEntry()
    outbox.kick(await record(entry))
    await outbox.drain()
    assert.equal(outbox.calls(), 1)
    assert.ok(await runOf(entry))
  })

  it('reports a kick that cannot read the books, and throws nothing at its caller', async () => {
    const ids = await record(newEntry())
    const closed = await openAgain(url)
    const outbox = outboxOn(temporal, closed)
    await closed.close()
    outbox.kick(ids)
    await outbox.drain()
    assert.equal(errors.length, 1)
    assert.equal(await owed(), 1)
  })
})
