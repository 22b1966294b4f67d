import assert from 'node:assert/strict'
import type { TransactionId } from '#domain/ids.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { listDifferences } from '#use-cases/reconciliation/list-differences.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { acceptOne, createMerchant, openCheckedBooks } from '#test/support/books.ts'
import { expired } from '#test/support/ends.ts'
import { givenEach } from '#test/support/given.ts'
import {
  endedAt,
  freshReference,
  namesOf,
  reconciled,
  statementOf,
} from '#test/support/statements.ts'

describe('a statement about debits that came late', () => {
  const books = givenEach(() => openCheckedBooks())
  const merchant = givenEach(() => createMerchant(books, { mode: 'live' }))

  it('of which two lines name two orders of ours by one reference of the operator tells of each', async () => {
    const [paid, late] = [await collected(), await collected(expired)]
    const ours = await names(paid)
    const told = { ...ours, reference: (await names(late)).reference }
    const found = await reconciled(books, statementOf([ours, told]))
    assert.deepEqual(
      found.map(({ kind, theirs, ours: side }) => [kind, theirs?.line, side?.transactionId]),
      [['status_differs', 3, late]],
    )
    const watched = await books.rows('select from late_watch where transaction_id = $1', late)
    assert.equal(watched.length, 1, 'its operator is asked again')
  })

  it('lacks a debit that came late, though an earlier one told of its failure, until one has the debit itself', async () => {
    const late = await collected(expired)
    const { reference } = await names(late)
    assert.deepEqual(await reconciled(books, statementOf([{ reference, status: 'failed' }])), [])
    await bookLateOutcome(books.database, late, 'late-1')
    await ended(late)
    const next = await reconciled(books, statementOf([]))
    assert.deepEqual(
      next.map(({ kind, ours, closed }) => [kind, ours?.transactionId, closed]),
      [['missing_there', late, null]],
    )
    const again = await reconciled(books, statementOf([{ operator_reference: 'late-1' }]))
    assert.deepEqual(again, [])
    const [closed] = await listDifferences(books.database, { state: 'closed', limit: 10 })
    assert.equal(closed?.id, next[0]?.id)
  })

  /** A collection of 1020 XOF that ended at noon; by default it was paid. */
  async function collected(end?: Outcome): Promise<TransactionId> {
    const transactionId = await acceptOne(books, merchant)
    const outcome = end ?? { status: 'succeeded', providerReference: freshReference() }
    await settleTransaction(books.database, books.outbox, { transactionId, outcome })
    await ended(transactionId)
    return transactionId
  }

  const ended = (id: string) => endedAt(books.database, [id])
  const names = (id: string) => namesOf(books.database, id)
})
