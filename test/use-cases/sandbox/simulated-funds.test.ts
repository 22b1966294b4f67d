import assert from 'node:assert/strict'
import { claimRefund } from '#use-cases/refunds/sent.ts'
import { settleRefund } from '#use-cases/refunds/settle.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import type { TransactionId } from '#domain/ids.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createMerchant, type Merchant, openBooks } from '#test/support/books.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import {
  act,
  balancesOf,
  fundsAct,
  keepApart,
  paidCollection,
  refundOf,
} from '#test/use-cases/refunds/refunds.ts'

describe('funds of the sandbox that would await confirmation', () => {
  let merchant: Merchant

  const books = given(() => openBooks())
  beforeEach(async () => {
    merchant = await createMerchant(books, { mode: 'sandbox' })
  })
  booksHoldAfterEach(() => books.database)

  it('are available at once, shown as to be confirmed too, and confirmed without a movement', async () => {
    const transactionId = await toConfirm()
    assert.deepEqual(await shown(), { available: 1000, toConfirm: 1000, count: 1 })
    assert.deepEqual(await balancesOf(books, merchant), { available: 1000 })
    const confirmed = await fundsAct(books, { transactionId, act: 'confirm' })
    assert.deepEqual(confirmed, { status: 'available' })
    assert.deepEqual(await shown(), { available: 1000, toConfirm: 0, count: 0 })
    assert.deepEqual(await balancesOf(books, merchant), { available: 1000 })
    assert.deepEqual(await movementsOf(transactionId), ['collection_settled'])
  })

  it('what a refund takes of them is neither available nor to be confirmed, until it comes back', async () => {
    const transactionId = await toConfirm()
    const { id } = await refundOf(books, merchant, { transactionId, amount: 300n })
    assert.deepEqual(await shown(), { available: 700, toConfirm: 700, count: 1 })
    assert.deepEqual(await act(books, { refundId: id, act: 'cancel' }), { status: 'cancelled' })
    assert.deepEqual(await shown(), { available: 1000, toConfirm: 1000, count: 1 })
    const { id: paid } = await refundOf(books, merchant, { transactionId, amount: 400n })
    await act(books, { refundId: paid, act: 'approve' })
    await fundsAct(books, { transactionId, act: 'confirm' })
    assert.ok(await claimRefund(books.database, paid))
    const outcome = { status: 'succeeded', providerReference: 'r' } as const
    await settleRefund(books.database, books.outbox, { refundId: paid, outcome })
    assert.deepEqual(await shown(), { available: 600, toConfirm: 0, count: 0 })
    assert.deepEqual(await balancesOf(books, merchant), { available: 600 })
  })

  it('can be paid out to the franc, and are then not refunded as well', async () => {
    const transactionId = await toConfirm()
    // With the fee of 2 %, 1000 in all.
    const most = 981n
    assert.equal(await refusalCode(payOut(most + 1n)), 'insufficient_balance')
    await payOut(most)
    assert.deepEqual(await shown(), { available: 0, toConfirm: 1000, count: 1 })
    assert.deepEqual(await balancesOf(books, merchant), { reserved: 1000 })
    const refund = refundOf(books, merchant, { transactionId, amount: 1n })
    assert.equal(await refusalCode(refund), 'insufficient_balance')
  })

  it('cannot be kept apart by anybody; in live they are', async () => {
    const transactionId = await toConfirm()
    await assert.rejects(
      keepApart(books, transactionId, 1000),
      /ledger_simulated_funds_are_available/,
    )
    merchant = await createMerchant(books, { mode: 'live' })
    await toConfirm()
    assert.deepEqual(await shown(), { available: 0, toConfirm: 1000, count: 1 })
    assert.deepEqual(await balancesOf(books, merchant), { pending_confirmation: 1000 })
  })

  const payOut = (amount: bigint) => acceptPayoutOne(books, merchant, { amount })
  const toConfirm = () => paidCollection(books, merchant, { funds: 'pending_confirmation' })

  async function shown() {
    const balance = await readBalance(books.database, merchant.serviceEnvId)
    return {
      available: Number(balance.available),
      toConfirm: Number(balance.pendingConfirmation),
      count: balance.pendingConfirmationCount,
    }
  }
  const movementsOf = async (id: TransactionId) => {
    const rows = await books.rows<{ kind: string }>(
      'select kind from ledger_movement where transaction_id = $1 order by id',
      id,
    )
    return rows.map(({ kind }) => kind)
  }
})
