import assert from 'node:assert/strict'
import type { EndpointId } from '#domain/ids.ts'
import { claimAttempt, finishAttempt } from '#use-cases/webhooks/attempt-delivery.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { stopWebhookEndpoint } from '#use-cases/webhooks/stop-endpoint.ts'
import { findEndpoint, listEndpoints } from '#use-cases/webhooks/find-endpoints.ts'
import { acceptOne, createMerchant, type Merchant, givenBooks } from '#test/support/books.ts'
import { refusalCode, tallyOf } from '#test/support/outcome.ts'
import { addEndpoint, beginAttempt, endOf, historyOf, waitingDelivery } from './deliveries.ts'
import { success } from '#test/support/ends.ts'

describe('webhook endpoints', () => {
  const books = givenBooks(20)

  function stop(
    { serviceEnvId }: Pick<Merchant, 'serviceEnvId'>,
    id: EndpointId,
    change: 'disabled' | 'deleted',
  ): Promise<void> {
    return stopWebhookEndpoint(books.database, books.outbox, { serviceEnvId, id, change })
  }

  async function settleOne(merchant: Merchant): Promise<void> {
    const transactionId = await acceptOne(books, merchant)
    await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
  }

  describe('are five at most in a mode', () => {
    it('also when 10 are created at once', async () => {
      const merchant = await createMerchant(books)
      const works = Array.from({ length: 10 }, (_, at) =>
        addEndpoint(books, merchant, { isEnabled: at % 2 === 0 }),
      )
      assert.deepEqual(await tallyOf(works), { done: 5, webhook_limit_reached: 5 })
      assert.equal((await listEndpoints(books.database, merchant.serviceEnvId)).length, 5)
    })

    it('disabled ones counted, deleted ones not, and each mode for itself', async () => {
      const merchant = await createMerchant(books)
      const made = await Promise.all(Array.from({ length: 5 }, () => addEndpoint(books, merchant)))
      const [first, second] = made
      assert.ok(first && second)
      await stop(merchant, first.endpoint.id, 'disabled')
      assert.equal(await refusalCode(addEndpoint(books, merchant)), 'webhook_limit_reached')
      await stop(merchant, second.endpoint.id, 'deleted')
      await addEndpoint(books, merchant)
      assert.equal(await refusalCode(addEndpoint(books, merchant)), 'webhook_limit_reached')
      const live = await createMerchant(books, { mode: 'live', serviceId: merchant.serviceId })
      await addEndpoint(books, live)
    })

    it('and payments of the service go on while one is being created', async () => {
      const merchant = await createMerchant(books)
      const works = Array.from({ length: 10 }, (_, at) =>
        at % 2 === 0 ? addEndpoint(books, merchant) : settleOne(merchant),
      )
      assert.deepEqual(await tallyOf(works), { done: 10 })
    })
  })

  it('have a secret that only its creation tells', async () => {
    const merchant = await createMerchant(books)
    const { endpoint, secret } = await addEndpoint(books, merchant)
    assert.equal(secret.length, 36)
    assert.equal(endpoint.secretLast4, secret.slice(-4))
    const found = await findEndpoint(books.database, merchant.serviceEnvId, endpoint.id)
    assert.deepEqual(found, endpoint)
    assert.ok(!JSON.stringify(found).includes(secret.slice(0, 8)))
    const other = await addEndpoint(books, merchant)
    assert.notEqual(other.secret, secret)
  })

  it('of another service, or of the other mode, are not found and not stopped', async () => {
    const merchant = await createMerchant(books)
    const { endpoint } = await addEndpoint(books, merchant)
    const strangers = [
      await createMerchant(books),
      await createMerchant(books, { mode: 'live', serviceId: merchant.serviceId }),
    ]
    for (const stranger of strangers) {
      for (const change of ['disabled', 'deleted'] as const) {
        const code = await refusalCode(stop(stranger, endpoint.id, change))
        assert.equal(code, 'webhook_endpoint_not_found')
      }
      const found = findEndpoint(books.database, stranger.serviceEnvId, endpoint.id)
      assert.equal(await refusalCode(found), 'webhook_endpoint_not_found')
    }
    const { status } = await findEndpoint(books.database, merchant.serviceEnvId, endpoint.id)
    assert.equal(status, 'enabled')
  })

  it('receive what they asked for, when it happens, and nothing of others', async () => {
    const [merchant, stranger] = [await createMerchant(books), await createMerchant(books)]
    const wanting = await addEndpoint(books, merchant, { events: ['payment.success'] })
    const unwanting = await addEndpoint(books, merchant, { events: ['payment.failed'] })
    const disabled = await addEndpoint(books, merchant, { isEnabled: false })
    const foreign = await addEndpoint(books, stranger)
    await settleOne(merchant)
    const late = await addEndpoint(books, merchant)
    const all = [wanting, unwanting, disabled, foreign, late].map(({ endpoint }) => endpoint.id)
    const deliveries = await books.rows<{ endpoint_id: string }>(
      'select endpoint_id from webhook_delivery where endpoint_id = any($1::uuid[])',
      all,
    )
    assert.deepEqual(deliveries, [{ endpoint_id: wanting.endpoint.id }])
  })

  for (const change of ['disabled', 'deleted'] as const) {
    describe(`when one is ${change}`, () => {
      const reason = `endpoint_${change}`

      it('what waits for it is abandoned at once, and its workflows are told', async () => {
        const { merchant, endpointId, id } = await waitingDelivery(books)
        await settleOne(merchant)
        await stop(merchant, endpointId, change)
        const deliveries = await books.rows<{ id: string; status: string; last_error: string }>(
          'select id, status, last_error from webhook_delivery where endpoint_id = $1',
          endpointId,
        )
        assert.equal(deliveries.length, 2)
        for (const delivery of deliveries) {
          assert.deepEqual(delivery, { id: delivery.id, status: 'abandoned', last_error: reason })
          const signals = await books.rows(
            `select kind, signal from outbox where subject_id = $1 and signal is not null`,
            delivery.id,
          )
          assert.deepEqual(signals, [{ kind: 'webhook-delivery', signal: 'deliveryStopped' }])
        }
        const { database } = books
        assert.deepEqual(await claimAttempt(database, { deliveryId: id, attempt: 1 }), {
          state: 'abandoned',
          reason,
        })
        assert.deepEqual((await historyOf(books, id)).sent, [])
      })

      it('what was delivered stays delivered, and nothing new is made for it', async () => {
        const { merchant, endpointId, id } = await waitingDelivery(books)
        const { attemptId } = await beginAttempt(books, id, 1)
        const attempt = { deliveryId: id, attemptId }
        await finishAttempt(books.database, attempt, endOf('delivered'))
        const history = await historyOf(books, id)
        await stop(merchant, endpointId, change)
        await settleOne(merchant)
        assert.deepEqual(await historyOf(books, id), history)
        const made = await books.rows(
          'select id from webhook_delivery where endpoint_id = $1',
          endpointId,
        )
        assert.deepEqual(made, [{ id }])
      })

      it('a send under way is written down, and is the last', async () => {
        const { merchant, endpointId, id } = await waitingDelivery(books)
        const { attemptId } = await beginAttempt(books, id, 1)
        await stop(merchant, endpointId, change)
        const attempt = { deliveryId: id, attemptId }
        assert.ok(await finishAttempt(books.database, attempt, endOf('failed')))
        const history = await historyOf(books, id)
        assert.equal(history.status, 'abandoned')
        assert.deepEqual(history.sent, ['1 http_500'])
        const next = await claimAttempt(books.database, { deliveryId: id, attempt: 2 })
        assert.deepEqual(next, { state: 'abandoned', reason })
      })

      it('a claim that comes first to a stop by hand abandons the delivery itself', async () => {
        const { endpointId, id } = await waitingDelivery(books)
        const statement = change === 'disabled' ? `status = 'disabled'` : 'deleted_at = now()'
        await books.rows(`update webhook_endpoint set ${statement} where id = $1`, endpointId)
        const claim = await claimAttempt(books.database, { deliveryId: id, attempt: 1 })
        assert.deepEqual(claim, { state: 'abandoned', reason })
        assert.deepEqual(await historyOf(books, id), {
          status: 'abandoned',
          attempts: 0,
          error: reason,
          http: null,
          dated: true,
          next: null,
          sent: [],
        })
      })

      it('in 15 races with events and with claims, nothing waits for it afterwards', async function () {
        this.timeout(60_000)
        for (let race = 0; race < 15; race += 1) {
          const { merchant, endpointId, id } = await waitingDelivery(books)
          const works = [
            settleOne(merchant),
            claimAttempt(books.database, { deliveryId: id, attempt: 1 }),
            stop(merchant, endpointId, change),
            settleOne(merchant),
          ]
          assert.deepEqual(await tallyOf(works), { done: 4 })
          const waiting = await books.rows(
            `select id from webhook_delivery where endpoint_id = $1 and status in ('pending', 'failed')`,
            endpointId,
          )
          assert.deepEqual(waiting, [])
        }
      })
    })
  }

  it('that are deleted are listed no more, and their deliveries stay in the history', async () => {
    const { merchant, endpointId, id } = await waitingDelivery(books)
    await stop(merchant, endpointId, 'deleted')
    assert.deepEqual(await listEndpoints(books.database, merchant.serviceEnvId), [])
    const found = findEndpoint(books.database, merchant.serviceEnvId, endpointId)
    assert.equal(await refusalCode(found), 'webhook_endpoint_not_found')
    const again = stop(merchant, endpointId, 'deleted')
    assert.equal(await refusalCode(again), 'webhook_endpoint_not_found')
    const history = await books.rows(
      `select d.id, w.url, d.status from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
       where d.service_env_id = $1`,
      merchant.serviceEnvId,
    )
    assert.deepEqual(history, [{ id, url: 'https://shop.example/hook', status: 'abandoned' }])
    await assert.rejects(books.rows('delete from webhook_endpoint where id = $1', endpointId))
  })
})
