import assert from 'node:assert/strict'
import { createDecipheriv } from 'node:crypto'
import { isUuid } from '#domain/ids.ts'
import { type EventType, webhookEventTypes } from '#domain/webhooks/events.ts'
import type { EndpointOrder } from '#use-cases/webhooks/change-endpoint.ts'
import { sendTestEvent } from '#use-cases/webhooks/send-test-event.ts'
import { stopWebhookEndpoint } from '#use-cases/webhooks/stop-endpoint.ts'
import { createMerchant, givenBooks } from '#test/support/books.ts'
import { refusalCode, tallyOf } from '#test/support/outcome.ts'
import { addEndpoint, attemptOnce, historyOf } from './deliveries.ts'

type Fields = Readonly<Record<string, unknown>>

describe('a test event', () => {
  const books = givenBooks(20)

  const send = (place: EndpointOrder, type: EventType = 'test.ping') =>
    sendTestEvent(books.database, books.outbox, { ...place, type })

  async function arrange(changes: Parameters<typeof addEndpoint>[2] = {}) {
    const merchant = await createMerchant(books)
    const { endpoint, secret } = await addEndpoint(books, merchant, changes)
    return { merchant, secret, place: { serviceEnvId: merchant.serviceEnvId, id: endpoint.id } }
  }

  it('goes to its webhook alone, whatever that subscribed to, and is announced as any delivery', async () => {
    const { merchant, secret, place } = await arrange({ events: ['refund.success'] })
    await addEndpoint(books, merchant)
    const id = await send(place)
    const deliveries = await books.rows<{ id: string }>(
      'select id from webhook_delivery where service_env_id = $1',
      place.serviceEnvId,
    )
    assert.deepEqual(deliveries, [{ id }])
    const started = await books.rows('select kind, signal from outbox where subject_id = $1', id)
    assert.deepEqual(started, [{ kind: 'webhook-delivery', signal: null }])
    const { event, data } = opened((await attemptOnce(books, id, 'failed')).payload, secret)
    assert.equal(event, 'test.ping')
    assert.match(String(data['sent_at']), /^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/)
    assert.deepEqual(
      { ...data, sent_at: '' },
      {
        test: true,
        event: 'test.ping',
        message: 'Votre webhook reçoit nos événements.',
        mode: 'SANDBOX',
        service_env_uuid: place.serviceEnvId,
        sent_at: '',
      },
    )
    assert.deepEqual((await historyOf(books, id)).sent, ['1 http_500'])
  })

  it('of each type of the catalogue has the shape of the real one, of a transaction that nobody has', async () => {
    for (const { code } of webhookEventTypes.filter(({ group }) => group !== 'test')) {
      const { secret, place } = await arrange()
      const id = await send(place, code)
      const { event, data } = opened((await attemptOnce(books, id, 'delivered')).payload, secret)
      assert.deepEqual([event, data['test'], data['mode']], [code, true, 'SANDBOX'])
      const transactionId = String(data['transactionId'])
      assert.ok(isUuid(transactionId))
      const known = await books.rows('select id from transaction where id = $1', transactionId)
      assert.deepEqual(known, [])
      if (code.startsWith('refund.')) assert.ok(isUuid(String(data['paymentId'])))
    }
  })

  it('is refused to a webhook that is disabled, deleted or another merchant’s', async () => {
    const { merchant, place } = await arrange()
    const stranger = await createMerchant(books)
    const foreign = send({ ...place, serviceEnvId: stranger.serviceEnvId })
    assert.equal(await refusalCode(foreign), 'webhook_endpoint_not_found')
    const stop = (change: 'disabled' | 'deleted') =>
      stopWebhookEndpoint(books.database, books.outbox, { ...place, change })
    await stop('disabled')
    assert.equal(await refusalCode(send(place)), 'webhook_disabled')
    await stop('deleted')
    assert.equal(await refusalCode(send(place)), 'webhook_endpoint_not_found')
    const made = await books.rows(
      'select id from event where service_env_id = $1',
      merchant.serviceEnvId,
    )
    assert.deepEqual(made, [])
  })

  it('comes five times an hour at most for a service in each mode, also of 12 at once and over two webhooks', async () => {
    const { merchant, place } = await arrange()
    const other = await addEndpoint(books, merchant)
    const places = [place, { ...place, id: other.endpoint.id }]
    const works = Array.from({ length: 12 }, (_, at) => send(places[at % 2] ?? place))
    assert.deepEqual(await tallyOf(works), { done: 5, rate_limited: 7 })
    const live = await createMerchant(books, { mode: 'live', serviceId: merchant.serviceId })
    const { endpoint } = await addEndpoint(books, live)
    await send({ serviceEnvId: live.serviceEnvId, id: endpoint.id })
    await books.rows(
      `update event set created_at = created_at - interval '61 minutes' where service_env_id = $1`,
      merchant.serviceEnvId,
    )
    await send(place)
  })
})

/** What a receiver reads by the steps of the specification. */
function opened(
  payload: string,
  secret: string,
): { readonly event: string; readonly data: Fields } {
  const bytes = Buffer.from(payload, 'base64')
  const key = Buffer.from(secret, 'utf8').subarray(0, 32)
  const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, 16))
  const text =
    decipher.update(bytes.subarray(16).toString('ascii'), 'base64', 'utf8') + decipher.final('utf8')
  const { event, data } = JSON.parse(text) as { event: string; data: string }
  return { event, data: JSON.parse(data) as Fields }
}
