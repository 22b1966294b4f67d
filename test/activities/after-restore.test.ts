import assert from 'node:assert/strict'
import type { OrderState, RequestAnswer } from '#activities/operators/operator.ts'
import { checkPayment, expirePayment, giveUpPayout } from '#activities/check-payment.ts'
import { checkRefund, giveUpRefund, payRefund } from '#activities/pay-refund.ts'
import { requestPayment } from '#activities/request-payment.ts'
import { markRestored } from '#db/installation.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { backUp } from '#test/faults/backup.ts'
import { workerSteps } from '#test/support/worker-steps.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { act, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'
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

  it('asks again for some minutes once the time of a collection is up, as of one that it has sent: a debit counts as the payment', async () => {
    const operator = silent(unreachable, paid)
    const steps = workerSteps(books, () => operator)
    const transactionId = await acceptOne(books, merchant)
    assert.equal((await requestPayment(steps, { transactionId })).state, 'unavailable')
    await overdue(transactionId)
    const look = { transactionId, isPatient: () => true }
    assert.equal((await expirePayment(steps, look)).state, 'unreachable')
    assert.equal((await expirePayment(steps, look)).state, 'settled')
    const { status } = await readTransaction(books.database, transactionId)
    assert.equal(status, 'succeeded')
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
  const books = givenBooks()
  const merchant = given(() => createMerchant(books))
  booksHoldAfterEach(() => books.database)
  const payments: TransactionId[] = []
  const lostRequests = new Map<TransactionId, string>()
  const amount = 400n

  before(async () => {
    for (let made = 0; made < 4; made += 1) payments.push(await paidCollection(books, merchant))
    const backup = await backUp(books.url)
    for (const transactionId of payments) {
      const { operatorRequestId } = await refundOf(books, merchant, { transactionId, amount })
      lostRequests.set(transactionId, operatorRequestId)
    }
    await backup.restore()
    await markRestored(books.database.pool)
  })

  /** The merchant fills in a new form, and staff approves what it asks for. */
  async function again(transactionId: TransactionId, states: readonly OrderState[]) {
    const operator = scriptedOperator({ isIdempotent: false, answers: [taken], states })
    const { id, operatorRequestId } = await refundOf(books, merchant, { transactionId, amount })
    const input = { refundId: id }
    await act(books, { ...input, act: 'approve' })
    return { operator, steps: workerSteps(books, () => operator), input, operatorRequestId }
  }
  const stateOf = async ({ refundId }: { readonly refundId: RefundId }) =>
    (await readRefund(books.database, refundId)).status

  it('is the same order to its operator, and followed, not sent, if that has it', async () => {
    const [transactionId = assert.fail()] = payments
    const { operator, steps, input, operatorRequestId } = await again(transactionId, [paid, paid])
    assert.equal(operatorRequestId, lostRequests.get(transactionId))
    assert.equal((await payRefund(steps, input)).state, 'unknown')
    assert.equal((await checkRefund(steps, input)).state, 'settled')
    assert.equal(await stateOf(input), 'succeeded')
    assert.equal(operator.orders.length, 0)
  })

  it('is sent if the operator does not know it; one more, or of another amount, is another order', async () => {
    const [, transactionId = assert.fail()] = payments
    const first = await again(transactionId, [unseen])
    assert.equal((await payRefund(first.steps, first.input)).state, 'taken')
    assert.equal(first.operator.orders.length, 1)
    const more = await refundOf(books, merchant, { transactionId, amount })
    const other = await refundOf(books, merchant, { transactionId, amount: 100n })
    const requests = [first, more, other].map(({ operatorRequestId }) => operatorRequestId)
    assert.equal(new Set(requests).size, 3)
  })

  it('keeps its money if the operator cannot be asked as long as it has time, and follows it', async () => {
    const [, , transactionId = assert.fail()] = payments
    const unreachable: OrderState = { state: 'unreachable' }
    const { operator, steps, input } = await again(transactionId, [unreachable, unreachable, paid])
    assert.equal((await payRefund(steps, input)).state, 'unavailable')
    assert.deepEqual(await giveUpRefund(steps, input), { state: 'undecided' })
    assert.equal((await checkRefund(steps, input)).state, 'undecided')
    assert.equal((await checkRefund(steps, input)).state, 'settled')
    assert.equal(await stateOf(input), 'succeeded')
    assert.equal(operator.orders.length, 0)
  })

  it('is sent by a check only if the operator answers that it does not have it', async () => {
    const [, , , transactionId = assert.fail()] = payments
    const states: OrderState[] = [{ state: 'unreachable' }, { state: 'pending' }]
    const { operator, steps, input } = await again(transactionId, states)
    assert.equal((await payRefund(steps, input)).state, 'unavailable')
    await checkRefund(steps, input)
    assert.equal(operator.orders.length, 0)
  })

  it('is sent without a question if its payment is of after the restore', async () => {
    const { operator, steps, input } = await again(await paidCollection(books, merchant), [paid])
    assert.equal((await payRefund(steps, input)).state, 'taken')
    assert.equal(operator.orders.length, 1)
  })
})
