import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { listNotices } from '#use-cases/notices/list.ts'
import { listAsking, noteMended, noteTrouble } from '#use-cases/runs/attention.ts'
import { readRunFigures } from '#use-cases/figures/runs.ts'
import { sweepBegins, sweepEnds } from '#use-cases/runs/findings.ts'
import { onPool } from '#db/sql.ts'
import { givenEach } from '#test/support/given.ts'
import { openBooks } from '#test/support/books.ts'
import { workflowId } from '#workflows/contract.ts'

describe('runs that ask for attention, in the books', () => {
  const books = givenEach(() => openBooks())

  it('the staff is told once until it is mended, by however many steps and tries at once, and then anew', async () => {
    const run = newRun()
    const all = await Promise.all(['a', 'b', 'b'].map((code) => note(run, code)))
    assert.equal(all.filter((isNew) => isNew).length, 1)
    assert.equal((await told()).length, 1)
    assert.deepEqual(await listAsking(books.database), [run.workflowId])
    await noteMended(books.database, run)
    await noteMended(books.database, run)
    assert.deepEqual(await listAsking(books.database), [])
    assert.ok(await note(run, 'c'))
    assert.equal((await told()).length, 2)
    assert.equal((await readRunFigures(books.database)).attention, 1)
  })

  it('of very many each of the first is told, and the rest in one notice of the next sweep', async () => {
    for (let runs = 0; runs < 45; runs += 1) await note(newRun())
    assert.equal((await told()).length, 20)
    await sweep()
    const notices = await listNotices(books.database, { state: 'open', limit: 100 })
    const many = notices.filter(({ kind }) => kind === 'runs_astray')
    assert.deepEqual(
      many.map((notice) => 'about' in notice && notice.about),
      [{ runs: 25 }],
    )
    assert.equal((await listAsking(books.database)).length, 45)
    await sweep()
    assert.equal((await listNotices(books.database, { state: 'open', limit: 100 })).length, 21)
  })

  const newRun = () => ({
    workflowId: workflowId('collection', randomUUID()),
    runId: randomUUID(),
  })
  const note = (run: ReturnType<typeof newRun>, code = 'TypeError') =>
    noteTrouble(books.database, run, { step: 'checkPayment', code })
  const told = () =>
    listNotices(books.database, { state: 'open', kind: 'run_attention', limit: 100 })

  async function sweep(): Promise<void> {
    await sweepEnds(books.database, await sweepBegins(onPool(books.database.pool)))
  }
})
