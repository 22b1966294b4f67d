import assert from 'node:assert/strict'
import type { TransactionId } from '#domain/ids.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { claimRequest } from '#use-cases/transactions/request-sent.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { given } from '#test/support/given.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { endOf, expired, paid, success } from '#test/support/ends.ts'

describe('when the operator debits after the payment has ended', () => {
  const books = givenBooks(20)
  const merchant = given(() => createMerchant(books))

  function settle(transactionId: TransactionId, outcome: Outcome, isWatched = false) {
    return settleTransaction(books.database, books.outbox, { transactionId, outcome, isWatched })
  }

  const late = 'late_outcome_booked:operator_clearing:-1020 late_outcome_booked:to_refund:1020'

  async function noteOf(id: TransactionId) {
    const [note] = await books.rows<{ provider_reference: string; late_outcome_at: string | null }>(
      'select provider_reference, late_outcome_at from transaction where id = $1',
      id,
    )
    assert.ok(note)
    return note
  }

  it('only a payment that is to be watched, and that its operator was asked for, announces its watch', async () => {
    const isAnnounced = async (isAsked: boolean, isWatched: boolean): Promise<boolean> => {
      const id = await acceptOne(books, merchant)
      if (isAsked) assert.equal((await claimRequest(books.database, id)).state, 'claimed')
      await settle(id, expired, isWatched)
      return (await endOf(books, id)).announced.includes('late-answer')
    }
    assert.equal(await isAnnounced(true, true), true)
    assert.equal(await isAnnounced(true, false), false)
    assert.equal(await isAnnounced(false, true), false)
  })

  it('the whole amount is kept for the payer once, and the payment stays expired', async () => {
    const id = await acceptOne(books, merchant)
    await settle(id, expired, true)
    const before = await endOf(books, id)
    await Promise.all(
      Array.from({ length: 10 }, () => bookLateOutcome(books.database, id, 'late-1')),
    )
    assert.deepEqual(await endOf(books, id), { ...before, money: late })
    const noted = await noteOf(id)
    assert.equal(noted.provider_reference, 'late-1')
    assert.ok(noted.late_outcome_at)
    await bookLateOutcome(books.database, id, 'late-2')
    assert.deepEqual(await noteOf(id), noted)
  })

  it('a payment that is pending, or that succeeded, keeps no money for the payer', async () => {
    const id = await acceptOne(books, merchant)
    await bookLateOutcome(books.database, id, 'late')
    assert.equal((await endOf(books, id)).money, null)
    await settle(id, success)
    await bookLateOutcome(books.database, id, 'late')
    assert.equal((await endOf(books, id)).money, paid)
  })

  it('50 races of a late outcome and a late success book the money once', async function () {
    this.timeout(60_000)
    for (let race = 0; race < 50; race += 1) {
      const id = await acceptOne(books, merchant)
      const [end] = await Promise.all([
        settle(id, race % 2 === 0 ? expired : success),
        bookLateOutcome(books.database, id, 'late'),
      ])
      await bookLateOutcome(books.database, id, 'late')
      assert.equal((await endOf(books, id)).money, end === 'succeeded' ? paid : late)
    }
  })
})
