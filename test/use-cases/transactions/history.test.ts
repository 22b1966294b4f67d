import assert from 'node:assert/strict'
import {
  readRefundDeliveries,
  readTransactionHistory,
} from '#use-cases/transactions/read-history.ts'
import { claimRequest, maySendAgain, releaseRequest } from '#use-cases/transactions/request-sent.ts'
import { listDeliveries } from '#use-cases/webhooks/list-deliveries.ts'
import { acceptOne, givenBooks, createMerchant } from '#test/support/books.ts'
import { paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { addEndpoint } from '#test/use-cases/webhooks/deliveries.ts'

describe('the history of a payment', () => {
  const books = givenBooks()

  it('has its own events and those of its refunds, each with its deliveries, and nothing of other payments', async () => {
    const merchant = await createMerchant(books)
    const { serviceEnvId } = merchant
    await addEndpoint(books, merchant)
    const id = await paidCollection(books, merchant)
    const other = await paidCollection(books, merchant)
    const refunds = [
      await refundOf(books, merchant, { transactionId: id, amount: 100n, approvalAbove: 499n }),
      await refundOf(books, merchant, { transactionId: id, amount: 200n, approvalAbove: 499n }),
    ]
    const { database } = books
    const told = ['payment.success', 'refund.pending', 'refund.pending']
    const history = await readTransactionHistory(database, serviceEnvId, id)
    assert.deepEqual(typesOf(history?.events), told)
    assert.deepEqual(
      history?.deliveries.map(({ event }) => event),
      told,
    )
    for (const refund of refunds) {
      const deliveries = await readRefundDeliveries(database, serviceEnvId, refund.id)
      assert.deepEqual(
        deliveries.map(({ event }) => event),
        ['refund.pending'],
      )
    }
    const listed = await listDeliveries(database, serviceEnvId, {
      filter: { transactionId: id },
      limit: 10,
    })
    assert.deepEqual(listed.map(({ event }) => event).toReversed(), told)
    const others = await readTransactionHistory(database, serviceEnvId, other)
    assert.deepEqual(typesOf(others?.events), ['payment.success'])
  })

  it('says when the request last left for the operator, and of one that did not leave nothing', async () => {
    const { database } = books
    const merchant = await createMerchant(books)
    const id = await acceptOne(books, merchant)
    const sentAt = async () =>
      (await readTransactionHistory(database, merchant.serviceEnvId, id))?.operatorSentAt
    assert.equal(await sentAt(), null)
    const before = Date.now()
    assert.equal((await claimRequest(database, id)).state, 'claimed')
    const first = await sentAt()
    assert.ok(first && Math.abs(first.getTime() - before) < 60_000, String(first))
    await releaseRequest(database, id, first)
    assert.equal(await sentAt(), null, 'the operator does not have it')
    assert.equal((await claimRequest(database, id)).state, 'claimed')
    const second = await sentAt()
    assert.ok(second && second >= first)
    assert.ok(await maySendAgain(database, id))
    const third = await sentAt()
    assert.ok(third && third > second, 'sent once more')
  })
})

function typesOf(events: readonly { readonly type: string }[] | undefined): readonly string[] {
  return (events ?? []).map(({ type }) => type)
}
