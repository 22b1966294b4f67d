import assert from 'node:assert/strict'
import type { TransactionId } from '#domain/ids.ts'
import type { Entry } from '#domain/ledger/ledger.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { type Movement, post } from '#db/ledger.ts'
import { inTransaction } from '#db/sql.ts'
import { givenEach } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { acceptOne, type Books, createMerchant, openBooks } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { balanceOf, movementOf } from './movements.ts'

describe('a movement of a kind is booked once', () => {
  let books: Books
  let transactionId: TransactionId

  before(async () => {
    books = await openBooks()
  })
  const merchant = givenEach(() => createMerchant(books))
  beforeEach(async () => {
    transactionId = await acceptOne(books, merchant)
  })
  // What is posted here is what the settlement posts: it finds its movement booked, and the books agree.
  afterEach(() =>
    settleTransaction(books.database, books.outbox, { transactionId, outcome: success }),
  )
  after(async () => {
    assert.deepEqual(await checkInvariants(books.database), [])
    await books.close()
  })

  function movement(changes: Partial<Movement> = {}): Movement {
    return movementOf({ merchant, transactionId }, changes)
  }

  function book(changes: Partial<Movement> = {}): Promise<boolean> {
    return inTransaction(books.database.pool, (sql) => post(sql, movement(changes)))
  }

  const settled: Partial<Movement> = {
    entries: [
      { account: 'operator_clearing', amount: -1020n },
      { account: 'available', amount: 1000n },
      { account: 'fees', amount: 20n },
    ],
  }

  it('when it is posted twice', async () => {
    assert.equal(await book(settled), true)
    assert.equal(await book(settled), false)
    assert.equal(await balanceOf(books, merchant, 'available'), '1000')
  })

  it('when it is posted twice in one transaction', async () => {
    const twice = await inTransaction(books.database.pool, async (sql) => [
      await post(sql, movement(settled)),
      await post(sql, movement(settled)),
    ])
    assert.deepEqual(twice, [true, false])
    assert.equal(await balanceOf(books, merchant, 'available'), '1000')
  })

  it('when it is posted 20 times at once', async () => {
    const posted = await Promise.all(Array.from({ length: 20 }, () => book(settled)))
    assert.equal(posted.filter(Boolean).length, 1)
    assert.equal(await balanceOf(books, merchant, 'available'), '1000')
  })

  it('and again when the first posting was rolled back', async () => {
    const rolledBack = inTransaction(books.database.pool, async (sql) => {
      await post(sql, movement(settled))
      throw new Error('changed my mind')
    })
    await assert.rejects(rolledBack, /changed my mind/)
    assert.equal(await balanceOf(books, merchant, 'available'), undefined)
    assert.equal(await book(settled), true)
  })

  it('40 movements at once between two accounts, written in either order, never wait in a ring', async () => {
    const fresh = await openBooks(20)
    try {
      const owner = await createMerchant(fresh)
      const ids = await Promise.all(Array.from({ length: 41 }, () => acceptOne(fresh, owner)))
      const between = (at: number, entries: readonly Entry[]) => {
        const moved = movementOf({ merchant: owner, transactionId: idAt(at) }, { entries })
        return inTransaction(fresh.database.pool, (sql) => {
          runs += 1
          return post(sql, moved)
        })
      }
      const idAt = (at: number): TransactionId => ids[at] ?? assert.fail()
      let runs = 0
      await between(40, [
        { account: 'operator_clearing', amount: -2000n },
        { account: 'available', amount: 1000n },
        { account: 'reserved', amount: 1000n },
      ])
      const [out, back] = [-1n, 1n].map((amount): Entry[] => [
        { account: 'available', amount },
        { account: 'reserved', amount: -amount },
      ])
      assert.ok(out && back)
      await Promise.all(
        ids.slice(0, 40).map((_, at) => between(at, at % 2 === 0 ? out : back.toReversed())),
      )
      assert.equal(runs, 41, 'nothing had to be repeated')
      assert.equal(await balanceOf(fresh, owner, 'available'), '1000')
      assert.equal(await balanceOf(fresh, owner, 'reserved'), '1000')
    } finally {
      await fresh.close()
    }
  })
})
