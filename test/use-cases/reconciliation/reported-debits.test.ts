import assert from 'node:assert/strict'
import { checkLateAnswer } from '#activities/check-late-answer.ts'
import type { TransactionId } from '#domain/ids.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { listLateOutcomes } from '#use-cases/late-outcomes/queue.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { expired, failed } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import {
  endedAt,
  freshReference,
  namesOf,
  reconciled,
  statementOf,
} from '#test/support/statements.ts'
import { workerSteps } from '#test/support/worker-steps.ts'

describe('a debit that a statement reports of a payment that ended without one', () => {
  const books = givenBooks()
  const merchant = given(() => createMerchant(books, { mode: 'live' }))

  async function ended(outcome: Outcome): Promise<TransactionId> {
    const transactionId = await acceptOne(books, merchant)
    await settleTransaction(books.database, books.outbox, { transactionId, outcome })
    await endedAt(books.database, [transactionId])
    return transactionId
  }

  it('has its operator asked again, by what we knew before, whose answer alone books it', async () => {
    const [late, silent] = [await ended(expired), await ended(failed)]
    const { reference } = await namesOf(books.database, late)
    const theirs = freshReference()
    const line = { reference, operator_reference: theirs }
    const [difference] = await reconciled(books, statementOf([line]))
    assert.equal(difference?.kind, 'status_differs')
    const watches = 'select transaction_id as id from late_watch where closed_at is null'
    assert.deepEqual(await books.rows(watches), [{ id: late }], 'the other one is on no statement')
    const announced = await books.rows(
      `select subject_id as id, signal from outbox
       where subject_id = any($1) and kind = 'late-answer' order by outbox.id`,
      [late, silent],
    )
    assert.deepEqual(announced, [
      { id: late, signal: null },
      { id: late, signal: 'operatorAnswered' },
    ])
    assert.deepEqual(await listLateOutcomes(books.database, { isOpen: true, limit: 10 }), [])
    let asked: string | null | undefined = 'nothing'
    const steps = workerSteps(books, () => ({
      isIdempotent: false,
      request: () => Promise.reject(new Error('nothing is to be sent')),
      read({ providerReference }) {
        asked = providerReference
        const outcome = { status: 'succeeded', providerReference: theirs } as const
        return Promise.resolve({ state: 'decided', outcome })
      },
    }))
    assert.deepEqual(await checkLateAnswer(steps, { transactionId: late }), { state: 'closed' })
    assert.equal(asked, null, 'the statement could name the reference of another payment')
    const waiting = await listLateOutcomes(books.database, { isOpen: true, limit: 10 })
    assert.deepEqual(
      waiting.map(({ id }) => id),
      [late],
    )
  })
})
