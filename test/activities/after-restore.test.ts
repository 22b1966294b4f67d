import assert from 'node:assert/strict'
import type { OrderState, RequestAnswer } from '#activities/operators/operator.ts'
import { checkPayment, expirePayment, giveUpPayout } from '#activities/check-payment.ts'
import { requestPayment } from '#activities/request-payment.ts'
import { markRestored } from '#db/installation.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { asId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { workerSteps } from '#test/support/worker-steps.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
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

/** What its merchant requests again, under the same key, may have moved money before the restore. */
describe('an order of a restored database whose operator cannot be asked as long as it has time', () => {
  const books = givenBooks()
  const merchant = givenEach(() => createMerchant(books))
  booksHoldAfterEach(() => books.database)
  before(() => markRestored(books.database.pool))
  beforeEach(() => openBalance(books.database, merchant, money(100_000n, 'XOF')))

  const unreachable: OrderState = { state: 'unreachable' }
  /** Like Moov: a repeat is another order, and what it does not find proves nothing. */
  const silent = (...states: readonly OrderState[]) =>
    scriptedOperator({ isIdempotent: false, answers: [taken], states: [unreachable, ...states] })

  it('keeps the money of a payout, and follows what the operator did with it', async () => {
    const operator = silent(unreachable, { state: 'pending' }, paid)
    const steps = workerSteps(books, () => operator)
    const transactionId = await acceptPayoutOne(books, merchant)
    assert.equal((await requestPayment(steps, { transactionId })).state, 'unavailable')
    assert.deepEqual(await giveUpPayout(steps, { transactionId }), { state: 'undecided' })
    assert.equal(await reservedOf(), 1020n)
    for (const state of ['undecided', 'undecided', 'settled'])
      assert.equal((await checkPayment(steps, { transactionId })).state, state)
    const { status } = await readTransaction(books.database, transactionId)
    assert.equal(status, 'succeeded')
    assert.equal(operator.orders.length, 0)
  })

  it('watches a collection after its end: its payer may have been debited', async () => {
    const steps = workerSteps(books, () => silent())
    const transactionId = await acceptOne(books, merchant)
    assert.equal((await requestPayment(steps, { transactionId })).state, 'unavailable')
    await overdue(transactionId)
    assert.equal((await expirePayment(steps, { transactionId })).state, 'settled')
    assert.deepEqual(await watched(transactionId), [{ isOpen: true }])
  })

  it('watches a collection that was too late to ask about', async () => {
    const steps = workerSteps(books, () => silent())
    const transactionId = await acceptOne(books, merchant)
    await overdue(transactionId)
    assert.equal((await requestPayment(steps, { transactionId })).state, 'settled')
    assert.deepEqual(await watched(transactionId), [{ isOpen: true }])
  })

  it('is sent by a check only if the operator answers that it does not have it', async () => {
    for (const [said, sent] of [
      [unreachable, 0],
      [{ state: 'pending' }, 0],
      [unseen, 1],
    ] as const) {
      const operator = silent(said)
      const steps = workerSteps(books, () => operator)
      const transactionId = await acceptPayoutOne(books, merchant)
      assert.equal((await requestPayment(steps, { transactionId })).state, 'unavailable')
      // Another worker follows it already.
      await checkPayment(steps, { transactionId })
      assert.equal(operator.orders.length, sent, said.state)
    }
  })

  const overdue = (id: TransactionId) =>
    books.rows(`update transaction set expires_at = now() where id = $1`, id)
  const watched = (id: TransactionId) =>
    books.rows(`select closed_at is null as "isOpen" from late_watch where transaction_id = $1`, id)

  async function reservedOf(): Promise<bigint> {
    return (await readBalance(books.database, merchant.serviceEnvId)).reserved
  }
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
