import assert from 'node:assert/strict'
import { openBalance } from '#use-cases/balance/open.ts'
import { money } from '#domain/money/money.ts'
import { createMerchant, givenBooks } from '#test/support/books.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { tallyOf } from '#test/support/outcome.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { balancesOf, paidCollection, refundOf } from './refunds.ts'

const rounds = 20

describe('a payout of the whole balance and a refund of the whole payment at the same moment', () => {
  const books = givenBooks()
  booksHoldAfterEach(() => books.database)

  it(`${rounds} times: one has the money, the other is refused`, async function () {
    this.timeout(120_000)
    for (let round = 0; round < rounds; round += 1) {
      const merchant = await createMerchant(books)
      await openBalance(books.database, merchant, money(20n, 'XOF'))
      const transactionId = await paidCollection(books, merchant)
      assert.deepEqual(await balancesOf(books, merchant), { available: 1020 })
      const asked = [
        () => acceptPayoutOne(books, merchant),
        () => refundOf(books, merchant, { transactionId, amount: null }),
      ]
      const order = round % 2 === 0 ? asked : asked.toReversed()
      const ends = await tallyOf(order.map((ask) => ask()))
      assert.deepEqual(ends, { done: 1, insufficient_balance: 1 })
      const { available = 0, reserved = 0 } = await balancesOf(books, merchant)
      assert.equal(available + reserved, 1020)
      assert.ok(available >= 0 && reserved > 0)
    }
  })
})
