import assert from 'node:assert/strict'
import {
  readRefundDeliveries,
  readTransactionHistory,
} from '#use-cases/transactions/read-history.ts'
import { listDeliveries } from '#use-cases/webhooks/list-deliveries.ts'
import { givenBooks, createMerchant } from '#test/support/books.ts'
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
})

function typesOf(events: readonly { readonly type: string }[] | undefined): readonly string[] {
  return (events ?? []).map(({ type }) => type)
}
