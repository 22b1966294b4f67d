import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { TransactionId } from '#domain/ids.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { type Books, createMerchant, type Merchant, openBooks } from './books.ts'
import { balancesOf, fundsAct, keepApart, paidCollection, refundOf } from './refunds.ts'

const migration = new URL('../../db/sql/20261123-simulated-funds.sql', import.meta.url)

describe('sandbox funds that the release before kept apart until a confirmation', () => {
  let books: Books
  let merchant: Merchant

  before(async function () {
    this.timeout(60_000)
    books = await openBooks()
    merchant = await createMerchant(books, { mode: 'sandbox' })
  })
  after(() => books?.close())

  it('are made available by the migration, less what refunds took, and stay confirmable; live ones wait', async () => {
    await books.rows(
      'alter table ledger_account drop constraint ledger_simulated_funds_are_available',
    )
    const live = await createMerchant(books, { mode: 'live' })
    await toConfirm(live)
    const [whole, part, none] = [await toConfirm(), await toConfirm(), await toConfirm()]
    await refundOf(books, merchant, { transactionId: part, amount: 300n })
    await refundOf(books, merchant, { transactionId: none, amount: 1000n })
    await keepApart(books, whole, 1000)
    await keepApart(books, part, 700)
    const before = { pending_confirmation: 1700, reserved: 1300 }
    assert.deepEqual(await balancesOf(books, merchant), before)
    await books.database.pool.query(readFileSync(migration, 'utf8'))
    const after = { available: 1700, reserved: 1300 }
    assert.deepEqual(await balancesOf(books, merchant), after)
    assert.deepEqual(await balancesOf(books, live), { pending_confirmation: 1000 })
    assert.deepEqual(await checkInvariants(books.database), [])
    for (const transactionId of [whole, part, none]) {
      const confirmed = await fundsAct(books, { transactionId, act: 'confirm' })
      assert.deepEqual(confirmed, { status: 'available' })
    }
    assert.deepEqual(await balancesOf(books, merchant), after)
    assert.deepEqual(await checkInvariants(books.database), [])
  })

  const toConfirm = (owner: Merchant = merchant): Promise<TransactionId> =>
    paidCollection(books, owner, { funds: 'pending_confirmation' })
})
