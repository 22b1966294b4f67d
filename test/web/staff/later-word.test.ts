import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call } from '#test/support/call.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { outboxOf } from '#test/support/paid.ts'
import { password } from '#test/support/people.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { act, atDesk, look } from '#test/support/staff.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import {
  contradictedPayout,
  contradictedRefund,
} from '#test/use-cases/contradictions/contradictions.ts'
import { operatorSays } from '#test/use-cases/closings/closings.ts'

const list = '/staff/contredits'
const reason = 'convenu au téléphone avec le marchand'

describe('an operator that goes back on what it said against our books', () => {
  const api = given(() => startApiAlone())
  const books = given(async () => ({ database: api.database, outbox: outboxOf(api.database) }))
  const one = given(() => atDesk(api.database, 'supervisor'))
  const two = given(() => atDesk(api.database, 'supervisor'))
  const desk = given(() => deskBrowser(api, 'agent'))
  const shop = givenEach(() => createPortalMerchant(api.database))
  beforeEach(() => openBalance(api.database, shop.live, money(100_000n, 'XOF')))
  booksHoldAfterEach(() => api.database)

  const says = async (
    said: 'paid' | 'not_paid',
    transactionId: TransactionId,
    refundId: RefundId | null = null,
  ) => assert.ok(await operatorSays(api, { transactionId, refundId }, said))
  const settle = async (id: string) => {
    const path = `/contradictions/${id}`
    const asked = await act(api, one, { path: `${path}/settle`, body: { reason, password } })
    assert.equal(asked.status, 200, asked.text)
    const done = await act(api, two, { path: `${path}/approve`, body: { password } })
    assert.equal(done.json.data.state, 'settled', done.text)
  }
  const told = async (path: string) => {
    const { contradictions } = (await look(api, two, path)).json.data
    assert.equal(contradictions.length, 1)
    const { is_settled: isSettled, retracted_at: at } = contradictions[0]
    return [isSettled, at !== null]
  }
  const textOf = async (page: string) => (await desk.get(page)).text

  it('is told as such on the payout and its payment: nothing is to be settled', async () => {
    const id = await contradictedPayout(books, shop.live)
    assert.deepEqual(await told(`/payouts/${id}`), [false, false])
    await says('not_paid', id)
    assert.deepEqual(await told(`/payouts/${id}`), [true, true])
    const pages = await Promise.all(
      [`/staff/retraits/${id}`, `/staff/transactions/${id}`].map(textOf),
    )
    for (const text of pages) {
      assert.match(text, /L’opérateur est revenu sur sa parole/)
      assert.doesNotMatch(text, /Le désaccord est réglé/)
    }
    await says('paid', id)
    assert.deepEqual(await told(`/payouts/${id}`), [false, false])
    for (const page of [`/staff/retraits/${id}`, `/staff/transactions/${id}`])
      assert.doesNotMatch(await textOf(page), /est revenu sur sa parole/)
  })

  it('after the settlement owes the merchant what it took: no page says that it is still to be recovered', async () => {
    const id = await contradictedPayout(books, shop.live)
    const reader = await portalReader(api, shop, 'owner')
    await reader.post('/portail/service', { vers: shop.live.serviceEnvId })
    assert.deepEqual(await availableOf(), 100_000)
    await settle(id)
    assert.deepEqual(await availableOf(), 99_000)
    await says('not_paid', id)
    assert.deepEqual(await told(`/payouts/${id}`), [false, true])
    const payout = await textOf(`/staff/retraits/${id}`)
    assert.match(payout, /L’opérateur est revenu sur sa parole/)
    assert.doesNotMatch(payout, /à récupérer/)
    assert.match(payout, new RegExp(`href="${list}/${id}"[^>]*>réglez`))
    assert.match(await textOf(`/staff/transactions/${id}`), /dû au marchand/)
    await settle(id)
    assert.deepEqual(await told(`/payouts/${id}`), [true, true])
    assert.match(await textOf(`/staff/retraits/${id}`), /Rien n’est à régler/)
    assert.deepEqual(await availableOf(), 100_000)
    const { text } = await reader.get('/portail/soldes')
    assert.equal(text.split('Règlement d’un désaccord avec l’opérateur').length - 1, 2)
    const payment = await call(api, { path: `/v2/transactions/${id}`, key: shop.live.keys.secret })
    assert.equal(payment.json.data.status, 'failed', 'the payout itself stays as it ended')
  })

  it('is told of a refund, too', async () => {
    const id = await contradictedRefund(books, shop.live, 'paid')
    const { transactionId } = await readRefund(api.database, id)
    await settle(id)
    await says('paid', transactionId, id)
    assert.deepEqual(await told(`/refunds/${id}`), [false, true])
    const text = await textOf(`/staff/remboursements/${id}`)
    assert.match(text, /L’opérateur est revenu sur sa parole/)
    assert.doesNotMatch(text, /il reste dû/)
  })

  async function availableOf(): Promise<number> {
    const { json } = await call(api, { path: '/v2/balance', key: shop.live.keys.secret })
    return json.data.available
  }
})
