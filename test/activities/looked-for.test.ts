import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { checkPayment, expirePayment } from '#activities/check-payment.ts'
import type { Operator, OrderState, RequestAnswer } from '#activities/operators/operator.ts'
import {
  checkRefund,
  giveUpRefund,
  openRefund,
  payRefund,
  tellOfRefund,
} from '#activities/pay-refund.ts'
import { requestPayment } from '#activities/request-payment.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { countAsSent } from '#db/runs/count-as-sent.ts'
import { onPool } from '#db/sql.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { claimRefund, releaseRefund } from '#use-cases/refunds/sent.ts'
import { releaseRequest } from '#use-cases/transactions/request-sent.ts'
import { money } from '#domain/money/money.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { workerSteps } from '#test/support/worker-steps.ts'
import { say } from '#test/use-cases/closings/closings.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { act, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { paid, type ScriptedOperator, scriptedOperator } from '#test/workflows/scripted-operator.ts'

const taken: RequestAnswer = { state: 'taken' }
const unknown: RequestAnswer = { state: 'unknown' }
const unavailable: RequestAnswer = { state: 'unavailable' }
const pending: OrderState = { state: 'pending' }
const notFound: OrderState = { state: 'not_found' }

describe('an order that its operator may not have', () => {
  const books = givenBooks()
  const merchant = givenEach(() => createMerchant(books))
  beforeEach(async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
  })
  booksHoldAfterEach(() => books.database)

  const worker = (operator: Operator) => workerSteps(books, () => operator)

  async function thrice(check: () => Promise<unknown>): Promise<void> {
    for (let checks = 0; checks < 3; checks += 1) await check()
  }

  async function approvedRefund(): Promise<RefundId> {
    const transactionId = await paidCollection(books, merchant)
    const { id } = await refundOf(books, merchant, { transactionId, amount: 400n })
    await act(books, { refundId: id, act: 'approve' })
    return id
  }

  it('is asked again by the next check if a slow worker says late that it was never sent', async () => {
    for (const isIdempotent of [true, false]) {
      const script = { isIdempotent, answers: [unknown, unavailable, taken], states: [pending] }
      const payouts = scriptedOperator(script)
      const transactionId = await acceptPayoutOne(books, merchant)
      const ofPayout = worker(payouts)
      await requestPayment(ofPayout, { transactionId })
      // Another worker has taken over, and only follows it, when the word of the first one comes.
      assert.equal((await requestPayment(ofPayout, { transactionId })).state, 'unknown')
      await releaseRequest(books.database, transactionId, await sentAtOf(transactionId))
      await thrice(() => checkPayment(ofPayout, { transactionId }))
      assert.equal(payouts.orders.length, 3)

      const refunds = scriptedOperator(script)
      const refundId = await approvedRefund()
      const ofRefund = worker(refunds)
      await payRefund(ofRefund, { refundId })
      assert.equal((await payRefund(ofRefund, { refundId })).state, 'unknown')
      await releaseRefund(books.database, refundId, await sentAtOf(refundId))
      await thrice(() => checkRefund(ofRefund, { refundId }))
      assert.equal(refunds.orders.length, 3)
      const states = await books.rows(
        `select operator_state as state from transaction where id = $1
         union all select operator_state from refund where id = $2`,
        transactionId,
        refundId,
      )
      assert.deepEqual(states, [{ state: 'taken' }, { state: 'taken' }])
    }
  })

  it('is given up, as a payout, when its time is up by the clock of the books, not by that of the worker', async () => {
    const dayMs = 86_400_000
    const operator = scriptedOperator({ answers: [unavailable], states: [notFound] })
    const transactionId = await acceptPayoutOne(books, merchant)
    assert.equal((await requestPayment(worker(operator), { transactionId })).state, 'unavailable')
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * dayMs })
    try {
      assert.equal((await checkPayment(worker(operator), { transactionId })).state, 'undecided')
      await books.rows('update transaction set expires_at = now() where id = $1', transactionId)
      mock.timers.setTime(Date.now() - 4 * dayMs)
      assert.equal((await checkPayment(worker(operator), { transactionId })).state, 'settled')
    } finally {
      mock.timers.reset()
    }
  })

  it('is not sent again once staff has said how it ended, even by a worker that was asking', async () => {
    const operator = scriptedOperator({ answers: [unknown], states: [notFound] })
    const refundId = await sentRefund(operator)
    const { id: transactionId } = await paymentOf(refundId)
    const closed = async () => {
      await say(books, { transactionId, refundId })
      return notFound
    }
    await checkRefund(worker({ ...operator, read: closed }), { refundId })
    assert.equal(operator.orders.length, 1)
  })

  it('is watched if it is refused as it is sent again: its first request may still arrive', async () => {
    const refused: RequestAnswer = { state: 'refused', failureCode: 'payer_not_found' }
    const operator = scriptedOperator({ answers: [unknown, refused], states: [notFound] })
    const transactionId = await acceptOne(books, merchant)
    await requestPayment(worker(operator), { transactionId })
    const { state } = await checkPayment(worker(operator), { transactionId })
    assert.equal(state, 'settled')
    assert.deepEqual(await watchesOf(transactionId), [{ isOpen: true }])
  })

  it('is neither failed nor given back if money goes out and it is refused as it is sent again: its first request may still arrive', async () => {
    const refused: RequestAnswer = { state: 'refused', failureCode: 'recipient_cannot_receive' }
    const script = { answers: [unknown, refused], states: [notFound, notFound, paid] }
    const payouts = scriptedOperator(script)
    const transactionId = await acceptPayoutOne(books, merchant)
    await requestPayment(worker(payouts), { transactionId })
    const refunds = scriptedOperator(script)
    const refundId = await approvedRefund()
    await payRefund(worker(refunds), { refundId })
    for (const [state, ends] of [
      ['undecided', ['pending', 'processing']],
      ['undecided', ['pending', 'processing']],
      ['settled', ['succeeded', 'succeeded']],
    ] as const) {
      assert.equal((await checkPayment(worker(payouts), { transactionId })).state, state)
      assert.equal((await checkRefund(worker(refunds), { refundId })).state, state)
      assert.deepEqual(await statusesOf(transactionId, refundId), ends)
    }
    assert.deepEqual([payouts.orders.length, refunds.orders.length], [3, 3])
  })

  it('is not failed by a slow worker that was refused, once another has sent it again', async () => {
    const refused: RequestAnswer = { state: 'refused', failureCode: 'payer_not_found' }
    /** The first request is refused only after a check has sent it again, of which nothing is heard. */
    const slow = (again: (operator: Operator) => Promise<unknown>): Operator => {
      let requests = 0
      const operator: Operator = {
        isIdempotent: true,
        async request() {
          requests += 1
          if (requests > 1) return unknown
          await again(operator)
          return refused
        },
        read: () => Promise.resolve(notFound),
      }
      return operator
    }
    const transactionId = await acceptPayoutOne(books, merchant)
    const ofPayout = worker(slow((its) => checkPayment(worker(its), { transactionId })))
    assert.equal((await requestPayment(ofPayout, { transactionId })).state, 'unknown')
    const refundId = await approvedRefund()
    const ofRefund = worker(slow((its) => checkRefund(worker(its), { refundId })))
    assert.notEqual((await payRefund(ofRefund, { refundId })).state, 'settled')
    assert.deepEqual(await statusesOf(transactionId, refundId), ['pending', 'processing'])
    const collectionId = await acceptOne(books, merchant)
    const ofCollection = worker(
      slow((its) => checkPayment(worker(its), { transactionId: collectionId })),
    )
    await requestPayment(ofCollection, { transactionId: collectionId })
    assert.deepEqual(await watchesOf(collectionId), [{ isOpen: true }])
  })

  it('is not given back by a slow worker once another has sent the refund again', async () => {
    const operator = scriptedOperator({ answers: [unknown, taken], states: [notFound] })
    const refundId = await approvedRefund()
    const sentAt = await claimRefund(books.database, refundId)
    assert.ok(sentAt)
    await checkRefund(worker(operator), { refundId })
    assert.equal(operator.orders.length, 1)
    await releaseRefund(books.database, refundId, sentAt)
    await giveUpRefund(worker(operator), { refundId })
    const [row] = await books.rows(
      'select status, operator_state as state from refund where id = $1',
      refundId,
    )
    assert.deepEqual(row, { status: 'processing', state: 'sent' })
  })

  async function statusesOf(transactionId: TransactionId, refundId: RefundId) {
    const rows = await books.rows<{ status: string }>(
      `select status from transaction where id = $1
       union all select status from refund where id = $2`,
      transactionId,
      refundId,
    )
    return rows.map(({ status }) => status)
  }

  it('is watched if it was sent again before a slow worker said that it had not sent it', async () => {
    const operator = scriptedOperator({ answers: [unknown, unknown], states: [notFound, pending] })
    const transactionId = await acceptOne(books, merchant)
    await requestPayment(worker(operator), { transactionId })
    const sentAt = await sentAtOf(transactionId)
    await checkPayment(worker(operator), { transactionId })
    assert.equal(operator.orders.length, 2)
    await releaseRequest(books.database, transactionId, sentAt)
    await expirePayment(worker(operator), { transactionId })
    assert.deepEqual(await watchesOf(transactionId), [{ isOpen: true }])
  })

  async function sentAtOf(id: TransactionId | RefundId): Promise<Date> {
    const [row] = await books.rows<{ at: Date }>(
      `select operator_sent_at as at from transaction where id = $1
       union all select operator_sent_at from refund where id = $1`,
      id,
    )
    assert.ok(row)
    return row.at
  }

  function watchesOf(transactionId: TransactionId) {
    return books.rows<{ isOpen: boolean }>(
      'select closed_at is null as "isOpen" from late_watch where transaction_id = $1',
      transactionId,
    )
  }

  it('is asked for, not sent, once it is approved again: it waits for that as the database was restored', async () => {
    for (const isIdempotent of [true, false]) {
      const found: OrderState = isIdempotent ? notFound : pending
      const operator = scriptedOperator({ isIdempotent, answers: [taken], states: [found] })
      const transactionId = await paidCollection(books, merchant)
      const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 400n })
      await countAsSent(onPool(books.database.pool), 'refund', [refundId])
      const mayNot = { refused: 'refund_may_have_left' }
      assert.deepEqual(await act(books, { refundId, act: 'reject' }), mayNot)
      assert.deepEqual(await act(books, { refundId, act: 'cancel' }), mayNot)
      assert.deepEqual(await act(books, { refundId, act: 'approve' }), { status: 'approved' })
      assert.equal((await payRefund(worker(operator), { refundId })).state, 'unknown')
      assert.equal(operator.orders.length, 0)
      await thrice(() => checkRefund(worker(operator), { refundId }))
      assert.equal(operator.orders.length > 0, isIdempotent, 'where one id is one request')
      const [row] = await books.rows('select status from refund where id = $1', refundId)
      assert.deepEqual(row, { status: 'processing' })
    }
  })

  it('is an ordinary pending refund again as soon as the operator certainly does not have it', async () => {
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 400n })
    await countAsSent(onPool(books.database.pool), 'refund', [refundId])
    const step = worker(scriptedOperator({ answers: [taken], states: [pending, notFound] }))
    for (const mayHaveLeft of [true, false]) {
      assert.deepEqual(await checkRefund(step, { refundId }), { state: 'reopened' })
      const desk = await openRefund(step, refundId)
      assert.equal(desk.mayHaveLeft === true, mayHaveLeft)
    }
    assert.deepEqual(await act(books, { refundId, act: 'reject' }), { status: 'rejected' })
  })

  /** A refund that was sent once, and of which staff was told. */
  async function sentRefund(operator: ScriptedOperator): Promise<RefundId> {
    const refundId = await approvedRefund()
    await payRefund(worker(operator), { refundId })
    await tellOfRefund(worker(operator), { refundId })
    return refundId
  }

  async function paymentOf(refundId: RefundId) {
    const [row] = await books.rows<{ id: Parameters<typeof say>[1]['transactionId'] }>(
      'select transaction_id as id from refund where id = $1',
      refundId,
    )
    assert.ok(row)
    return row
  }
})
