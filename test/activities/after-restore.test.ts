import assert from 'node:assert/strict'
import type { OrderState, RequestAnswer } from '#activities/operators/operator.ts'
import { requestPayment } from '#activities/request-payment.ts'
import { markRestored } from '#db/installation.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { asId, type RefundId } from '#domain/ids.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { workerSteps } from '#test/support/worker-steps.ts'
import { paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { paid, scriptedOperator } from '#test/workflows/scripted-operator.ts'

const taken: RequestAnswer = { state: 'taken' }
const unseen: OrderState = { state: 'pending', isUnseen: true }

describe('a payment requested after its database was restored', () => {
  const books = givenBooks()
  const merchant = given(() => createMerchant(books))
  booksHoldAfterEach(() => books.database)
  before(() => markRestored(books.database.pool))

  /** What is answered to a request for a new payment, if its operator says this of it, and how often it is sent. */
  async function asked(said: OrderState) {
    const operator = scriptedOperator({ isIdempotent: false, answers: [taken], states: [said] })
    const transactionId = await acceptOne(books, merchant)
    const steps = workerSteps(books, () => operator)
    const { state } = await requestPayment(steps, { transactionId })
    return { state, sent: operator.orders.length }
  }

  it('is followed and not sent if its operator has it: its merchant repeats what the restore has undone', async () => {
    for (const said of [paid, { state: 'pending' } as const])
      assert.deepEqual(await asked(said), { state: 'unknown', sent: 0 })
  })

  it('is sent if its operator does not know it', async () => {
    for (const said of [unseen, { state: 'not_found' } as const])
      assert.deepEqual(await asked(said), { state: 'taken', sent: 1 })
  })

  it('is not sent while its operator cannot be asked', async () => {
    assert.deepEqual(await asked({ state: 'unreachable' }), { state: 'unavailable', sent: 0 })
  })

  it('is sent without a question once no key of before the restore is kept', async () => {
    await books.rows(`update installation set restored_at = now() - interval '73 hours'`)
    assert.deepEqual(await asked(paid), { state: 'taken', sent: 1 })
    await markRestored(books.database.pool)
  })
})

describe('a refund requested again in a database that has lost it', () => {
  const [one, other] = [givenBooks(), givenBooks()]

  it('is the same order to its operator', async () => {
    const id = asId<RefundId>('0197b1a2-0000-7000-8000-00000000cafe')
    const requests = await Promise.all(
      [one, other].map(async (books) => {
        const merchant = await createMerchant(books)
        const transactionId = await paidCollection(books, merchant)
        await refundOf(books, merchant, { id, transactionId, amount: 400n })
        return (await readRefund(books.database, id)).operatorRequestId
      }),
    )
    assert.equal(requests[0], requests[1])
  })
})
