import assert from 'node:assert/strict'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import type { Received } from '#test/activities/webhooks/receiver.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { linkPaymentCall } from '#test/support/payment-links.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { header, open, startWebhookScene } from './webhook-scene.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const customer = { name: 'Awa Dossou', email: 'awa@example.com' }

describe('a webhook goes from the API to a receiver that knows nothing but the specification', function () {
  this.timeout(240_000)

  before(needsOpenssl)
  const scene = given(() =>
    startWebhookScene({
      WEBHOOK_RETRY_SCHEDULE: '300ms,300ms,300ms,300ms,300ms',
      COLLECTION_EXPIRY: '3s',
    }),
  )
  booksHoldAfterEach(() => scene.database)

  it('payment.success has the fields of the table, in the currency of the price too', async () => {
    const tenant = await createTenant(scene.database, { currency: 'EUR' })
    const endpoint = await scene.createEndpoint(tenant, '/success', { events: ['payment.success'] })
    const phone = freshPhone()
    const metadata = { order: 'A-17', note: 'deux "mangues" & un café' }
    const body = { amount: 12.5, currency: 'EUR', reference: 'order/17', metadata, phone, customer }
    const paid = await scene.pay(tenant, body)
    const [received] = await scene.arrived('/success', 1)
    checkRequest(received)
    const { event, data } = await open(received, endpoint.secret)
    assert.equal(event, 'payment.success')
    const charged = paid.amount_charged
    assert.deepEqual(data, {
      status: 'VALIDATED',
      transactionId: paid.id,
      payment: {
        provider: 'mtn-benin',
        method: 'MOBILE MONEY',
        network: 'mtn',
        request: { amount: 12.5, currency: 'EUR' },
        gateway: { amount: charged, currency: 'XOF' },
        debited_amount: charged,
        commission_fees: paid.fees.amount,
        available_amount: paid.net_amount,
        is_available: true,
      },
      currency: { from: 'EUR', to: 'XOF', rate: 655.957 },
      customer: { ...customer, phone },
      externalId: 'order/17',
      metadata,
      message: null,
      transaction_created_at: webhookTime(paid.created_at),
      completed_at: webhookTime(paid.completed_at),
      mode: 'SANDBOX',
    })
    assert.equal(charged % 5, 0)
    assert.equal(charged, paid.net_amount + paid.fees.amount)
    assert.deepEqual(Object.keys(data['metadata'] as object), ['order', 'note'])
  })

  it('a payment through a link is told under the reference of the link, its held funds too', async () => {
    const tenant = await createTenant(scene.database)
    const endpoint = await scene.createEndpoint(tenant, '/link', { events: ['*'] })
    const made = await call(scene, {
      method: 'POST',
      path: '/v2/payment-links',
      key: tenant.keys.secret,
      headers: { 'Service-Version': '2.6.0' },
      body: { title: 'Commande 17', amount: 1000, currency: 'XOF', reference: 'ORDER-17' },
    })
    const link = linkPaymentCall(made.json.data.id, { phone: freshPhone('0006') })
    const { id } = (await call(scene, link)).json.data
    const told = await Promise.all(
      (await scene.arrived('/link', 2)).map((received) => open(received, endpoint.secret)),
    )
    for (const { event, data } of told) {
      assert.deepEqual([data['externalId'], data['transactionId']], ['ORDER-17', id], event)
    }
    const success = told.find(({ event }) => event === 'payment.success')
    assert.deepEqual(success?.data['metadata'], { service_link_reference: 'ORDER-17' })
  })

  const ends = { '0001': 'FAILED', '0002': 'FAILED', '0003': 'EXPIRED' } as const
  for (const [ending, status] of Object.entries(ends)) {
    it(`payment.failed tells why, ${status} (${ending})`, async () => {
      const tenant = await createTenant(scene.database)
      const path = `/failed-${ending}`
      const endpoint = await scene.createEndpoint(tenant, path, { events: ['*'] })
      const ended = await scene.pay(tenant, { phone: freshPhone(ending) })
      const [received] = await scene.arrived(path, 1)
      const { event, data } = await open(received, endpoint.secret)
      const payment = data['payment'] as Record<string, unknown>
      assert.equal(event, 'payment.failed')
      assert.equal(data['transactionId'], ended.id)
      assert.equal(data['status'], status)
      assert.equal(data['message'], ended.failure.message)
      assert.deepEqual(payment['request'], { amount: 1000, currency: 'XOF' })
      assert.equal(payment['is_available'], false)
      assert.equal(payment['available_amount'], 0)
      assert.equal(payment['debited_amount'], 0)
    })
  }

  const holds = { '0006': 'verification', '0007': 'collection_confirmation' } as const
  for (const [ending, reason] of Object.entries(holds)) {
    it(`funds.held follows payment.success when funds are held for ${reason} (${ending})`, async () => {
      const tenant = await createTenant(scene.database)
      const path = `/held-${ending}`
      const endpoint = await scene.createEndpoint(tenant, path, { events: ['*'] })
      const paid = await scene.pay(tenant, {
        phone: freshPhone(ending),
        reference: `held-${ending}`,
      })
      const both = await Promise.all(
        (await scene.arrived(path, 2)).map((received) => open(received, endpoint.secret)),
      )
      const byEvent = new Map(both.map(({ event, data }) => [event, data]))
      assert.deepEqual(new Set(byEvent.keys()), new Set(['payment.success', 'funds.held']))
      assert.deepEqual(byEvent.get('funds.held'), {
        transactionId: paid.id,
        status: 'VALIDATED',
        funds: {
          state: 'held',
          held_at: webhookTime(paid.completed_at),
          released_at: null,
          reason,
        },
        amount: paid.amount_charged,
        currency: 'XOF',
        available_amount: paid.net_amount,
        externalId: `held-${ending}`,
        message: null,
        mode: 'SANDBOX',
      })
    })
  }

  it('five endpoints each get their own delivery, sealed with their own secret; a sixth is refused', async () => {
    const tenant = await createTenant(scene.database)
    const paths = [1, 2, 3, 4, 5].map((number) => `/five-${number}`)
    const secrets = new Map<string, string>()
    for (const path of paths) {
      secrets.set(path, (await scene.createEndpoint(tenant, path, { events: ['*'] })).secret)
    }
    const sixth = await scene.askEndpoint(tenant, '/five-6', { events: ['*'] })
    assert.equal(sixth.status, 409)
    assert.equal(sixth.json.error.code, 'webhook_limit_reached')
    const { id } = await scene.pay(tenant)
    const letters = await Promise.all(paths.map(async (path) => (await scene.arrived(path, 1))[0]))
    const deliveries = new Set(letters.map((received) => header(received, 'delivery')))
    assert.equal(deliveries.size, 5)
    for (const [index, path] of paths.entries()) {
      const { data } = await open(letters[index], secrets.get(path))
      assert.equal(data['transactionId'], id)
      const strange = secrets.get(paths[(index + 1) % 5] ?? '')
      await assert.rejects(open(letters[index], strange), /signature/)
    }
  })

  it('nothing goes to an endpoint that is unsubscribed, disabled, of the other mode or of another service', async () => {
    const tenant = await createTenant(scene.database)
    const live = await createTenant(scene.database, { mode: 'live', serviceId: tenant.serviceId })
    const stranger = await createTenant(scene.database)
    await scene.createEndpoint(tenant, '/wanted', { events: ['payment.success'] })
    await scene.createEndpoint(tenant, '/unsubscribed', {
      events: ['payment.failed', 'funds.held', 'test.ping'],
    })
    await scene.createEndpoint(tenant, '/disabled', { events: ['*'], enabled: false })
    await scene.createEndpoint(live, '/live', { events: ['*'] })
    await scene.createEndpoint(stranger, '/stranger', { events: ['*'] })
    const { id } = await scene.pay(tenant)
    await scene.arrived('/wanted', 1)
    const { rows } = await scene.database.pool.query(
      `select w.url from webhook_delivery d join event e on e.id = d.event_id
         join webhook_endpoint w on w.id = d.endpoint_id where e.transaction_id = $1`,
      [id],
    )
    assert.deepEqual(rows, [{ url: scene.urlOf('/wanted') }])
    for (const path of ['/unsubscribed', '/disabled', '/live', '/stranger']) {
      assert.deepEqual(scene.requestsTo(path), [], path)
    }
  })

  it('a receiver that answers 500 once gets the same bytes again, as attempt 2', async () => {
    const tenant = await createTenant(scene.database)
    const endpoint = await scene.createEndpoint(tenant, '/wobbly', { events: ['*'] })
    scene.troubles.set('/wobbly', [500])
    await scene.pay(tenant)
    const [first, second] = await scene.arrived('/wobbly', 2)
    assert.ok(first && second)
    assert.deepEqual(second.body, first.body)
    for (const name of ['signature', 'delivery']) {
      assert.equal(header(second, name), header(first, name))
    }
    assert.deepEqual([header(first, 'attempt'), header(second, 'attempt')], ['1', '2'])
    await open(second, endpoint.secret)
    await scene.untilDelivery('/wobbly', { status: 'delivered', attempts: 2, last_error: null })
  })

  it('six failures abandon a delivery; a deletion does at once', async () => {
    const tenant = await createTenant(scene.database)
    await scene.createEndpoint(tenant, '/never', { events: ['*'] })
    const deleted = await scene.createEndpoint(tenant, '/deleted', { events: ['*'] })
    scene.troubles.set(
      '/never',
      Array.from({ length: 20 }, () => 500),
    )
    scene.troubles.set(
      '/deleted',
      Array.from({ length: 20 }, () => 500),
    )
    await scene.pay(tenant)
    await scene.arrived('/deleted', 1)
    const path = `/v2/webhook_endpoints/${deleted.id}`
    const answer = await call(scene, { method: 'DELETE', path, key: tenant.keys.secret })
    assert.deepEqual(answer.json.data, {
      id: deleted.id,
      object: 'webhook_endpoint',
      deleted: true,
    })
    const stopped = await scene.untilDelivery('/deleted', { status: 'abandoned' })
    assert.equal(stopped['last_error'], 'endpoint_deleted')
    const sofar = scene.requestsTo('/deleted').length
    assert.ok(sofar < 6)
    const error = 'http_status'
    await scene.untilDelivery('/never', { status: 'abandoned', attempts: 6, last_error: error })
    const numbers = scene.requestsTo('/never').map((received) => header(received, 'attempt'))
    assert.deepEqual(numbers, ['1', '2', '3', '4', '5', '6'])
    assert.equal(new Set(scene.requestsTo('/never').map(({ body }) => body.toString())).size, 1)
    assert.equal(scene.requestsTo('/deleted').length, sofar)
  })
})

/** What the specification says of the request itself, before anything is opened. */
function checkRequest(received: Received | undefined): void {
  assert.ok(received)
  assert.equal(received.method, 'POST')
  assert.equal(received.headers['content-type'], 'application/json')
  assert.deepEqual(Object.keys(JSON.parse(received.body.toString('utf8')) as object), ['payload'])
  assert.match(header(received, 'signature'), /^[0-9a-f]{64}$/)
  assert.match(header(received, 'delivery'), uuid)
  assert.equal(header(received, 'attempt'), '1')
}

/** `2026-01-31T12:34:56Z` as webhooks write it: `31-01-2026 12:34:56`, UTC. */
function webhookTime(iso: string): string {
  const [date = '', time = ''] = iso.replace('Z', '').split('T')
  return `${date.split('-').toReversed().join('-')} ${time}`
}
