import assert from 'node:assert/strict'
import { checkPayment, expirePayment } from '#activities/check-payment.ts'
import type { OrderState } from '#activities/operators/operator.ts'
import { requestPayment } from '#activities/request-payment.ts'
import type { TransactionId } from '#domain/ids.ts'
import { releaseRequest } from '#use-cases/transactions/request-sent.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { workerSteps } from '#test/support/worker-steps.ts'
import { paid, scriptedOperator } from '#test/workflows/scripted-operator.ts'

const notFound: OrderState = { state: 'not_found' }
const pending: OrderState = { state: 'pending' }

describe('a collection that its run follows at the operator', () => {
  const books = givenBooks()
  const merchant = given(() => createMerchant(books))
  booksHoldAfterEach(() => books.database)

  for (const isIdempotent of [true, false]) {
    it(`is sent by the next check if a slow worker says late that it was never sent (${isIdempotent})`, async () => {
      const operator = scriptedOperator({
        isIdempotent,
        answers: [{ state: 'unknown' }, { state: 'unavailable' }, { state: 'taken' }],
        states: [notFound, pending, paid],
      })
      const steps = workerSteps(books, () => operator)
      const transactionId = await acceptOne(books, merchant)
      await requestPayment(steps, { transactionId })
      // Another worker has taken over, and only follows it, when the word of the first one comes.
      assert.equal((await requestPayment(steps, { transactionId })).state, 'unknown')
      await releaseRequest(books.database, transactionId, await sentAtOf(transactionId))
      assert.equal((await checkPayment(steps, { transactionId })).state, 'undecided')
      assert.equal((await checkPayment(steps, { transactionId })).state, 'undecided')
      assert.equal((await checkPayment(steps, { transactionId })).state, 'settled')
      assert.equal(operator.orders.length, 3)
    })
  }

  it('is not sent any more when its payer has no time left, and nobody watches what never left', async () => {
    const operator = scriptedOperator({ answers: [{ state: 'unknown' }], states: [notFound] })
    const steps = workerSteps(books, () => operator)
    const transactionId = await acceptOne(books, merchant)
    await requestPayment(steps, { transactionId })
    await releaseRequest(books.database, transactionId, await sentAtOf(transactionId))
    await books.rows(`update transaction set expires_at = now() where id = $1`, transactionId)
    await checkPayment(steps, { transactionId })
    assert.equal(operator.orders.length, 1)
    await expirePayment(steps, { transactionId })
    assert.deepEqual(await watchesOf(transactionId), [])
  })

  it('is watched after its time if the books, restored to before, called it unsent', async () => {
    const operator = scriptedOperator({
      isIdempotent: false,
      answers: [{ state: 'unknown' }],
      states: [pending],
    })
    const steps = workerSteps(books, () => operator)
    const transactionId = await acceptOne(books, merchant)
    await checkPayment(steps, { transactionId })
    assert.equal(operator.orders.length, 0)
    await expirePayment(steps, { transactionId })
    assert.deepEqual(await watchesOf(transactionId), [{ isOpen: true }])
  })

  const sentAtOf = async (id: TransactionId): Promise<Date> => {
    const [row] = await books.rows<{ at: Date }>(
      'select operator_sent_at as at from transaction where id = $1',
      id,
    )
    return row?.at ?? assert.fail()
  }

  const watchesOf = (id: TransactionId) =>
    books.rows('select closed_at is null as "isOpen" from late_watch where transaction_id = $1', id)
})
