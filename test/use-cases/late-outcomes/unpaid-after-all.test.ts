import assert from 'node:assert/strict'
import type { OrderState } from '#activities/operators/operator.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { inTransaction } from '#db/sql.ts'
import { lockPayment } from '#use-cases/transactions/lock-payment.ts'
import { eventually } from '#test/support/call.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { contradictClosing } from '#use-cases/closings/contradict.ts'
import { listContradictions } from '#use-cases/closings/contradictions.ts'
import { operatorAnswered, operatorDenied } from '#use-cases/operators/answered.ts'
import { readRefund, readRefundable } from '#use-cases/refunds/find.ts'
import {
  claimRefund,
  claimReleasedRefund,
  countRefundAsUnsent,
  mayHaveLeft,
  releaseRefund,
  withholdReceived,
} from '#use-cases/refunds/sent.ts'
import { settleRefund } from '#use-cases/refunds/settle.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { claimRequest, releaseRequest } from '#use-cases/transactions/request-sent.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { act, balancesOf, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { paid, refusedByPayer } from '#test/workflows/scripted-operator.ts'
import { isWatchedAfter, lookLate, type OrderId, tellOf } from './called-back.ts'

describe('what succeeded, and of which its operator calls back that it failed', () => {
  const books = givenBooks()
  const merchant = givenEach(() => createMerchant(books))
  beforeEach(async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
  })
  booksHoldAfterEach(() => books.database)

  async function paidPayout(): Promise<TransactionId> {
    const transactionId = await acceptPayoutOne(books, merchant)
    await claimRequest(books.database, transactionId)
    await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
    return transactionId
  }

  async function approvedRefund(): Promise<RefundId> {
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 1000n })
    await act(books, { refundId, act: 'approve' })
    return refundId
  }

  /** What its callback says is a hint. */
  const calledBack = (id: OrderId, hear = operatorDenied) => isWatchedAfter(books, id, hear)

  /** What its contradiction moved, what staff is told, and how a statement that has it is matched. */
  async function casesOf(id: OrderId) {
    const moved = await books.rows<{ account: string; amount: string }>(
      `select a.kind as account, e.amount::text as amount from ledger_movement m
         join ledger_entry e on e.movement_id = m.id join ledger_account a on a.id = e.account_id
       where coalesce(m.refund_id, m.transaction_id) = $1 and m.kind = 'closing_contradicted' order by 1`,
      id,
    )
    const [rest] = await books.rows<{ notices: string[]; standing: string }>(
      `select o.standing, array(select n.kind from staff_notice n
         where coalesce(n.refund_id, n.transaction_id) = o.id) as notices
       from operator_order o where o.id = $1`,
      id,
    )
    return { ...Object.fromEntries(moved.map((to) => [to.account, Number(to.amount)])), ...rest }
  }

  const told = { notices: ['closing_contradicted'], standing: 'still' }

  it('is a payout: what is owed is kept apart once, staff is told, and what the merchant has stays', async () => {
    const transactionId = await paidPayout()
    const before = await balancesOf(books, merchant)
    assert.equal(await calledBack(transactionId), true)
    const ends = await Promise.all(
      [1, 2, 3].map(() => lookLate(books, refusedByPayer, { transactionId })),
    )
    assert.ok(ends.every(({ state }) => state === 'closed'))
    const owed = { contradicted: 1020, fees: -20, operator_clearing: -1000, ...told }
    assert.deepEqual(await casesOf(transactionId), owed)
    assert.deepEqual(await balancesOf(books, merchant), before)
    assert.equal((await readTransaction(books.database, transactionId)).status, 'succeeded')
    const [shown] = await listContradictions(books.database, transactionId)
    assert.deepEqual([shown?.ended_as, shown?.source], ['paid', 'answer'])
    const again = async (state: OrderState) => {
      await calledBack(transactionId)
      assert.deepEqual(await lookLate(books, state, { transactionId }), { state: 'closed' })
      return casesOf(transactionId)
    }
    assert.deepEqual(await again(refusedByPayer), owed, 'the same word adds nothing')
    const twice = ['closing_contradicted', 'closing_contradicted']
    for (const _ of ['once', 'again'])
      assert.deepEqual(await again(paid), { ...owed, notices: twice, standing: 'moved' })
    const thrice = [...twice, 'closing_contradicted']
    assert.deepEqual(await again(refusedByPayer), { ...owed, notices: thrice, standing: 'still' })
  })

  it('is a refund as well', async () => {
    const refundId = await approvedRefund()
    await claimRefund(books.database, refundId)
    await settleRefund(books.database, books.outbox, { refundId, outcome: success })
    assert.equal(await calledBack(refundId), true)
    assert.deepEqual(await lookLate(books, refusedByPayer, { refundId }), { state: 'closed' })
    const owed = { contradicted: 1000, operator_clearing: -1000, ...told }
    assert.deepEqual(await casesOf(refundId), owed)
    assert.equal((await readRefund(books.database, refundId)).status, 'succeeded')
  })

  it('is a payment: its net is to be recovered, and no refund gives the payer what the operator took back', async () => {
    const refundId = await approvedRefund()
    const { transactionId } = await readRefund(books.database, refundId)
    const left = async () =>
      (await readRefundable(books.database, merchant.serviceEnvId, transactionId)).minor
    assert.equal(await left(), 20n)
    assert.equal(await calledBack(transactionId), true)
    assert.deepEqual(await lookLate(books, refusedByPayer, { transactionId }), { state: 'closed' })
    const lost = { contradicted: -1000, fees: -20, operator_clearing: 1020, ...told }
    assert.deepEqual(await casesOf(transactionId), lost)
    assert.equal((await readTransaction(books.database, transactionId)).status, 'succeeded')
    assert.equal(await left(), 0n)
    const more = refundOf(books, merchant, { transactionId, amount: 20n })
    assert.equal(await refusalCode(more), 'refund_not_allowed')
    assert.equal(await claimRefund(books.database, refundId), undefined)
    assert.equal(await withholdReceived(books.database, refundId), true)
  })

  it('was paid all the same, or its operator does not say: nothing is booked', async () => {
    for (const transactionId of [await paidPayout(), await paidCollection(books, merchant)]) {
      await calledBack(transactionId)
      assert.deepEqual(await lookLate(books, paid, { transactionId }), { state: 'closed' })
      assert.deepEqual(await casesOf(transactionId), { notices: [], standing: 'moved' })
      await calledBack(transactionId)
      const silent = { transactionId, isLast: true }
      assert.equal((await lookLate(books, { state: 'not_found' }, silent)).state, 'undecided')
      const unsure = { notices: ['late_answer_silent'], standing: 'moved' }
      assert.deepEqual(await casesOf(transactionId), unsure)
    }
  })

  it('is not looked at for a callback that says nothing new', async () => {
    assert.equal(await calledBack(await paidPayout(), operatorAnswered), false)
    assert.equal(await calledBack(await paidCollection(books, merchant), operatorAnswered), false)
    const refundId = await approvedRefund()
    await claimRefund(books.database, refundId)
    await settleRefund(books.database, books.outbox, { refundId, outcome: success })
    assert.equal(await calledBack(refundId, operatorAnswered), false)
  })
})

