import assert from 'node:assert/strict'
import { asId, type TransactionId } from '#domain/ids.ts'
import { readPayoutOrigin } from '#use-cases/payouts/origin.ts'
import { givenBooks } from '#test/support/books.ts'
import { onOrders } from '#test/use-cases/standing-orders/orders.ts'

describe('who asked for the payout of a standing order', function () {
  this.timeout(60_000)
  const books = givenBooks()
  const { scene, pay } = onOrders(books)

  it('is who set it up, as long as nobody has set it up anew', async () => {
    const { id, merchant, member } = await scene(10_000)
    await books.rows(`update person set name = 'Sènan Hounkpè' where id = $1`, member.id)
    await pay(id)
    const [{ payout } = { payout: '' }] = await books.rows<{ payout: string }>(
      'select payout_id as payout from standing_order_day where order_id = $1',
      id,
    )
    const { serviceEnvId } = merchant
    const read = () =>
      readPayoutOrigin(books.database, { serviceEnvId, id: asId<TransactionId>(payout) })
    const order = { kind: 'standing', id, name: 'Loyer', approver: null }
    assert.deepEqual(await read(), { ...order, asker: 'Sènan Hounkpè' })
    await books.rows(
      `update standing_order set active_since = now() + interval '1 second' where id = $1`,
      id,
    )
    assert.deepEqual(await read(), { ...order, asker: null })
  })
})
