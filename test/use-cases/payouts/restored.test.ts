import assert from 'node:assert/strict'
import { markRestored } from '#db/installation.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { payNextLine } from '#use-cases/payouts/pay-line.ts'
import { money } from '#domain/money/money.ts'
import { createMerchant, givenBooks } from '#test/support/books.ts'
import { onOrders } from '#test/use-cases/standing-orders/orders.ts'
import { authorizeAll, csv, numbersOf, payingContext, sentFile } from './files.ts'

const [one = '', two = ''] = numbersOf(2)

describe('payouts whose ids follow from what they are for, in books that were restored', function () {
  this.timeout(60_000)
  const books = givenBooks()
  const { scene, pay, later } = onOrders(books)

  it('count as sent if they were due before, and are sent as usual if they are due afterwards', async () => {
    const merchant = await createMerchant(books)
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
    await authorizeAll(books.database, merchant, [one, two])
    const before = await sentFile(books, merchant, { text: csv(`${one};1000;A`) })
    const { id: order } = await scene(10_000)
    await markRestored(books.database.pool)
    const after = await sentFile(books, merchant, { text: csv(`${two};1000;B`) })
    for (const id of [before, after]) await payNextLine(payingContext(books), id)
    assert.equal((await pay(order)).state, 'sent')
    assert.equal((await later(order, 1)).state, 'sent')
    const lines = await books.rows(
      `select t.reference, t.operator_state as state, t.operator_sent_at is not null as dated from transaction t
       where t.service_env_id = $1 and t.type = 'payout' order by t.reference`,
      merchant.serviceEnvId,
    )
    assert.deepEqual(lines, [
      { reference: 'A', state: 'sent', dated: true },
      { reference: 'B', state: 'unsent', dated: false },
    ])
    const days = await books.rows(
      `select t.operator_state as state from transaction t join standing_order_day d on d.payout_id = t.id
       where d.order_id = $1 order by d.day`,
      order,
    )
    assert.deepEqual(days, [{ state: 'sent' }, { state: 'unsent' }])
  })
})