describe('what never left by our books, and of which its operator calls back', () => {
  const books = givenBooks()
  const merchant = givenEach(() => createMerchant(books))
  beforeEach(async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
  })
  booksHoldAfterEach(() => books.database)

  const callBack = async (id: OrderId) => {
    await tellOf(books, id, operatorAnswered)
    const signals = await books.rows<{ signal: string }>(
      'select signal from outbox where subject_id = $1 and signal is not null',
      id,
    )
    return signals.map(({ signal }) => signal)
  }

  it('is a refund that waits: it is neither rejected nor cancelled until the operator certainly has it not', async () => {
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 1000n })
    assert.deepEqual(await callBack(refundId), ['lookNow'])
    assert.equal(await mayHaveLeft(books.database, refundId), true)
    assert.equal((await readRefund(books.database, refundId)).status, 'pending')
    for (const verb of ['reject', 'cancel'] as const)
      assert.deepEqual(await act(books, { refundId, act: verb }), {
        refused: 'refund_may_have_left',
      })
    await countRefundAsUnsent(books.database, refundId)
    assert.deepEqual(await act(books, { refundId, act: 'reject' }), { status: 'rejected' })
  })

  it('is an order that its sender gives back, told that its operator has it not: it is looked for all the same', async () => {
    const { database } = books
    for (const id of [await acceptPayoutOne(books, merchant), await acceptOne(books, merchant)]) {
      const claim = await claimRequest(database, id)
      assert.ok(claim.state === 'claimed')
      await callBack(id)
      await releaseRequest(database, id, claim.sentAt)
      assert.deepEqual(await claimRequest(database, id), { state: 'sent_before' })
    }
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 1000n })
    await act(books, { refundId, act: 'approve' })
    const sentAt = await claimRefund(database, refundId)
    assert.ok(sentAt)
    await callBack(refundId)
    await releaseRefund(database, refundId, sentAt)
    assert.equal(await claimReleasedRefund(database, refundId), undefined)
  })

  it('is an approved refund, payout or payment: it is looked for, and not sent', async () => {
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 1000n })
    await act(books, { refundId, act: 'approve' })
    assert.deepEqual(await callBack(refundId), ['operatorAnswered'])
    assert.equal(await claimRefund(books.database, refundId), undefined)
    assert.equal((await readRefund(books.database, refundId)).status, 'processing')
    for (const id of [await acceptPayoutOne(books, merchant), await acceptOne(books, merchant)]) {
      assert.deepEqual(await callBack(id), ['operatorAnswered'])
      assert.deepEqual(await claimRequest(books.database, id), { state: 'sent_before' })
    }
  })
})

describe('a refund asked for while its payment is taken back', () => {
  const books = givenBooks()

  it('waits for that, and is refused', async () => {
    const merchant = await createMerchant(books)
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
    const transactionId = await paidCollection(books, merchant)
    const payment = await readTransaction(books.database, transactionId)
    const { pool } = books.database
    const waiting = async (count: number) =>
      eventually(async () => {
        const { rowCount } = await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rowCount === count
      })
    const { denied, refused } = await inTransaction(pool, async (sql) => {
      await lockPayment(sql, transactionId)
      const first = contradictClosing(books.database, { payment, refund: null }, 'not_paid')
      await waiting(1)
      const second = refusalCode(refundOf(books, merchant, { transactionId, amount: 20n }))
      await waiting(2)
      return { denied: first, refused: second } as const
    })
    assert.deepEqual([await denied, await refused], [true, 'refund_not_allowed'])
  })
})
