import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import { asId, type TransactionId } from '#domain/ids.ts'
import { createRunUpdates, type RunUpdate } from '#use-cases/run-updates.ts'
import { mayHaveLeft } from '#use-cases/refunds/sent.ts'
import { createMerchant, openBooks } from '#test/support/books.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { given } from '#test/support/given.ts'
import { paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

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

describe('an update to a run whose start still waits in the outbox', () => {
  const books = given(() => openBooks())

  it('hands that start over: an order that never left does not count as sent', async () => {
    const merchant = await createMerchant(books)
    const transactionId = await paidCollection(books, merchant)
    const held = { ...books, outbox: { ...books.outbox, kick: () => {} } }
    const { id: refundId } = await refundOf(held, merchant, { transactionId, amount: 400n })
    const starts = await startsOf(refundId)
    assert.equal(starts.length, 1)
    const kicked: unknown[] = []
    const updates = createRunUpdates({
      database: books.database,
      outbox: { kick: (entries) => void kicked.push(...entries) },
      call: () => Promise.reject(new WorkflowNotFoundError('no run', '', undefined)),
    })
    const sent = updates.execute<'refund', 'cancelRefund'>({
      kind: 'refund',
      subjectId: refundId,
      name: 'cancelRefund',
      input: { actId: asId(randomUUID()), actedBy: randomUUID() },
      updateId: randomUUID(),
      isOpen: () => Promise.resolve(true),
    })
    assert.equal(await refusalCode(sent), 'service_unavailable')
    assert.deepEqual(await startsOf(refundId), starts)
    assert.deepEqual(kicked, starts)
    assert.equal(await mayHaveLeft(books.database, refundId), false)
  }).timeout(20_000)

  const startsOf = async (refundId: string) =>
    (
      await books.rows<{ id: string }>(
        `select id::text from outbox where subject_id = $1`,
        refundId,
      )
    ).map((row) => row.id)
})
