import assert from 'node:assert/strict'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import type { FundsAtSettlement } from '#domain/transactions/transaction.ts'
import { makeFundsAvailable } from '#use-cases/funds/move.ts'
import {
  balancesOf,
  fundsAct,
  paidCollection,
  payBack,
  refundOf,
  succeeded,
} from '#test/use-cases/refunds/refunds.ts'
import { givenSettling } from './contradictions.ts'
import { operatorSays } from '#test/use-cases/closings/closings.ts'

describe('what is owed of a refund that was not paid after all', () => {
  const { books, merchant, settleByTwo } = givenSettling()

  const denied = async (transactionId: TransactionId, refundId: RefundId | null = null) =>
    assert.ok(await operatorSays(books, { transactionId, refundId }, 'not_paid'))

  /** A payment of 1020 XOF, 1000 of them net, and its refund, which succeeded. */
  const refunded = async (funds: FundsAtSettlement, amount: bigint) => {
    const transactionId = await paidCollection(books, merchant, { funds })
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount })
    await payBack(books, refundId, succeeded)
    return { transactionId, refundId }
  }

  const balances = () => balancesOf(books, merchant)

  it('returns to where the funds of its payment stand, and goes on with them', async () => {
    const { transactionId, refundId } = await refunded('held', 400n)
    await denied(transactionId, refundId)
    await settleByTwo(refundId)
    assert.deepEqual(await balances(), { available: 100_000, held: 1000 })
    await fundsAct(books, { transactionId, act: 'withhold' })
    assert.deepEqual(await balances(), { available: 100_000, withheld: 1000 })
  })

  it('returns in the shares in which it was taken: the fees to what is available', async () => {
    const { transactionId, refundId } = await refunded('held', 1020n)
    assert.deepEqual(await balances(), { available: 99_980 })
    await denied(transactionId, refundId)
    await settleByTwo(refundId)
    assert.deepEqual(await balances(), { available: 100_000, held: 1000 })
  })

  it('waits with pending funds, and becomes available with them', async () => {
    await books.rows(
      `update service_env set availability_delay = '2 days' where id = $1`,
      merchant.serviceEnvId,
    )
    const { transactionId, refundId } = await refunded('available', 400n)
    assert.deepEqual(await balances(), { available: 100_000, pending: 600 })
    await denied(transactionId, refundId)
    await settleByTwo(refundId)
    assert.deepEqual(await balances(), { available: 100_000, pending: 1000 })
    await makeFundsAvailable(books.database, transactionId)
    assert.deepEqual(await balances(), { available: 101_000 })
  })

  it('is available if the funds are, or were confirmed in the meantime', async () => {
    const released = await refunded('pending_confirmation', 400n)
    await fundsAct(books, { transactionId: released.transactionId, act: 'confirm' })
    for (const { transactionId, refundId } of [released, await refunded('available', 400n)]) {
      await denied(transactionId, refundId)
      await settleByTwo(refundId)
    }
    assert.deepEqual(await balances(), { available: 102_000 })
  })

  it('is withheld with funds that were withheld in the meantime', async () => {
    const { transactionId, refundId } = await refunded('held', 400n)
    await fundsAct(books, { transactionId, act: 'withhold' })
    await denied(transactionId, refundId)
    await settleByTwo(refundId)
    assert.deepEqual(await balances(), { available: 100_000, withheld: 1000 })
  })

  it('is recovered from there, if the payment was taken back as well', async () => {
    for (const isRefundFirst of [true, false]) {
      const { transactionId, refundId } = await refunded('held', 1020n)
      await denied(transactionId, refundId)
      await denied(transactionId)
      const order = [refundId, transactionId] as const
      for (const id of isRefundFirst ? order : order.toReversed()) await settleByTwo(id)
      assert.deepEqual(await balances(), { available: 100_000 }, `${isRefundFirst}`)
    }
  })
})
