import assert from 'node:assert/strict'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { openWithOpenssl } from '#test/activities/webhooks/openssl-opener.ts'
import { type Received, type Receiver, startReceiver } from '#test/activities/webhooks/receiver.ts'
import { call, collectionCall, eventually, waitUntilFinal } from '#test/support/call.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const customer = { name: 'Awa Dossou', email: 'awa@example.com' }

describe('a webhook goes from the API to a receiver that knows nothing but the specification', function () {
  this.timeout(60_000)
  let service: TestService
  let receiver: Receiver
  /** Answers that the next requests to a path get instead of 200. */
  const troubles = new Map<string, number[]>()

  before(needsOpenssl)
  before(async () => {
    receiver = await startReceiver(({ url }, response) => {
      response.writeHead(troubles.get(url)?.shift() ?? 200).end()
    })
    service = await startTestService({
      WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${receiver.port}`,
      WEBHOOK_RETRY_SCHEDULE: '300ms,300ms,300ms,300ms,300ms',
      COLLECTION_EXPIRY: '3s',
    })
  })
  after(async () => {
    await service?.stop()
    await receiver?.close()
  })
  afterEach(async () => assert.deepEqual(await checkInvariants(service.database), []))

  it('payment.success has the fields of the table, in the currency of the price too', async () => {
    const tenant = await createTenant(service.database, { currency: 'EUR' })
    const endpoint = await createEndpoint(tenant, '/success', ['payment.success'])
    const phone = freshPhone()
    const metadata = { order: 'A-17', note: 'deux "mangues" & un café' }
    const body = { amount: 12.5, currency: 'EUR', reference: 'order/17', metadata, phone, customer }
    const paid = await pay(tenant, body)
    const [received] = await arrived('/success', 1)
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

  const ends = { '0001': 'FAILED', '0002': 'FAILED', '0003': 'EXPIRED' } as const
  for (const [ending, status] of Object.entries(ends)) {
    it(`payment.failed tells why, ${status} (${ending})`, async () => {
      const tenant = await createTenant(service.database)
      const path = `/failed-${ending}`
      const endpoint = await createEndpoint(tenant, path, ['*'])
      const ended = await pay(tenant, { phone: freshPhone(ending) })
      const [received] = await arrived(path, 1)
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
      const tenant = await createTenant(service.database)
      const path = `/held-${ending}`
      const endpoint = await createEndpoint(tenant, path, ['*'])
      const paid = await pay(tenant, { phone: freshPhone(ending), reference: `held-${ending}` })
      const both = await Promise.all(
        (await arrived(path, 2)).map((received) => open(received, endpoint.secret)),
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
    const tenant = await createTenant(service.database)
    const paths = [1, 2, 3, 4, 5].map((number) => `/five-${number}`)
    const secrets = new Map<string, string>()
    for (const path of paths) {
      secrets.set(path, (await createEndpoint(tenant, path, ['*'])).secret)
    }
    const sixth = await askEndpoint(tenant, '/five-6', { events: ['*'] })
    assert.equal(sixth.status, 409)
    assert.equal(sixth.json.error.code, 'webhook_limit_reached')
    const { id } = await pay(tenant)
    const letters = await Promise.all(paths.map(async (path) => (await arrived(path, 1))[0]))
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
    const tenant = await createTenant(service.database)
    const live = await createTenant(service.database, { mode: 'live', serviceId: tenant.serviceId })
    const stranger = await createTenant(service.database)
    await createEndpoint(tenant, '/wanted', ['payment.success'])
    await createEndpoint(tenant, '/unsubscribed', ['payment.failed', 'funds.held', 'test.ping'])
    await createEndpoint(tenant, '/disabled', ['*'], false)
    await createEndpoint(live, '/live', ['*'])
    await createEndpoint(stranger, '/stranger', ['*'])
    const { id } = await pay(tenant)
    await arrived('/wanted', 1)
    const { rows } = await service.database.pool.query(
      `select w.url from webhook_delivery d join event e on e.id = d.event_id
         join webhook_endpoint w on w.id = d.endpoint_id where e.transaction_id = $1`,
      [id],
    )
    assert.deepEqual(rows, [{ url: urlOf('/wanted') }])
    for (const path of ['/unsubscribed', '/disabled', '/live', '/stranger']) {
      assert.deepEqual(requestsTo(path), [], path)
    }
  })

  it('a receiver that answers 500 once gets the same bytes again, as attempt 2', async () => {
    const tenant = await createTenant(service.database)
    const endpoint = await createEndpoint(tenant, '/wobbly', ['*'])
    troubles.set('/wobbly', [500])
    await pay(tenant)
    const [first, second] = await arrived('/wobbly', 2)
    assert.ok(first && second)
    assert.deepEqual(second.body, first.body)
    for (const name of ['signature', 'delivery']) {
      assert.equal(header(second, name), header(first, name))
    }
    assert.deepEqual([header(first, 'attempt'), header(second, 'attempt')], ['1', '2'])
    await open(second, endpoint.secret)
    await untilDelivery('/wobbly', { status: 'delivered', attempts: 2, last_error: null })
  })

  it('six failures abandon a delivery; a deletion does at once', async () => {
    const tenant = await createTenant(service.database)
    await createEndpoint(tenant, '/never', ['*'])
    const deleted = await createEndpoint(tenant, '/deleted', ['*'])
    troubles.set('/never', Array.from({ length: 20 }, () => 500))
    troubles.set('/deleted', Array.from({ length: 20 }, () => 500))
    await pay(tenant)
    await arrived('/deleted', 1)
    const path = `/v2/webhook_endpoints/${deleted.id}`
    const answer = await call(service, { method: 'DELETE', path, key: tenant.keys.secret })
    assert.deepEqual(answer.json.data, { id: deleted.id, object: 'webhook_endpoint', deleted: true })
    const stopped = await untilDelivery('/deleted', { status: 'abandoned' })
    assert.equal(stopped['last_error'], 'endpoint_deleted')
    const sofar = requestsTo('/deleted').length
    assert.ok(sofar < 6)
    const error = 'http_status'
    await untilDelivery('/never', { status: 'abandoned', attempts: 6, last_error: error })
    const numbers = requestsTo('/never').map((received) => header(received, 'attempt'))
    assert.deepEqual(numbers, ['1', '2', '3', '4', '5', '6'])
    assert.equal(new Set(requestsTo('/never').map(({ body }) => body.toString())).size, 1)
    assert.equal(requestsTo('/deleted').length, sofar)
  })

  function urlOf(path: string): string {
    return `https://127.0.0.1:${receiver.port}${path}`
  }

  function askEndpoint(tenant: Tenant, path: string, body: Readonly<Record<string, unknown>>) {
    const request = { method: 'POST', path: '/v2/webhook_endpoints', key: tenant.keys.secret }
    return call(service, { ...request, body: { url: urlOf(path), ...body } })
  }

  /** Makes an endpoint by the API; its secret is in this answer alone. */
  async function createEndpoint(
    tenant: Tenant,
    path: string,
    events: readonly string[],
    enabled = true,
  ): Promise<{ readonly id: string; readonly secret: string }> {
    const created = await askEndpoint(tenant, path, { events, enabled })
    assert.equal(created.status, 201, created.text)
    const { id, secret } = created.json.data
    const read = await call(service, {
      path: `/v2/webhook_endpoints/${id}`,
      key: tenant.keys.secret,
    })
    assert.equal(read.json.data.secret_last4, secret.slice(-4))
    assert.ok(!read.text.includes(secret))
    return { id, secret }
  }

  async function pay(tenant: Tenant, changes: Readonly<Record<string, unknown>> = {}) {
    const key = tenant.keys.secret
    const accepted = await call(service, collectionCall(key, changes))
    assert.equal(accepted.status, 202, accepted.text)
    return waitUntilFinal(service, key, accepted.json.data.id)
  }

  function requestsTo(path: string): Received[] {
    return receiver.requests.filter(({ url }) => url === path)
  }

  function arrived(path: string, count: number): Promise<Received[]> {
    return eventually(() => {
      const requests = requestsTo(path)
      return Promise.resolve(requests.length >= count && requests)
    })
  }

  function untilDelivery(path: string, expected: Readonly<Record<string, unknown>>) {
    return eventually(async () => {
      const { rows } = await service.database.pool.query<Record<string, unknown>>(
        `select d.status, d.attempts, d.last_error from webhook_delivery d
           join webhook_endpoint w on w.id = d.endpoint_id where w.url = $1`,
        [urlOf(path)],
      )
      assert.ok(rows.length <= 1)
      const [row = {}] = rows
      return Object.entries(expected).every(([name, value]) => row[name] === value) && row
    })
  }
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

function header(received: Received | undefined, name: string): string {
  const value = received?.headers[`x-service-${name}`]
  return typeof value === 'string' ? value : ''
}

async function open(received: Received | undefined, secret = '') {
  const body = received?.body.toString('utf8') ?? ''
  const opened = await openWithOpenssl(body, header(received, 'signature'), secret)
  return { event: opened.event, data: opened.data as Readonly<Record<string, unknown>> }
}

/** `2026-01-31T12:34:56Z` as webhooks write it: `31-01-2026 12:34:56`, UTC. */
function webhookTime(iso: string): string {
  const [date = '', time = ''] = iso.replace('Z', '').split('T')
  return `${date.split('-').toReversed().join('-')} ${time}`
}
