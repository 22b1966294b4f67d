import assert from 'node:assert/strict'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { listContradictions } from '#use-cases/closings/contradictions.ts'
import { operatorAnswered } from '#use-cases/operators/answered.ts'
import { readRefund, readRefundable } from '#use-cases/refunds/find.ts'
import { claimRefund, flagRefund } from '#use-cases/refunds/sent.ts'
import { settleRefund } from '#use-cases/refunds/settle.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { claimRequest, noteReference } from '#use-cases/transactions/request-sent.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { createMerchant, givenBooks } from '#test/support/books.ts'
import { failed, success } from '#test/support/ends.ts'
import { givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { say } from '#test/use-cases/closings/closings.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { act, balancesOf, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { paid, refusedByPayer } from '#test/workflows/scripted-operator.ts'
import { isWatchedAfter, lookLate, type OrderId } from './called-back.ts'

describe('money out that ended unpaid, and of which its operator calls back', () => {
  const books = givenBooks()
  const merchant = givenEach(() => createMerchant(books))
  beforeEach(async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
  })
  booksHoldAfterEach(() => books.database)

  async function endedPayout(outcome = failed): Promise<TransactionId> {
    const transactionId = await acceptPayoutOne(books, merchant)
    await claimRequest(books.database, transactionId)
    await settleTransaction(books.database, books.outbox, { transactionId, outcome })
    return transactionId
  }

  async function failedRefund(): Promise<RefundId> {
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 1000n })
    await act(books, { refundId, act: 'approve' })
    await claimRefund(books.database, refundId)
    await settleRefund(books.database, books.outbox, { refundId, outcome: failed })
    return refundId
  }

  const calledBack = (id: OrderId) => isWatchedAfter(books, id, operatorAnswered)

  const casesOf = async (id: TransactionId | RefundId) => {
    const [found] = await books.rows<{ kept: string; notices: string[] }>(
      `select (select coalesce(sum(e.amount), 0)::text from ledger_entry e join ledger_account a on a.id = e.account_id
           join ledger_movement m on m.id = e.movement_id
           where coalesce(m.refund_id, m.transaction_id) = $1 and a.kind = 'contradicted') as kept,
         array(select n.kind from staff_notice n where coalesce(n.refund_id, n.transaction_id) = $1) as notices`,
      id,
    )
    return found
  }
  const contradicted = { kept: '-1000', notices: ['closing_contradicted'] }

  it('was paid after all: kept apart once, staff is told, and what the merchant has stays', async () => {
    const transactionId = await endedPayout()
    const before = await balancesOf(books, merchant)
    assert.equal(await calledBack(transactionId), true)
    const ends = await Promise.all([1, 2, 3].map(() => lookLate(books, paid, { transactionId })))
    assert.ok(ends.every(({ state }) => state === 'closed'))
    assert.deepEqual(await casesOf(transactionId), contradicted)
    assert.deepEqual(await balancesOf(books, merchant), before)
    assert.equal((await readTransaction(books.database, transactionId)).status, 'failed')
    const [told] = await listContradictions(books.database, transactionId)
    assert.deepEqual([told?.ended_as, told?.source], ['not_paid', 'answer'])
    await calledBack(transactionId)
    await lookLate(books, paid, { transactionId })
    assert.deepEqual(await casesOf(transactionId), contradicted, 'a second callback adds nothing')
    const [order] = await books.rows(
      'select standing from operator_order where id = $1',
      transactionId,
    )
    assert.deepEqual(order, { standing: 'moved' })
  })

  it('is a refund that was paid after all: the payer has it, and it is not given back twice', async () => {
    const refundId = await failedRefund()
    assert.equal(await calledBack(refundId), true)
    assert.deepEqual(await lookLate(books, paid, { refundId }), { state: 'closed' })
    assert.deepEqual(await casesOf(refundId), contradicted)
    const { transactionId } = await readRefund(books.database, refundId)
    const left = await readRefundable(books.database, merchant.serviceEnvId, transactionId)
    assert.equal(left.minor, 20n)
  })

  it('is a refund that staff closed: the callback counts, and the reference that comes late is kept', async () => {
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 1000n })
    await act(books, { refundId, act: 'approve' })
    await claimRefund(books.database, refundId)
    await flagRefund(books.database, refundId, 1)
    assert.deepEqual(await say(books, { transactionId, refundId }), { status: 'failed' })
    const { operatorRequestId } = await readRefund(books.database, refundId)
    await noteReference(books.database, operatorRequestId, 'OP-LATE')
    assert.equal((await readRefund(books.database, refundId)).providerReference, 'OP-LATE')
    await lookLate(books, refusedByPayer, { refundId })
    assert.equal(await calledBack(refundId), true)
    await lookLate(books, paid, { refundId })
    assert.equal((await casesOf(refundId))?.kept, '-1000')
    const [told] = await listContradictions(books.database, transactionId)
    assert.equal(told?.source, 'verdict')
    const rewrite = `update refund set provider_reference = 'OP-OTHER' where id = $1`
    await assert.rejects(books.rows(rewrite, refundId), /for good/)
  })

  it('was not paid: nothing more happens; nor if it was paid, and is called back', async () => {
    const transactionId = await endedPayout()
    await calledBack(transactionId)
    assert.deepEqual(await lookLate(books, refusedByPayer, { transactionId }), { state: 'closed' })
    assert.deepEqual(await casesOf(transactionId), { kept: '0', notices: [] })
    assert.equal(await calledBack(await endedPayout(success)), false)
  })

  it('is not found, or not answered about, until the watch ends: staff is told', async () => {
    for (const state of ['not_found', 'unreachable'] as const) {
      const transactionId = await endedPayout()
      await calledBack(transactionId)
      assert.equal((await lookLate(books, { state }, { transactionId })).state, 'undecided')
      assert.equal(
        (await lookLate(books, { state }, { transactionId, isLast: true })).state,
        'undecided',
      )
      assert.deepEqual(await casesOf(transactionId), { kept: '0', notices: ['late_answer_silent'] })
    }
  })
})
