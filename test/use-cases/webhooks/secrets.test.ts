import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { claimAttempt, finishAttempt } from '#use-cases/webhooks/attempt-delivery.ts'
import { changeWebhookEndpoint } from '#use-cases/webhooks/change-endpoint.ts'
import { renewWebhookSecret } from '#use-cases/webhooks/renew-secret.ts'
import { sweep } from '#use-cases/retention/sweep.ts'
import { retryDelivery } from '#use-cases/webhooks/retry-delivery.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { stopWebhookEndpoint } from '#use-cases/webhooks/stop-endpoint.ts'
import { findEndpoint } from '#use-cases/webhooks/find-endpoints.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { abandonedDelivery, attemptOnce, endOf, historyOf, waitingDelivery } from './deliveries.ts'
import { success } from '#test/support/ends.ts'

type Waiting = Awaited<ReturnType<typeof waitingDelivery>>

describe('a webhook', () => {
  const books = givenBooks(20)

  const placeOf = ({ merchant, endpointId }: Waiting) => ({
    serviceEnvId: merchant.serviceEnvId,
    id: endpointId,
  })
  const renew = (waiting: Waiting) =>
    renewWebhookSecret(books.database, { ...placeOf(waiting), start: 'now' })
  const signs = (secret: string, sent: { payload: string; signature: string }): boolean =>
    createHmac('sha256', secret).update(sent.payload).digest('hex') === sent.signature

  describe('whose secret is renewed', () => {
    it('tells the new one once; nothing else of it changes', async () => {
      const waiting = await waitingDelivery(books)
      const { serviceEnvId, id } = placeOf(waiting)
      const before = await findEndpoint(books.database, serviceEnvId, id)
      const { secret } = await renew(waiting)
      assert.equal(secret.length, 36)
      assert.notEqual(secret, waiting.secret)
      const after = await findEndpoint(books.database, serviceEnvId, id)
      assert.deepEqual(after, { ...before, secretLast4: secret.slice(-4) })
    })

    it('has what waits sealed once more: the same delivery, the same bytes at each attempt from then on', async () => {
      const waiting = await waitingDelivery(books)
      const first = await attemptOnce(books, waiting.id, 'failed')
      assert.ok(signs(waiting.secret, first))
      const { secret } = await renew(waiting)
      const second = await attemptOnce(books, waiting.id, 'failed')
      assert.ok(signs(secret, second) && !signs(waiting.secret, second))
      const third = await attemptOnce(books, waiting.id, 'delivered')
      assert.deepEqual([third.payload, third.signature], [second.payload, second.signature])
    })

    it('during an attempt in flight: that one was sealed before, the next one is under the new secret', async () => {
      const waiting = await waitingDelivery(books)
      const deliveryId = waiting.id
      const flying = await claimAttempt(books.database, { deliveryId, attempt: 1 })
      assert.ok(flying.state === 'claimed' && signs(waiting.secret, flying))
      const { secret } = await renew(waiting)
      await finishAttempt(
        books.database,
        { deliveryId, attemptId: flying.attemptId },
        endOf('failed'),
      )
      assert.ok(signs(secret, await attemptOnce(books, deliveryId, 'delivered')))
    })

    it('in 15 races with claims and events never signs with the old one what begins after', async function () {
      this.timeout(60_000)
      for (let race = 0; race < 15; race += 1) {
        const waiting = await waitingDelivery(books)
        const transactionId = await acceptOne(books, waiting.merchant)
        const [{ secret }, claim] = await Promise.all([
          renew(waiting),
          claimAttempt(books.database, { deliveryId: waiting.id, attempt: 1 }),
          settleTransaction(books.database, books.outbox, { transactionId, outcome: success }),
        ])
        assert.ok(claim.state === 'claimed')
        assert.ok(signs(secret, claim) || signs(waiting.secret, claim))
        const { attemptId } = claim
        await finishAttempt(books.database, { deliveryId: waiting.id, attemptId }, endOf('failed'))
        const all = await books.rows<{ id: Waiting['id'] }>(
          'select id from webhook_delivery where endpoint_id = $1',
          waiting.endpointId,
        )
        assert.equal(all.length, 2)
        for (const { id } of all)
          assert.ok(signs(secret, await attemptOnce(books, id, 'delivered')))
      }
    })

    it('for in a day: both sign until then, the old one seals; then the new one alone', async () => {
      const waiting = await waitingDelivery(books)
      const order = { ...placeOf(waiting), start: 'in_24_hours' } as const
      await renewWebhookSecret(books.database, order)
      const { secret } = await renewWebhookSecret(books.database, order)
      await sweep(books.database, { eventDays: 400, payerDays: 3650 })
      const before = await attemptOnce(books, waiting.id, 'failed')
      assert.ok(signs(waiting.secret, before))
      assert.deepEqual(before.secrets, [waiting.secret, secret])
      const { serviceEnvId, id } = placeOf(waiting)
      const shown = await findEndpoint(books.database, serviceEnvId, id)
      assert.equal(shown.nextSecretLast4, secret.slice(-4))
      const hours = ((shown.nextSecretAt?.getTime() ?? 0) - Date.now()) / 3_600_000
      assert.ok(hours > 23.9 && hours < 24.1)

      await books.rows('update webhook_endpoint set next_secret_at = now() where id = $1', id)
      await sweep(books.database, { eventDays: 400, payerDays: 3650 })
      await sweep(books.database, { eventDays: 400, payerDays: 3650 })
      const after = await attemptOnce(books, waiting.id, 'delivered')
      assert.ok(signs(secret, after))
      assert.deepEqual(after.secrets, [secret])
      const taken = await findEndpoint(books.database, serviceEnvId, id)
      assert.deepEqual(
        [taken.secretLast4, taken.nextSecretLast4, taken.nextSecretAt],
        [secret.slice(-4), null, null],
      )
    })

    it('for in a day: the new one alone then, even if nothing can be deleted that is past its time', async () => {
      const waiting = await waitingDelivery(books)
      const { secret } = await renewWebhookSecret(books.database, {
        ...placeOf(waiting),
        start: 'in_24_hours',
      })
      const { endpointId } = waiting
      await books.rows(
        'update webhook_endpoint set next_secret_at = now() where id = $1',
        endpointId,
      )
      const blocker = await books.database.pool.connect()
      await blocker.query('begin')
      await blocker.query('lock table request_limit in access exclusive mode')
      await assert.rejects(sweep(books.database, { eventDays: 400, payerDays: 3650 }))
      await blocker.query('rollback')
      blocker.release()
      assert.deepEqual((await attemptOnce(books, waiting.id, 'delivered')).secrets, [secret])
    })

    it('at once while another waits for its day: only the one that was made last is left', async () => {
      const waiting = await waitingDelivery(books)
      const order = placeOf(waiting)
      await renewWebhookSecret(books.database, { ...order, start: 'in_24_hours' })
      const { secret } = await renew(waiting)
      const sent = await attemptOnce(books, waiting.id, 'delivered')
      assert.ok(signs(secret, sent))
      assert.deepEqual(sent.secrets, [secret])
    })

    it('twice, and of an abandoned delivery, signs with the last one', async () => {
      const waiting = await abandonedDelivery(books)
      await renew(waiting)
      const { secret } = await renew(waiting)
      const { serviceEnvId } = waiting.merchant
      await retryDelivery(books.database, books.outbox, { serviceEnvId, id: waiting.id })
      assert.ok(signs(secret, await attemptOnce(books, waiting.id, 'delivered')))
    })
  })

  describe('that is changed', () => {
    const changes = {
      url: 'https://new.example/hook',
      label: 'Nouveau',
      events: ['refund.success'],
    }

    it('receives what waits at its new address, and its new choice from now on', async () => {
      const waiting = await waitingDelivery(books)
      await changeWebhookEndpoint(books.database, placeOf(waiting), changes)
      assert.equal((await attemptOnce(books, waiting.id, 'delivered')).url, changes.url)
      const transactionId = await acceptOne(books, waiting.merchant)
      await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
      const made = await books.rows(
        'select id from webhook_delivery where endpoint_id = $1',
        waiting.endpointId,
      )
      assert.deepEqual(made, [{ id: waiting.id }])
      const { serviceEnvId, id } = placeOf(waiting)
      const found = await findEndpoint(books.database, serviceEnvId, id)
      assert.deepEqual(
        [found.url, found.label, found.events, found.allEvents],
        [changes.url, changes.label, changes.events, false],
      )
    })

    it('or renewed, by another merchant, in the other mode or after its deletion, is not found', async () => {
      const waiting = await waitingDelivery(books)
      const { merchant, endpointId: id } = waiting
      const live = await createMerchant(books, { mode: 'live', serviceId: merchant.serviceId })
      const refused = async (serviceEnvId: typeof merchant.serviceEnvId) => {
        const place = { serviceEnvId, id }
        const change = changeWebhookEndpoint(books.database, place, changes)
        assert.equal(await refusalCode(change), 'webhook_endpoint_not_found')
        const renewal = renewWebhookSecret(books.database, { ...place, start: 'now' })
        assert.equal(await refusalCode(renewal), 'webhook_endpoint_not_found')
      }
      await refused((await createMerchant(books)).serviceEnvId)
      await refused(live.serviceEnvId)
      await stopWebhookEndpoint(books.database, books.outbox, {
        ...placeOf(waiting),
        change: 'deleted',
      })
      await refused(merchant.serviceEnvId)
      assert.equal((await historyOf(books, waiting.id)).status, 'abandoned')
    })
  })
})
