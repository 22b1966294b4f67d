import assert from 'node:assert/strict'
import type { DeliveryId } from '#domain/ids.ts'
import { gatherNotifications } from '#use-cases/notifications/gather.ts'
import { claimAttempt, finishAttempt } from '#use-cases/webhooks/attempt-delivery.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { givenBooks } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { createPortalMerchant, makePayment, type PortalMerchant } from '#test/support/portal.ts'
import { peopleOf } from './told.ts'

const end = { httpStatus: 503, error: null, extract: null, durationMs: 20, retryInMs: null }

describe('what merchants’ people are told of a webhook that fails', () => {
  const books = givenBooks()
  const { member, sentTo, told } = peopleOf(books)
  let made = 0

  /** So many deliveries to a new webhook, each answered as told: `f` failed, `d` delivered. */
  async function deliver(merchant: PortalMerchant, answers: string): Promise<void> {
    const { database } = books
    const { serviceEnvId } = merchant.live
    for (const [at, answer] of answers.split('').entries()) {
      await makePayment(database, merchant.live, {
        reference: `W-${(made += 1)}`,
        outcome: success,
      })
      const [delivery] = await books.rows<{ id: DeliveryId }>(
        `update webhook_delivery set created_at = now() + make_interval(secs => $2)
         where service_env_id = $1 and status = 'pending' and attempts = 0 returning id`,
        serviceEnvId,
        (at - answers.length) / 1000,
      )
      assert.ok(delivery)
      const attempt = { deliveryId: delivery.id, attempt: 1 }
      const claim = await claimAttempt(database, attempt)
      assert.equal(claim.state, 'claimed')
      await finishAttempt(
        database,
        { deliveryId: delivery.id, attemptId: claim.attemptId },
        answer === 'd'
          ? { ...end, outcome: 'delivered', httpStatus: 200 }
          : { ...end, outcome: 'failed', error: 'http_status', retryInMs: 60_000 },
      )
    }
  }
  async function scene(): Promise<PortalMerchant> {
    const merchant = await createPortalMerchant(books.database)
    await createWebhookEndpoint(books.database, merchant.live.serviceEnvId, {
      url: 'https://boutique.example/crochet?secret=1',
      label: null,
      events: ['payment.success'],
      isEnabled: true,
    })
    return merchant
  }

  it('after five deliveries in a row were missed, once a day, to who may mend it', async () => {
    const merchant = await scene()
    const developer = await member(merchant, 'developer')
    const collaborator = await member(merchant, 'collaborator')
    await deliver(merchant, 'ffff')
    await gatherNotifications(books.database)
    assert.deepEqual(await told(merchant, developer, 'webhook_failing'), [], 'not after four')
    await deliver(merchant, 'f')
    await gatherNotifications(books.database)
    await gatherNotifications(books.database)
    const [one, ...more] = await told(merchant, developer, 'webhook_failing')
    assert.match(one?.title ?? '', /^Webhook en échec\u00A0: boutique\.example$/)
    assert.deepEqual(more, [], 'once a day')
    assert.deepEqual(await sentTo(developer), ['email'])
    assert.deepEqual(await told(merchant, collaborator, 'webhook_failing'), [])
    assert.deepEqual(await sentTo(collaborator), [])
  })

  it('and not while one of the last five arrived', async () => {
    const merchant = await scene()
    const developer = await member(merchant, 'developer')
    await deliver(merchant, 'ffffd')
    await deliver(merchant, 'ffff')
    await gatherNotifications(books.database)
    assert.deepEqual(await told(merchant, developer, 'webhook_failing'), [])
  })
})
