import assert from 'node:assert/strict'
import { inTransaction } from '#db/sql.ts'
import { operatorAnswered, operatorDenied } from '#use-cases/operators/answered.ts'
import { endRefund, type RefundEnd } from '#use-cases/refunds/end.ts'
import { lockRefund } from '#use-cases/refunds/find.ts'
import { claimRefund } from '#use-cases/refunds/sent.ts'
import { lockPayment } from '#use-cases/transactions/lock-payment.ts'
import { createMerchant, openBooks } from '#test/support/books.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { act, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { isWatchedAfter } from './called-back.ts'

describe('an operator that calls back about a refund at the moment it ends', () => {
  const books = given(() => openBooks())
  booksHoldAfterEach(() => books.database)

  /** Whether the refund is watched, if it ended so while its callback was being written down. */
  async function isWatched(end: RefundEnd, hear: typeof operatorAnswered): Promise<boolean> {
    const { database } = books
    const merchant = await createMerchant(books)
    const transactionId = await paidCollection(books, merchant)
    const { id } = await refundOf(books, merchant, { transactionId, amount: 500n })
    assert.deepEqual(await act(books, { refundId: id, act: 'approve' }), { status: 'approved' })
    assert.ok(await claimRefund(database, id))
    const hearing = await inTransaction(database.pool, async (sql) => {
      const payment = await lockPayment(sql, transactionId)
      assert.ok(payment)
      const { refund } = await lockRefund(sql, id)
      const heard = isWatchedAfter(books, id, hear)
      await eventually(async () => {
        const waiting = await books.rows(
          `select from pg_locks where not granted
             and (database is null or database = (select oid from pg_database where datname = current_database()))`,
        )
        return waiting.length > 0
      })
      await endRefund(sql, database, { payment, refund, end })
      return { heard }
    })
    return hearing.heard
  }

  const failed = { status: 'failed', failureCode: 'recipient_rejected' } as const

  it('is asked again how it ended, if it had said that it failed', async () => {
    assert.equal(await isWatched(failed, operatorAnswered), true)
  })

  it('is asked again, if it denies what it had just paid', async () => {
    const paid = { status: 'succeeded', providerReference: 'op-2' } as const
    assert.equal(await isWatched(paid, operatorDenied), true)
  })

  it('is not asked again about what it had just paid', async () => {
    const paid = { status: 'succeeded', providerReference: 'op-3' } as const
    assert.equal(await isWatched(paid, operatorAnswered), false)
  })
})
