import assert from 'node:assert/strict'
import type { Client } from '@temporalio/client'
import { readReconciliation } from '#use-cases/reconciliation/find.ts'
import { eventually } from '#test/support/call.ts'
import { outboxTo } from '#test/support/orders.ts'
import { freshReference, importOne, statementOf } from '#test/support/statements.ts'
import { given } from '#test/support/given.ts'
import { openFailpoints } from './failpoints.ts'
import { givenScene } from './scene.ts'

const linesTotal = 4000

describe('a worker is killed in the middle of a statement', function () {
  this.timeout(240_000)
  const scene = givenScene()
  const failpoints = given(() => openFailpoints(scene.database))

  it('another goes on after the last batch that was committed, and no line is judged twice', async () => {
    const { database } = scene
    const { client } = scene.temporal
    const third = { table: 'reconciliation', at: 'update', when: 'new.lines_done = 3000' } as const
    const held = await failpoints.add(third)
    const worker = await scene.startWorker()
    const stranger = freshReference()
    const csv = statementOf(
      Array.from({ length: linesTotal }, (_, at) => ({ operator_reference: `${stranger}-${at}` })),
    )
    const id = await importOne({ database, outbox: outboxTo({ database, client }) }, csv)
    await held.reached()
    assert.equal((await readReconciliation(database, id)).linesDone, 2000)
    await worker.kill()
    await held.undo()
    await scene.startWorker()
    const record = await eventually(async () => {
      const found = await readReconciliation(database, id)
      return found.state === 'done' && found
    }, 60_000)
    assert.deepEqual(
      [record.linesDone, record.linesAgreed, record.differences],
      [linesTotal, 0, { missing_here: linesTotal }],
    )
    const attempts = await attemptsOf(client, `reconciliation/${id}`)
    assert.equal(attempts, 2)
  })
})

/** How often the step of this run was begun. */
async function attemptsOf(client: Client, workflowId: string): Promise<number | undefined> {
  const handle = client.workflow.getHandle(workflowId)
  await handle.result()
  const { events } = await handle.fetchHistory()
  const begun = events?.map((event) => event.activityTaskStartedEventAttributes?.attempt)
  return begun?.find((attempt) => attempt !== undefined && attempt !== null)
}
