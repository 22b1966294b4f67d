import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { DeliveryId } from '#domain/ids.ts'
import { claimAttempt, finishAttempt } from '#use-cases/webhooks/attempt-delivery.ts'
import { enableWebhookEndpoint } from '#use-cases/webhooks/change-endpoint.ts'
import { advanceDelivery, retryDelivery } from '#use-cases/webhooks/retry-delivery.ts'
import { stopWebhookEndpoint } from '#use-cases/webhooks/stop-endpoint.ts'
import { createMerchant, type Merchant, givenBooks } from '#test/support/books.ts'
import { refusalCode, tallyOf } from '#test/support/outcome.ts'
import {
  abandonedDelivery,
  age,
  attemptOnce,
  beginAttempt,
  endOf,
  historyOf,
  waitingDelivery,
} from './deliveries.ts'

interface Entry {
  readonly kind: string
  readonly signal: string | null
  readonly starts_run: boolean
  readonly summary: string
}

describe('a manual retry of a delivery', () => {
  const books = givenBooks(20)

  const retry = ({ serviceEnvId }: Pick<Merchant, 'serviceEnvId'>, id: DeliveryId) =>
    retryDelivery(books.database, books.outbox, { serviceEnvId, id })
  const ifAsked = (deliveryId: DeliveryId, attempt: number) =>
    claimAttempt(books.database, { deliveryId, attempt, isOnlyIfAsked: true })
  const stop = (of: Awaited<ReturnType<typeof waitingDelivery>>, change: 'disabled' | 'deleted') =>
    stopWebhookEndpoint(books.database, books.outbox, {
      serviceEnvId: of.merchant.serviceEnvId,
      id: of.endpointId,
      change,
    })

  it('of a failed one makes its next attempt, and the schedule goes on from it', async () => {
    const { merchant, id } = await waitingDelivery(books)
    await attemptOnce(books, id, 'failed')
    await retry(merchant, id)
    const asked = await historyOf(books, id)
    assert.deepEqual([asked.status, asked.attempts, asked.next], ['pending', 1, 0])
    const claim = await attemptOnce(books, id, 'failed')
    assert.deepEqual([claim.number, claim.isExtra], [2, false])
    const { status, sent, next } = await historyOf(books, id)
    assert.deepEqual([status, sent, next], ['failed', ['1 http_500', '2 http_500'], 60])
  })

  it('of an abandoned one is one more, the sixth again; a failure leaves it abandoned', async () => {
    const { merchant, id } = await abandonedDelivery(books)
    await retry(merchant, id)
    assert.equal((await historyOf(books, id)).dated, false)
    const claim = await attemptOnce(books, id, 'abandoned')
    assert.deepEqual([claim.number, claim.isExtra], [6, true])
    const missed = await historyOf(books, id)
    assert.deepEqual([missed.status, missed.attempts, missed.dated], ['abandoned', 6, true])
    await retry(merchant, id)
    await attemptOnce(books, id, 'delivered')
    const { status, sent } = await historyOf(books, id)
    assert.equal(status, 'delivered')
    assert.deepEqual(sent.slice(5), ['6 http_500', '6 http_500', '6 200'])
  })

  it('sends the same bytes under the same delivery id', async () => {
    const { merchant, id } = await waitingDelivery(books)
    const first = await attemptOnce(books, id, 'failed')
    await retry(merchant, id)
    const { payload, signature } = await attemptOnce(books, id, 'delivered')
    assert.deepEqual([payload, signature], [first.payload, first.signature])
  })

  it('starts a run where there is none, and wakes the one that waits', async () => {
    const { merchant, id } = await abandonedDelivery(books)
    await books.rows('delete from outbox where subject_id = $1', id)
    await retry(merchant, id)
    const entries = await books.rows<Entry>(
      'select kind, signal, starts_run, summary from outbox where subject_id = $1',
      id,
    )
    assert.deepEqual(
      entries.map(({ kind, signal, starts_run }) => [kind, signal, starts_run]),
      [['webhook-delivery', 'attemptAsked', true]],
    )
    assert.match(entries[0]?.summary ?? '', /^payment\.success of transaction .*, asked for again$/)
  })

  it('is refused for one that was received: it is never sent again', async () => {
    const { merchant, id } = await waitingDelivery(books)
    await attemptOnce(books, id, 'delivered')
    assert.equal(await refusalCode(retry(merchant, id)), 'delivery_not_retryable')
  })

  it('is refused while one is being sent, or has waited less than ten minutes', async () => {
    const { merchant, id } = await waitingDelivery(books)
    assert.equal(await refusalCode(retry(merchant, id)), 'delivery_not_retryable')
    const { attemptId } = await beginAttempt(books, id, 1)
    assert.equal(await refusalCode(retry(merchant, id)), 'delivery_not_retryable')
    await finishAttempt(books.database, { deliveryId: id, attemptId }, endOf('failed'))
    await retry(merchant, id)
    assert.equal(await refusalCode(retry(merchant, id)), 'delivery_not_retryable')
  })

  it('is allowed for one pending for more than ten minutes without news, begun or not', async () => {
    const quiet = await waitingDelivery(books)
    await age(books, quiet.id, 11)
    await retry(quiet.merchant, quiet.id)
    assert.equal((await attemptOnce(books, quiet.id, 'delivered')).number, 1)
    const lost = await waitingDelivery(books)
    await claimAttempt(books.database, { deliveryId: lost.id, attempt: 1 })
    await age(books, lost.id, 11)
    await retry(lost.merchant, lost.id)
    assert.equal((await attemptOnce(books, lost.id, 'delivered')).number, 2)
    assert.deepEqual((await historyOf(books, lost.id)).sent, ['1 worker_lost', '2 200'])
  })

  it('of one that was lost in its extra attempt is extra again', async () => {
    const { merchant, id } = await abandonedDelivery(books)
    await retry(merchant, id)
    await claimAttempt(books.database, { deliveryId: id, attempt: 1 })
    await age(books, id, 11)
    await retry(merchant, id)
    const claim = await attemptOnce(books, id, 'abandoned')
    assert.deepEqual([claim.number, claim.isExtra], [6, true])
  })

  it('is allowed ten times an hour for a delivery, then told when the next may come', async () => {
    const { merchant, id } = await abandonedDelivery(books)
    for (let times = 0; times < 10; times += 1) {
      await retry(merchant, id)
      await attemptOnce(books, id, 'abandoned')
    }
    await assert.rejects(retry(merchant, id), (error: { code?: string; details?: object }) => {
      const seconds: unknown = Reflect.get(error.details ?? {}, 'retry_after_seconds')
      assert.equal(error.code, 'rate_limited')
      assert.ok(typeof seconds === 'number' && seconds > 3500 && seconds <= 3600, String(seconds))
      return true
    })
    await age(books, id, 61)
    await retry(merchant, id)
  })

  it('asked for by 10 tabs at once is one attempt', async () => {
    const { merchant, id } = await abandonedDelivery(books)
    const tabs = Array.from({ length: 10 }, () => retry(merchant, id))
    assert.deepEqual(await tallyOf(tabs), { done: 1, delivery_not_retryable: 9 })
    await attemptOnce(books, id, 'abandoned')
    assert.deepEqual(await ifAsked(id, 6), { state: 'abandoned', reason: 'http_500' })
    assert.equal((await historyOf(books, id)).sent.length, 7)
  })

  it('in 15 races with the schedule’s own attempt is one attempt, whoever comes first', async function () {
    this.timeout(60_000)
    for (let race = 0; race < 15; race += 1) {
      const { merchant, id } = await waitingDelivery(books)
      await attemptOnce(books, id, 'failed')
      const [asked, claim] = await Promise.allSettled([
        retry(merchant, id),
        claimAttempt(books.database, { deliveryId: id, attempt: 2 }),
      ])
      assert.ok(claim.status === 'fulfilled' && claim.value.state === 'claimed')
      const { attemptId } = claim.value
      await finishAttempt(books.database, { deliveryId: id, attemptId }, endOf('failed'))
      // The signal of a retry that came first finds its attempt made: nothing follows before its time.
      const after = await ifAsked(id, 3)
      assert.deepEqual(after, { state: 'unasked' }, asked.status)
      assert.deepEqual((await historyOf(books, id)).sent, ['1 http_500', '2 http_500'])
    }
  })

  it('that a worker died over is told as lost, and never sent twice', async () => {
    const { merchant, id } = await abandonedDelivery(books)
    await retry(merchant, id)
    const first = await ifAsked(id, 6)
    assert.ok(first.state === 'claimed')
    assert.equal((await ifAsked(id, 6)).state, 'under_way')
    await age(books, id, 1)
    const { attemptId } = first
    assert.deepEqual(await ifAsked(id, 6), { state: 'lost', attemptId, number: 6, isExtra: true })
  })

  for (const change of ['disabled', 'deleted'] as const) {
    it(`is refused for a webhook that is ${change}, and in races nothing waits for it`, async () => {
      const failed = await waitingDelivery(books)
      await attemptOnce(books, failed.id, 'failed')
      await stop(failed, change)
      const code = await refusalCode(retry(failed.merchant, failed.id))
      assert.equal(code, change === 'disabled' ? 'webhook_disabled' : 'delivery_not_retryable')
      for (let race = 0; race < 10; race += 1) {
        const racing = await waitingDelivery(books)
        await attemptOnce(books, racing.id, 'failed')
        await Promise.allSettled([stop(racing, change), retry(racing.merchant, racing.id)])
        assert.equal((await historyOf(books, racing.id)).status, 'abandoned')
      }
    })
  }

  it('goes on from where a disabled webhook left it, once that is enabled again', async () => {
    const waiting = await waitingDelivery(books)
    await attemptOnce(books, waiting.id, 'failed')
    await stop(waiting, 'disabled')
    const { serviceEnvId } = waiting.merchant
    await enableWebhookEndpoint(books.database, { serviceEnvId, id: waiting.endpointId })
    await retry(waiting.merchant, waiting.id)
    const claim = await attemptOnce(books, waiting.id, 'abandoned')
    assert.deepEqual([claim.number, claim.isExtra], [2, true])
  })

  it('of another merchant, of the other mode or of nothing is not found', async () => {
    const { merchant, id } = await abandonedDelivery(books)
    const live = await createMerchant(books, { mode: 'live', serviceId: merchant.serviceId })
    for (const stranger of [await createMerchant(books), live]) {
      assert.equal(await refusalCode(retry(stranger, id)), 'delivery_not_found')
    }
    const nothing = retry(merchant, randomUUID() as DeliveryId)
    assert.equal(await refusalCode(nothing), 'delivery_not_found')
    assert.equal((await historyOf(books, id)).status, 'abandoned')
  })

  describe('in the sandbox', () => {
    const advance = ({ serviceEnvId }: Pick<Merchant, 'serviceEnvId'>, id: DeliveryId) =>
      advanceDelivery(books.database, books.outbox, { serviceEnvId, id })

    it('a delivery is advanced to its next attempt, as often as it has some', async () => {
      const { merchant, id } = await waitingDelivery(books)
      for (const outcome of ['failed', 'failed', 'failed', 'failed', 'failed'] as const) {
        await attemptOnce(books, id, outcome)
        await advance(merchant, id)
      }
      await attemptOnce(books, id, 'abandoned')
      assert.equal(await refusalCode(advance(merchant, id)), 'delivery_not_retryable')
      const numbers = (await historyOf(books, id)).sent.map((text) => text[0])
      assert.deepEqual(numbers, ['1', '2', '3', '4', '5', '6'])
      await retry(merchant, id)
    })

    it('and in live it is not', async () => {
      const { merchant, id } = await waitingDelivery(books)
      await attemptOnce(books, id, 'failed')
      await books.rows(`update service_env set mode = 'live' where id = $1`, merchant.serviceEnvId)
      assert.equal(await refusalCode(advance(merchant, id)), 'delivery_not_found')
      await books.rows(
        `update service_env set mode = 'sandbox' where id = $1`,
        merchant.serviceEnvId,
      )
    })
  })
})
