import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { readStanding } from '#use-cases/checkouts/read-standing.ts'
import {
  beginCheckoutPayment,
  closeCheckout,
  endCheckoutPayment,
} from '#use-cases/checkouts/move.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import { deleteTerminal } from '#use-cases/terminals/delete.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { onPool } from '#db/sql.ts'
import { asId, type CheckoutId, type TransactionId } from '#domain/ids.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createMerchant, openBooks } from '#test/support/books.ts'
import { refusalCode, tallyOf } from '#test/support/outcome.ts'
import { atOnce, makeCheckout, payCheckout, recordPayment } from './checkouts.ts'
import { failed, success } from '#test/support/ends.ts'

const place = { pointOfSale: null, serialNumber: null, deviceType: null }
const till = { type: 'pos', label: 'Caisse 3', ...place } as const

describe('a checkout in the books', () => {
  const books = given(() => openBooks(20))
  const merchant = given(() => createMerchant(books))
  booksHoldAfterEach(() => books.database)

  const newPayment = () => asId<TransactionId>(randomUUIDv7())
  const standing = (id: CheckoutId) => readStanding(onPool(books.database.pool), id)
  const begin = (id: CheckoutId, payment: TransactionId) =>
    beginCheckoutPayment(books.database, id, payment)
  const settle = (transactionId: TransactionId, outcome: typeof success | typeof failed) =>
    settleTransaction(books.database, books.outbox, { transactionId, outcome })

  it('is given to one payment of twenty at once, and to the same one again', async () => {
    const id = await makeCheckout(books, merchant)
    const payments = Array.from({ length: 20 }, newPayment)
    const all = await Promise.all(payments.map((payment) => begin(id, payment)))
    const holders = new Set(all.map(({ paymentId }) => paymentId))
    assert.equal(holders.size, 1)
    const [holder] = [...holders] as [TransactionId]
    assert.deepEqual((await begin(id, holder)).paymentId, holder)
  })

  it('of a terminal that is deleted records no payment, not even one that has it already', async () => {
    const { serviceEnvId } = merchant
    const { terminal } = await createTerminal(books.database, serviceEnvId, till)
    const id = await makeCheckout(books, merchant, { terminalId: terminal.id })
    const transactionId = newPayment()
    await begin(id, transactionId)
    await deleteTerminal(books.database, { serviceEnvId, id: terminal.id }, 'portal')
    const recorded = recordPayment(books, merchant, { checkoutId: id, transactionId })
    assert.equal(await refusalCode(recorded), 'payment_link_cancelled')
    const another = makeCheckout(books, merchant, { terminalId: terminal.id })
    assert.equal(await refusalCode(another), 'invalid_api_key')
  })

  it('records the payment that has it, and no other: each is told why', async () => {
    const id = await makeCheckout(books, merchant)
    const [one, two] = [newPayment(), newPayment()]
    const record = (transactionId: TransactionId) =>
      recordPayment(books, merchant, { checkoutId: id, transactionId })
    assert.equal(await refusalCode(record(one)), 'request_in_progress')
    await begin(id, one)
    assert.equal(await refusalCode(record(two)), 'payment_link_in_progress')
    await record(one)
    assert.equal((await standing(id)).isRecorded, true)
    await settle(one, success)
    await endCheckoutPayment(books.database, id, { transactionId: one, ...atOnce })
    assert.equal(await refusalCode(record(two)), 'payment_link_already_paid')
    const cancelled = await makeCheckout(books, merchant)
    await closeCheckout(books.database, cancelled, 'cancelled')
    const late = recordPayment(books, merchant, { checkoutId: cancelled, transactionId: two })
    assert.equal(await refusalCode(late), 'payment_link_cancelled')
  })

  it('recording and giving back at once: recorded and held, or refused and open', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await makeCheckout(books, merchant)
      const transactionId = newPayment()
      await begin(id, transactionId)
      const late = { transactionId, isOverdue: true, isTimeUp: false }
      const [recorded] = await Promise.allSettled([
        recordPayment(books, merchant, { checkoutId: id, transactionId }),
        endCheckoutPayment(books.database, id, late),
      ])
      const { status, isRecorded } = await standing(id)
      const isHeld = recorded.status === 'fulfilled'
      assert.deepEqual([status, isRecorded], isHeld ? ['processing', true] : ['open', false])
    }
  })

  it('goes on with a pending payment, and ends with it: twice and at once is once', async () => {
    const { checkoutId: id, transactionId } = await payCheckout(books, merchant)
    const end = () => endCheckoutPayment(books.database, id, { transactionId, ...atOnce })
    const overdue = { transactionId, isOverdue: true, isTimeUp: true }
    assert.equal((await endCheckoutPayment(books.database, id, overdue)).status, 'processing')
    await settle(transactionId, failed)
    const all = await Promise.all(Array.from({ length: 5 }, end))
    assert.deepEqual(
      all.map(({ status }) => status),
      Array(5).fill('open'),
    )
    const next = newPayment()
    await begin(id, next)
    assert.equal((await end()).paymentId, next, 'an end told late takes nothing from the next')
  })

  it('a settled payment announces its end to the run, in the same transaction', async () => {
    const { checkoutId, transactionId } = await payCheckout(books, merchant)
    const told = () =>
      books.rows(
        `select from outbox where kind = 'checkout' and subject_id = $1 and signal = 'paymentEnded'`,
        checkoutId,
      )
    assert.equal((await told()).length, 0)
    await settle(transactionId, success)
    await settle(transactionId, success)
    assert.equal((await told()).length, 1)
  })

  it('a second payment is refused by the database itself', async () => {
    const { checkoutId, transactionId } = await payCheckout(books, merchant)
    await assert.rejects(
      books.rows(
        `insert into transaction select (jsonb_populate_record(t, jsonb_build_object(
           'id', gen_random_uuid(), 'reference', 'second', 'operator_request_id', gen_random_uuid()))).*
         from transaction t where id = $1`,
        transactionId,
      ),
      /transaction_one_at_a_checkout/,
    )
    await assert.rejects(
      books.rows('update transaction set checkout_id = null where checkout_id = $1', checkoutId),
      /fixed/,
    )
  })

  it('its ends are for good and its terms are fixed, whoever writes', async () => {
    const id = await makeCheckout(books, merchant)
    await closeCheckout(books.database, id, 'cancelled')
    const refused = [
      `update checkout set status = 'open', completed_at = null, cancelled_at = null where id = $1`,
      `update checkout set completed_at = now() + interval '1 hour' where id = $1`,
      `update checkout set amount = 1 where id = $1`,
      `update checkout set expires_at = now() where id = $1`,
      `delete from checkout where id = $1`,
    ]
    for (const statement of refused) await assert.rejects(books.rows(statement, id), /checkout/)
    const open = await makeCheckout(books, merchant)
    await assert.rejects(
      books.rows(
        `update checkout set status = 'succeeded', completed_at = now() where id = $1`,
        open,
      ),
      /checkout/,
    )
    const both = [closeCheckout(books.database, open, 'cancelled'), begin(open, newPayment())]
    assert.deepEqual(await tallyOf(both), { done: 2 })
  })
})
