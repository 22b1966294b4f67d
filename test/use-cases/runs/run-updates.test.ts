import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { WorkflowUpdateFailedError } from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import { asId, type TransactionId } from '#domain/ids.ts'
import { createRunUpdates, type RunUpdate } from '#use-cases/run-updates.ts'
import { openBooks } from '#test/support/books.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { given } from '#test/support/given.ts'

describe('an update that Temporal answers with a failure', () => {
  const books = given(() => openBooks())
  const update = (isOpen: boolean): RunUpdate<'bank-transfer', 'takeTransfer'> => ({
    kind: 'bank-transfer',
    subjectId: asId<TransactionId>(randomUUID()),
    name: 'takeTransfer',
    input: { actId: asId(randomUUID()), staffId: asId(randomUUID()) },
    updateId: randomUUID(),
    isOpen: () => Promise.resolve(isOpen),
  })
  /** As the server answers, in words of its own. */
  const failing = (type: string) => {
    const failure = ApplicationFailure.create({
      type,
      message: 'of the server',
      nonRetryable: true,
    })
    return createRunUpdates({
      ...books,
      call: () => Promise.reject(new WorkflowUpdateFailedError('Workflow Update failed', failure)),
    })
  }

  it('is over when the run that had accepted it has ended, as the books say', async () => {
    const answer = await failing('AcceptedUpdateCompletedWorkflow').execute(update(false))
    assert.equal(answer, undefined)
  })

  it('is for another run when that one ended and the books say it must go on; without one it is not served', async () => {
    const sent = failing('AcceptedUpdateCompletedWorkflow').execute(update(true))
    assert.equal(await refusalCode(sent), 'service_unavailable')
  }).timeout(20_000)

  it('is refused with the code that a run refused it with, and nothing else is taken for one', async () => {
    assert.equal(await refusalCode(failing('cannot_cancel').execute(update(true))), 'cannot_cancel')
    await assert.rejects(failing('TypeError').execute(update(true)), WorkflowUpdateFailedError)
  })
})
