import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { standardHeaders } from '#activities/webhooks/standard-headers.ts'
import { newWebhookSecret, sealPayload } from '#db/seal.ts'
import { needsOpenssl, receiverName } from './certificates.ts'
import { openWithOpenssl } from './openssl-opener.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { sendTo } from './sends.ts'

describe('webhooks: the request received', () => {
  before(needsOpenssl)

  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver((_, response) => response.end('{"received":true}'))
  })
  afterEach(() => receiver.close())

  it('is a POST with the specified headers and body, and no others that matter', async () => {
    const secret = newWebhookSecret()
    const sealed = sealPayload({ event: 'payment.success', data: '{"status":"VALIDATED"}', secret })
    const deliveryId = randomUUID()
    const eventId = randomUUID()
    const signing = { eventId, secrets: [secret] }
    const clock = () => new Date('2026-11-22T08:30:00Z')
    const sent = { ...sealed, ...signing, deliveryId, attempt: 3 }
    const result = await sendTo(receiver, sent, { clock })
    assert.deepEqual(
      { ...result, durationMs: 0 },
      {
        outcome: 'delivered',
        httpStatus: 200,
        error: null,
        extract: '{"received":true}',
        durationMs: 0,
      },
    )
    assert.ok(Number.isInteger(result.durationMs) && result.durationMs >= 0)
    const [request] = receiver.requests
    assert.ok(request)
    assert.equal(request.method, 'POST')
    assert.equal(request.url, '/hook')
    assert.equal(request.body.toString('utf8'), `{"payload":"${sealed.payload}"}`)
    assert.deepEqual(request.headers, {
      'content-type': 'application/json',
      'x-service-signature': sealed.signature,
      'x-service-delivery': deliveryId,
      'x-service-attempt': '3',
      ...standardHeaders({ ...signing, sentAt: clock(), body: request.body }),
      'accept-encoding': 'identity',
      'user-agent': 'Payment-Service-Webhooks/2',
      host: `${receiverName}:${receiver.port}`,
      'content-length': String(request.body.length),
      connection: 'close',
    })
  })

  it('has the same body and signature on all six attempts, and another attempt number', async () => {
    const sealed = sealPayload({
      event: 'test.ping',
      data: '{"é":"👋🏾"}',
      secret: newWebhookSecret(),
    })
    const deliveryId = randomUUID()
    for (const attempt of [1, 2, 3, 4, 5, 6])
      await sendTo(receiver, { ...sealed, deliveryId, attempt })
    const distinct = (of: (index: number) => unknown) =>
      new Set(receiver.requests.map((_, index) => of(index))).size
    assert.equal(receiver.requests.length, 6)
    assert.equal(
      distinct((index) => receiver.requests[index]?.body.toString('hex')),
      1,
    )
    assert.equal(
      distinct((index) => receiver.requests[index]?.headers['x-service-signature']),
      1,
    )
    assert.deepEqual(
      receiver.requests.map(({ headers }) => headers['x-service-attempt']),
      ['1', '2', '3', '4', '5', '6'],
    )
    assert.equal(receiver.connections(), 6)
  })

  it('is verified and opened by a receiver that has the openssl command alone', async () => {
    const secret = newWebhookSecret()
    for (const data of fc.sample(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.json()), 25)) {
      const sealed = sealPayload({ event: 'payment.failed', data: JSON.stringify(data), secret })
      await sendTo(receiver, sealed)
      const request = receiver.requests.at(-1)
      const signature = String(request?.headers['x-service-signature'])
      const opened = await openWithOpenssl(request?.body.toString('utf8') ?? '', signature, secret)
      assert.deepEqual(opened, { event: 'payment.failed', data: { ...data } })
    }
  })

  it('goes to the path and query of the address, escaped, and never with its fragment', async () => {
    const url = `https://${receiverName}:${receiver.port}/dépôt/a b?clé=é&x=%2F#secret`.replace(
      ' ',
      '%20',
    )
    await sendTo(receiver, { url })
    assert.equal(receiver.requests[0]?.url, '/d%C3%A9p%C3%B4t/a%20b?cl%C3%A9=%C3%A9&x=%2F')
  })

  it('uses a connection of its own, closed afterwards, though many go at once', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => sendTo(receiver)))
    assert.ok(results.every(({ outcome }) => outcome === 'delivered'))
    assert.equal(receiver.connections(), 20)
  })

  it('times the call with the clock it is given', async () => {
    const times = [1000, 1234.4]
    const result = await sendTo(receiver, {}, { now: () => times.shift() ?? 0 })
    assert.equal(result.durationMs, 234)
  })
})
