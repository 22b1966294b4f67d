import assert from 'node:assert/strict'
import { checkPayment } from '#activities/check-payment.ts'
import { checkRefund, payRefund } from '#activities/pay-refund.ts'
import type { Operator, OrderState } from '#activities/operators/operator.ts'
import { requestPayment } from '#activities/request-payment.ts'
import { money } from '#domain/money/money.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { noteReference } from '#use-cases/transactions/request-sent.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { workerSteps } from '#test/support/worker-steps.ts'
import { act, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

describe('a reference that an operator gives to a second order', () => {
  const books = givenBooks()
  const merchant = givenEach(() => createMerchant(books))
  booksHoldAfterEach(() => books.database)

  const steps = (operator: Operator) => workerSteps(books, () => operator)
  /** Gives every order the same reference, under which it knows a single one, and finds none by our id. */
  const careless = (givenReference?: string): Operator => ({
    isIdempotent: false,
    request: async () =>
      givenReference === undefined
        ? { state: 'unknown' }
        : { state: 'taken', providerReference: givenReference },
    async read({ providerReference }): Promise<OrderState> {
      if (providerReference == null) return { state: 'pending' }
      return { state: 'decided', outcome: { status: 'succeeded', providerReference } }
    },
  })

  it('does not end it as the first one ended, whether it came in time or late', async () => {
    const reference = `of-${merchant.serviceEnvId}`
    const operator = careless(reference)
    const first = await acceptOne(books, merchant)
    await requestPayment(steps(operator), { transactionId: first })
    assert.equal((await checkPayment(steps(operator), { transactionId: first })).state, 'settled')

    const second = await acceptOne(books, merchant)
    await requestPayment(steps(operator), { transactionId: second })
    const third = await acceptOne(books, merchant)
    await requestPayment(steps(careless()), { transactionId: third })
    const { operatorRequestId } = await readTransaction(books.database, third)
    await noteReference(books.database, operatorRequestId, reference)
    for (const transactionId of [second, third])
      assert.equal((await checkPayment(steps(operator), { transactionId })).state, 'undecided')
    // One of its own is kept as before.
    await noteReference(books.database, operatorRequestId, `${reference}-3`)
    assert.equal((await checkPayment(steps(operator), { transactionId: third })).state, 'settled')
  })

  it('does not end a refund as another order ended', async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
    const reference = `of-${merchant.serviceEnvId}`
    const operator = careless(reference)
    const first = await acceptOne(books, merchant)
    await requestPayment(steps(operator), { transactionId: first })
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 400n })
    await act(books, { refundId, act: 'approve' })
    await payRefund(steps(operator), { refundId })
    assert.equal((await checkRefund(steps(operator), { refundId })).state, 'undecided')
  })
})
