import assert from 'node:assert/strict'
import { checkLateAnswer } from '#activities/check-late-answer.ts'
import type { OrderState } from '#activities/operators/operator.ts'
import { operatorAnswered } from '#use-cases/operators/answered.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { claimRequest } from '#use-cases/transactions/request-sent.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { expired } from '#test/support/ends.ts'
import { workerSteps } from '#test/support/worker-steps.ts'
import { paid, refusedByPayer } from '#test/workflows/scripted-operator.ts'

describe('the watch over a payment that has ended', () => {
  const books = givenBooks()

  it('is not closed by an answer that is older than the operator’s last report: the debit is not lost', async () => {
    const { database, outbox } = books
    const transactionId = await acceptOne(books, await createMerchant(books))
    assert.equal((await claimRequest(database, transactionId)).state, 'claimed')
    await settleTransaction(database, outbox, { transactionId, outcome: expired, isWatched: true })
    const { operatorRequestId } = await readTransaction(database, transactionId)
    const look = (answer: () => Promise<OrderState>) =>
      checkLateAnswer(
        workerSteps(books, () => ({
          isIdempotent: true,
          request: () => Promise.resolve({ state: 'unknown' }),
          read: answer,
        })),
        { transactionId },
      )
    const first = await look(async () => {
      // While its answer is on the way, the operator debits the payer after all, and calls back.
      assert.equal(await operatorAnswered(database, outbox, operatorRequestId), transactionId)
      return refusedByPayer
    })
    assert.equal(first.state, 'undecided')
    assert.equal((await look(() => Promise.resolve(paid))).state, 'closed')
    const { lateOutcomeAt } = await books
      .rows<{ lateOutcomeAt: Date | null }>(
        'select late_outcome_at as "lateOutcomeAt" from transaction where id = $1',
        transactionId,
      )
      .then(([row]) => row ?? { lateOutcomeAt: null })
    assert.ok(lateOutcomeAt)
    assert.equal((await look(() => Promise.resolve(paid))).state, 'closed', 'again is the same')
  })
})
