import assert from 'node:assert/strict'
import type { DeliveryId } from '#domain/ids.ts'
import { claimAttempt, finishAttempt } from '#use-cases/webhooks/attempt-delivery.ts'
import { sendsAtOnceMax } from '#db/sends-at-once.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { onPool } from '#db/sql.ts'
import { acceptOne, openBooks } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { endOf, waitingDelivery } from './deliveries.ts'
import { given } from '#test/support/given.ts'

const races = 5

describe('one endpoint is sent five attempts at once', () => {
  const books = given(() => openBooks(20))

  const claim = (deliveryId: DeliveryId) => claimAttempt(books.database, { deliveryId, attempt: 1 })

  /** So many deliveries that wait for one endpoint. */
  async function waiting(count: number): Promise<readonly DeliveryId[]> {
    const { merchant, endpointId } = await waitingDelivery(books)
    for (let made = 1; made < count; made += 1) {
      const transactionId = await acceptOne(books, merchant)
      await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
    }
    const rows = await onPool(books.database.pool).rows<{ id: DeliveryId }>(
      'select id from webhook_delivery where endpoint_id = $1 order by id',
      [endpointId],
    )
    assert.equal(rows.length, count)
    return rows.map(({ id }) => id)
  }

  async function started(id: DeliveryId, secondsAgo: number): Promise<void> {
    await books.rows(
      `update webhook_attempt set started_at = now() - ${secondsAgo} * interval '1 second'
       where delivery_id = $1`,
      id,
    )
  }

  const statesOf = (claims: readonly { readonly state: string }[]): readonly string[] =>
    claims.map(({ state }) => state).toSorted()

  it(`in ${races} races of twelve claims five are sent, and seven are told to come again`, async function () {
    this.timeout(60_000)
    for (let race = 0; race < races; race += 1) {
      const ids = await waiting(12)
      const claims = await Promise.all(ids.map(claim))
      const expected = [...Array<string>(7).fill('busy'), ...Array<string>(5).fill('claimed')]
      assert.deepEqual(statesOf(claims), expected)
    }
  })

  it('what is told to come again has spent nothing: not a number, not its status', async () => {
    const ids = await waiting(sendsAtOnceMax + 1)
    const claims = await Promise.all(ids.map(claim))
    const busy = ids[claims.findIndex(({ state }) => state === 'busy')]
    const row = await onPool(books.database.pool).one(
      `select status, attempts, (select count(*)::int from webhook_attempt a where a.delivery_id = d.id) as begun
       from webhook_delivery d where id = $1`,
      [busy],
    )
    assert.deepEqual(row, { status: 'pending', attempts: 0, begun: 0 })
  })

  it('each end makes room for one more', async () => {
    const [first, ...others] = await waiting(sendsAtOnceMax + 2)
    const last = others.splice(-2)
    assert.ok(first !== undefined)
    const flying = await claim(first)
    assert.ok(flying.state === 'claimed')
    await Promise.all(others.map(claim))
    assert.deepEqual(statesOf(await Promise.all(last.map(claim))), ['busy', 'busy'])
    const { attemptId } = flying
    await finishAttempt(books.database, { deliveryId: first, attemptId }, endOf('failed'))
    assert.deepEqual(statesOf(await Promise.all(last.map(claim))), ['busy', 'claimed'])
  })

  it('a send whose end nobody wrote down, its worker lost, holds its place for 15 seconds', async () => {
    const ids = await waiting(sendsAtOnceMax + 1)
    const [first, ...others] = ids
    const last = others.pop()
    assert.ok(first !== undefined && last !== undefined)
    await Promise.all([first, ...others].map(claim))
    await started(first, 14)
    assert.equal((await claim(last)).state, 'busy')
    await started(first, 16)
    assert.equal((await claim(last)).state, 'claimed')
  })

  it('another endpoint has its own five', async () => {
    await Promise.all((await waiting(sendsAtOnceMax + 1)).map(claim))
    const [other] = await waiting(1)
    assert.ok(other !== undefined)
    assert.equal((await claim(other)).state, 'claimed')
  })
})
