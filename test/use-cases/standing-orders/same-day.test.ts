import assert from 'node:assert/strict'
import type { StandingOrderId } from '#domain/ids.ts'
import { lastDue, nextDue, type Timetable } from '#domain/standing-orders/timetable.ts'
import { comesNext } from '#domain/standing-orders/order.ts'
import { readStandingOrder } from '#use-cases/standing-orders/find.ts'
import { changeStandingOrder } from '#use-cases/standing-orders/move.ts'
import { payDue } from '#use-cases/standing-orders/pay-due.ts'
import { givenBooks } from '#test/support/books.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { giveBalance } from '#test/support/payouts.ts'
import { numbersOf } from '#test/use-cases/payouts/files.ts'
import { accountOf, actOf, contextOf, onOrders } from './orders.ts'

const secondMs = 1000
const dayMs = 86_400_000
const [, other = ''] = numbersOf(2)
const atHour = (hour: number): Timetable => ({ rhythm: 'daily', day: null, hour })

describe('a standing order whose day comes again, as its hour was changed', function () {
  this.timeout(60_000)
  const books = givenBooks()
  booksHoldAfterEach(() => books.database)
  const { scene, now, daysOf } = onOrders(books)

  /** Tomorrow in the main market, so that whatever is changed today holds before. */
  async function tomorrowAt(hour: number): Promise<Date> {
    const { at } = nextDue(atHour(0), await now())
    return lastDue(atHour(hour), new Date(at.getTime() + dayMs - secondMs)).at
  }
  const payAt = async (id: StandingOrderId, hour: number, isOpen = true) =>
    payDue(
      contextOf(books, () => isOpen),
      id,
      new Date((await tomorrowAt(hour)).getTime() + secondMs),
    )
  const sentBy = (id: StandingOrderId) =>
    books.rows<{ amount: string; phone: string; account: string | null }>(
      `select t.net_amount::text as amount, t.phone, d.account_id as account from transaction t
       join standing_order o on o.service_env_id = t.service_env_id and t.type = 'payout'
       left join standing_order_day d on d.payout_id = t.id where o.id = $1`,
      id,
    )

  it('pays by its new terms, though its operator was away at the old hour', async () => {
    const { id, merchant, member, terms } = await scene(10_000, { timetable: atHour(8) })
    assert.equal((await payAt(id, 8, false)).state, 'due')
    const accountId = await accountOf(books, merchant, other)
    await changeStandingOrder(contextOf(books), await actOf(books, merchant, { id, member }), {
      ...terms,
      accountId,
      amount: 2000n,
      timetable: atHour(9),
    })
    assert.equal((await payAt(id, 9)).state, 'sent')
    assert.deepEqual(await sentBy(id), [{ amount: '2000', phone: other, account: accountId }])
    assert.equal((await payAt(id, 9)).state, 'sent')
    assert.equal((await sentBy(id)).length, 1)
  })

  it('is paid at its new hour, if it was refused at the old one', async () => {
    const { id, merchant, member, terms } = await scene(0, { timetable: atHour(8) })
    assert.equal((await payAt(id, 8)).state, 'refused')
    await giveBalance(books.database, merchant, 10_000)
    const act = await actOf(books, merchant, { id, member })
    await changeStandingOrder(contextOf(books), act, { ...terms, timetable: atHour(9) })
    assert.equal((await payAt(id, 9)).state, 'sent')
    assert.deepEqual(await daysOf(id), [{ state: 'sent', refusal: null, amount: 1000n }])
  })

  it('is not paid twice', async () => {
    const { id, merchant, member, terms } = await scene(10_000, { timetable: atHour(8) })
    assert.equal((await payAt(id, 8)).state, 'sent')
    const act = await actOf(books, merchant, { id, member })
    await changeStandingOrder(contextOf(books), act, { ...terms, timetable: atHour(9) })
    assert.equal((await payAt(id, 9)).state, 'sent')
    assert.equal((await sentBy(id)).length, 1)
    const order = await readStandingOrder(books.database, merchant.serviceEnvId, id)
    const evening = new Date((await tomorrowAt(8)).getTime() + secondMs)
    const next = comesNext(order, { now: evening, sentDay: order.sentDay })
    assert.equal(next.getTime(), (await tomorrowAt(9)).getTime() + dayMs)
  })

  it('keeps a day that is being paid, where a worker that looked before its hour comes late', async () => {
    const day = (await tomorrowAt(8)).getUTCDay() || 7
    const { id } = await scene(10_000, { timetable: { rhythm: 'weekly', day, hour: 8 } })
    assert.equal((await payAt(id, 8, false)).state, 'due')
    const early = new Date((await tomorrowAt(8)).getTime() - secondMs)
    assert.equal((await payDue(contextOf(books), id, early)).state, 'not_due')
    assert.equal((await payAt(id, 8)).state, 'sent')
  })
})
