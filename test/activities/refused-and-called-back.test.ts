import assert from 'node:assert/strict'
import { checkPayment, expirePayment } from '#activities/check-payment.ts'
import type { Operator } from '#activities/operators/operator.ts'
import { checkRefund, payRefund } from '#activities/pay-refund.ts'
import { requestPayment } from '#activities/request-payment.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { operatorAnswered, operatorDenied } from '#use-cases/operators/answered.ts'
import { money } from '#domain/money/money.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { workerSteps } from '#test/support/worker-steps.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { act, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

describe('an order that its operator refuses although it has called back about it', () => {
  const books = givenBooks()
  const merchant = givenEach(() => createMerchant(books))
  beforeEach(async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
  })
  booksHoldAfterEach(() => books.database)

  /** Whoever calls back about an order has it. */
  const refusing: Operator = {
    isIdempotent: true,
    async request({ requestId }) {
      await operatorAnswered(books.database, books.outbox, requestId)
      return { state: 'refused', failureCode: 'operator_error' }
    },
    read: async () => ({ state: 'pending' }),
  }
  const worker = () => workerSteps(books, () => refusing)

  const standingOf = async (id: string) => {
    const [found] = await books.rows<{ status: string; isWatched: boolean }>(
      `select status, exists (select from late_watch w
           where coalesce(w.refund_id, w.transaction_id) = $1 and w.closed_at is null) as "isWatched"
         from transaction where id = $1
       union all select status, false from refund where id = $1`,
      id,
    )
    return found
  }

  it('fails as a payment, and is watched for a late debit', async () => {
    const transactionId = await acceptOne(books, merchant)
    await requestPayment(worker(), { transactionId })
    assert.deepEqual(await standingOf(transactionId), { status: 'failed', isWatched: true })
  })

  it('gives back nothing as a payout: it is followed until its operator says how it ended', async () => {
    const transactionId = await acceptPayoutOne(books, merchant)
    const { state } = await requestPayment(worker(), { transactionId })
    assert.equal(state, 'unknown')
    assert.deepEqual(await standingOf(transactionId), { status: 'pending', isWatched: false })
  })

  it('gives back nothing as a refund', async () => {
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 400n })
    await act(books, { refundId, act: 'approve' })
    assert.deepEqual(await payRefund(worker(), { refundId }), { state: 'undecided' })
    assert.deepEqual(await standingOf(refundId), { status: 'processing', isWatched: false })
  })

  /** It has the order, and gives these answers; before the first is written down, it calls back, and never again. */
  const changing = (
    hear: typeof operatorAnswered,
    ...outcomes: readonly [Outcome, Outcome]
  ): Operator => {
    let reads = 0
    return {
      isIdempotent: true,
      request: async () => ({ state: 'taken' }),
      async read({ requestId }) {
        const [first, later] = outcomes
        reads += 1
        if (reads > 1) return { state: 'decided', outcome: later }
        await hear(books.database, books.outbox, requestId)
        return { state: 'decided', outcome: first }
      },
    }
  }
  const retracting = () => changing(operatorAnswered, failed, paid)
  const takingBack = () => changing(operatorDenied, paid, failed)
  const paid = { status: 'succeeded', providerReference: 'op-1' } as const
  const failed = {
    status: 'failed',
    failureCode: 'operator_error',
    providerReference: null,
  } as const

  it('fails as a payment that had failed before it called back, and is watched', async () => {
    const transactionId = await acceptOne(books, merchant)
    const steps = workerSteps(books, retracting)
    await requestPayment(steps, { transactionId })
    const { state } = await checkPayment(steps, { transactionId })
    assert.equal(state, 'settled')
    assert.deepEqual(await standingOf(transactionId), { status: 'failed', isWatched: true })
  })

  it('gives back nothing as a payout that had failed before it called back: it is looked at again', async () => {
    const transactionId = await acceptPayoutOne(books, merchant)
    const operator = retracting()
    const steps = workerSteps(books, () => operator)
    await requestPayment(steps, { transactionId })
    assert.deepEqual(await checkPayment(steps, { transactionId }), { state: 'undecided' })
    assert.deepEqual(await checkPayment(steps, { transactionId }), {
      state: 'settled',
      status: 'succeeded',
    })
  })

  it('gives back nothing as a refund that had failed before it called back', async () => {
    const paymentId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, {
      transactionId: paymentId,
      amount: 400n,
    })
    await act(books, { refundId, act: 'approve' })
    const operator = retracting()
    const steps = workerSteps(books, () => operator)
    await payRefund(steps, { refundId })
    assert.deepEqual(await checkRefund(steps, { refundId }), { state: 'undecided' })
    assert.deepEqual(await checkRefund(steps, { refundId }), {
      state: 'settled',
      status: 'succeeded',
    })
  })

  it('takes nothing as a payment that had succeeded before it denied that: it is looked at again', async () => {
    const transactionId = await acceptOne(books, merchant)
    const operator = takingBack()
    const steps = workerSteps(books, () => operator)
    await requestPayment(steps, { transactionId })
    assert.deepEqual(await checkPayment(steps, { transactionId }), { state: 'undecided' })
    const { state } = await checkPayment(steps, { transactionId })
    assert.equal(state, 'settled')
    assert.deepEqual(await standingOf(transactionId), { status: 'failed', isWatched: false })
  })

  it('succeeds as a payment that had succeeded at its last look before it denied that, and is watched', async () => {
    const transactionId = await acceptOne(books, merchant)
    const operator = takingBack()
    const steps = workerSteps(books, () => operator)
    await requestPayment(steps, { transactionId })
    await expirePayment(steps, { transactionId })
    assert.deepEqual(await standingOf(transactionId), { status: 'succeeded', isWatched: true })
  })

  it('takes nothing as a payout that had been paid before it denied that: it is looked at again', async () => {
    const transactionId = await acceptPayoutOne(books, merchant)
    const operator = takingBack()
    const steps = workerSteps(books, () => operator)
    await requestPayment(steps, { transactionId })
    assert.deepEqual(await checkPayment(steps, { transactionId }), { state: 'undecided' })
    assert.deepEqual(await checkPayment(steps, { transactionId }), {
      state: 'settled',
      status: 'failed',
      failureCode: 'operator_error',
    })
  })

  it('takes nothing as a refund that had been paid before it denied that', async () => {
    const paymentId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, {
      transactionId: paymentId,
      amount: 400n,
    })
    await act(books, { refundId, act: 'approve' })
    const operator = takingBack()
    const steps = workerSteps(books, () => operator)
    await payRefund(steps, { refundId })
    assert.deepEqual(await checkRefund(steps, { refundId }), { state: 'undecided' })
    assert.deepEqual(await checkRefund(steps, { refundId }), {
      state: 'settled',
      status: 'failed',
      failureCode: 'operator_error',
    })
  })
})
