import assert from 'node:assert/strict'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { listNotices } from '#use-cases/notices/list.ts'
import { listOpenFacts } from '#db/runs/open-facts.ts'
import { readRunFigures } from '#use-cases/figures/runs.ts'
import { listAsking, noteTrouble } from '#use-cases/runs/attention.ts'
import { reconcileRuns } from '#use-cases/runs/reconcile.ts'
import type { Outbox, OutboxEntry } from '#db/outbox.ts'
import { onPool } from '#db/sql.ts'
import type { SweepOptions } from '#use-cases/runs/sweep.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { workflowId, type WorkflowKind, workflowKinds } from '#workflows/contract.ts'
import { givenEach } from '#test/support/given.ts'
import { eventually } from '#test/support/call.ts'
import type { Books } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { announced, makers } from './open-facts.ts'
import { entryOf, newEntry, openOutboxScene } from '#test/db/outbox-scene.ts'

const kinds = Object.keys(workflowKinds) as WorkflowKind[]
/** No age is waited for; an orphan has all the time there is, unless the test gives it none. */
const ages = { factsOlderThanMs: -60_000, runsOlderThanMs: -60_000, obeyWithinMs: 3_600_000 }

describe('the runs against the books', function () {
  this.timeout(60_000)
  const scene = givenEach(() => openOutboxScene())
  let books: Books
  const held: Outbox = { kick() {}, relay: async () => 0, drain: async () => {} }

  beforeEach(() => {
    books = { ...scene, outbox: held }
  })

  for (const kind of kinds) {
    it(`a ${kind} whose run was terminated is started again, as it was at first`, async () => {
      const entry = await lost(kind)
      const swept = await sweep()
      assert.deepEqual({ ...swept.restarted }, { [kind]: 1 })
      const first = await openRun(entry)
      await scene.handleOf(entry).terminate()
      await eventually(async () => (await sweep()).restarted[kind] === 1)
      assert.notEqual(await openRun(entry), first)
    })
  }

  it('an outbox entry of a terminated run starts it again, and so does a signal that finds none', async () => {
    const id = await makers.collection(books)
    const entry = entryOf('collection', id)
    await relayed()
    const first = await scene.runOf(entry)
    await scene.handleOf(entry).terminate()
    await scene.record(entry)
    await relayed()
    const second = await openRun(entry)
    assert.notEqual(second, first)
    await scene.handleOf(entry).terminate()
    await scene.record({ ...entry, signal: 'operatorAnswered' })
    await relayed()
    assert.notEqual(await openRun(entry), second)
    assert.deepEqual(scene.errors, [])
  })

  it('what has its end is not started again, by a sweep or by the outbox', async () => {
    const id = asId<TransactionId>(await makers.collection(books))
    const entry = entryOf('collection', id)
    await relayed()
    const first = await scene.runOf(entry)
    await scene.handleOf(entry).terminate()
    await settleTransaction(books.database, held, { transactionId: id, outcome: success })
    await scene.clear()
    assert.equal((await sweep()).missing, 0)
    await scene.record(entry)
    await relayed()
    assert.equal(await scene.runOf(entry), first)
  })

  it('what is young, or waits in the outbox, is left alone', async () => {
    await makers.collection(books)
    assert.equal((await sweep()).missing, 0)
    await scene.clear()
    assert.equal((await sweep({ factsOlderThanMs: 3_600_000 })).missing, 0)
    assert.equal((await sweep()).missing, 1)
  })

  it('a run without a fact is asked to end, and terminated when it does not obey', async () => {
    const entry = await orphan()
    await listed(entry)
    assert.equal((await sweep({ runsOlderThanMs: 3_600_000 })).orphaned, 0)
    const first = await sweep()
    assert.deepEqual([first.orphaned, first.cancelled, first.terminated], [1, 1, 0])
    assert.ok(await wasAsked(entry))
    const patient = await sweep()
    assert.deepEqual([patient.orphaned, patient.cancelled, patient.terminated], [1, 0, 0])
    assert.equal((await readRunFigures(books.database)).orphaned, 1)
    assert.equal((await sweep({ obeyWithinMs: -60_000 })).terminated, 1)
    assert.equal(await statusOf(entry), 'TERMINATED')
    assert.equal((await sweep()).orphaned, 0)
    assert.equal((await readRunFigures(books.database)).orphaned, 0)
    const [notice, ...others] = await listNotices(books.database, { state: 'open', limit: 10 })
    assert.deepEqual(others, [])
    assert.deepEqual(notice && 'about' in notice && [notice.kind, notice.about], [
      'run_orphaned',
      {
        workflowId: workflowId(entry.kind, entry.subjectId ?? ''),
        done: 'terminated',
        trouble: null,
      },
    ])
  })

  it('a run that waits on though its fact is over is told to look', async () => {
    const id = asId<TransactionId>(await makers.collection(books))
    const entry = entryOf('collection', id)
    await relayed()
    await listed(entry)
    assert.equal((await sweep()).ended, 0)
    await settleTransaction(books.database, held, { transactionId: id, outcome: success })
    assert.equal((await sweep({ isLookOnly: true })).ended, 1)
    assert.ok(!(await wasAsked(entry)))
    const swept = await sweep()
    assert.deepEqual([swept.ended, swept.orphaned], [1, 0])
    assert.ok(await wasAsked(entry))
  })

  it('a run that asked for attention and was ended by hand asks no more; one that is open, or asks meanwhile, does', async () => {
    const asking = async (entry: OutboxEntry & { readonly subjectId: string }) => {
      const run = {
        workflowId: workflowId(entry.kind, entry.subjectId),
        runId: await openRun(entry),
      }
      await noteTrouble(books.database, run, { step: 'checkPayment', code: 'P0001' })
      return run
    }
    const [ended, open] = [
      entryOf('collection', await makers.collection(books)),
      entryOf('collection', await makers.collection(books)),
    ]
    await relayed()
    const [first, second] = [await asking(ended), await asking(open)]
    await scene.handleOf(ended).terminate()
    await sweep({ isLookOnly: true })
    assert.equal((await listAsking(books.database)).length, 2)
    await eventually(async () => {
      await sweep()
      return (await listAsking(books.database)).length === 1
    })
    assert.deepEqual(await listAsking(books.database), [second.workflowId])
    // The sweep has started it again under its id; that run asks for itself.
    const again = { ...first, runId: await openRun(ended) }
    assert.notEqual(again.runId, first.runId)
    await noteTrouble(books.database, again, { step: 'checkPayment', code: 'P0001' })
    await sweep()
    assert.equal((await listAsking(books.database)).length, 2)
  })

  it('the staff is told of each, and of very many in one notice', async () => {
    const entry = await lost('collection')
    await sweep()
    const [notice] = await listNotices(books.database, { state: 'open', limit: 10 })
    assert.deepEqual(notice && 'about' in notice && [notice.kind, notice.about], [
      'run_missing',
      { workflowId: workflowId('collection', entry.subjectId), done: 'restarted', trouble: null },
    ])
    for (let made = 0; made < 21; made += 1) await makers.checkout(books)
    await scene.clear()
    assert.equal((await sweep()).missing, 21)
    const all = await listNotices(books.database, { state: 'open', limit: 50 })
    assert.equal(all.length, 2)
    const last = all.at(-1)
    assert.deepEqual(last && 'about' in last && [last.kind, last.about], [
      'runs_astray',
      { runs: 21 },
    ])
  })

  it('figures say what is missing until a sweep finds nothing any more', async () => {
    await lost('collection')
    await sweep()
    assert.equal((await readRunFigures(books.database)).missing, 1)
    await sweep()
    const { missing, sweptAtSeconds } = await readRunFigures(books.database)
    assert.equal(missing, 0)
    assert.ok(sweptAtSeconds > 0)
  })

  it('two at once do no harm: one open run each, one notice each', async () => {
    const entries = [await lost('collection'), await lost('checkout'), await lost('payout')]
    const stray = await orphan()
    await listed(stray)
    await Promise.all([sweep(), sweep(), sweep()])
    for (const entry of entries) await openRun(entry)
    assert.ok(await wasAsked(stray))
    assert.equal((await listNotices(books.database, { state: 'open', limit: 50 })).length, 4)
    assert.deepEqual(scene.errors, [])
  })

  it('a look changes nothing', async () => {
    const entry = await lost('collection')
    const looked = await sweep({ isLookOnly: true })
    assert.deepEqual([looked.missing, looked.restarted], [1, {}])
    assert.equal(await scene.runOf(entry), undefined)
    assert.deepEqual(await listNotices(books.database, { state: 'all', limit: 10 }), [])
  })

  it('one that is left before its end says so, and tells nobody', async () => {
    await lost('collection')
    const left = await sweep({ beat: () => false })
    assert.equal(left.isWhole, false)
    assert.equal((await readRunFigures(books.database)).sweptAtSeconds, 0)
  })

  /** An open fact whose start was handed over to a Temporal that knows nothing of it. */
  async function lost(kind: WorkflowKind): Promise<OutboxEntry> {
    const subjectId = await makers[kind](books)
    const first =
      kind === 'late-refund-answer' ? undefined : await announced(books, kind, subjectId)
    assert.equal((await factsOf(kind)).length, first === undefined ? 1 : 0)
    await scene.clear()
    const [fact, ...others] = await factsOf(kind)
    assert.deepEqual(others, [])
    assert.equal(fact?.subjectId, subjectId)
    if (first !== undefined) assertSame(fact?.entry, first)
    return entryOf(kind, subjectId)
  }

  function factsOf(kind: WorkflowKind) {
    const page = { olderThanMs: ages.factsOlderThanMs, afterId: undefined, limit: 10 }
    return listOpenFacts(onPool(books.database.pool), kind, page)
  }

  async function sweep(changes: Partial<SweepOptions> = {}) {
    const outbox = scene.outboxOn()
    const { database, temporal } = scene
    const parts = { database, outbox, call: temporal.call.bind(temporal) }
    const swept = await reconcileRuns(parts, { ...ages, ...changes })
    await outbox.drain()
    return swept
  }

  async function relayed(): Promise<void> {
    await scene.makeDue()
    await scene.outboxOn().relay()
    assert.equal(await scene.owed(), 0)
  }

  async function orphan(): Promise<OutboxEntry> {
    const entry = newEntry('refund')
    await scene.record(entry)
    await relayed()
    return entry
  }

  /** The list of open runs lags behind. */
  async function listed({ kind, subjectId }: OutboxEntry): Promise<void> {
    const query = `ExecutionStatus = 'Running' and WorkflowId = '${workflowId(kind, subjectId)}'`
    await eventually(async () => (await scene.temporal.client.workflow.count(query)).count === 1)
  }

  async function openRun(entry: OutboxEntry): Promise<string> {
    assert.equal(await statusOf(entry), 'RUNNING')
    return (await scene.runOf(entry)) ?? assert.fail()
  }

  async function statusOf(entry: OutboxEntry): Promise<string> {
    return (await scene.handleOf(entry).describe()).status.name
  }

  async function wasAsked(entry: OutboxEntry): Promise<boolean> {
    const { events } = await scene.handleOf(entry).fetchHistory()
    const asked = (events ?? []).filter(
      (event) => event.workflowExecutionCancelRequestedEventAttributes,
    )
    return asked.length === 1
  }
})

function assertSame(entry: OutboxEntry | undefined, first: OutboxEntry): void {
  assert.deepEqual({ searchAttributes: {}, summary: '', ...entry }, first)
}
