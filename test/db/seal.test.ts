import assert from 'node:assert/strict'
import fc from 'fast-check'
import { newWebhookSecret, sealPayload } from '#db/seal.ts'
import { requestBody } from '#activities/webhooks/send.ts'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { openssl, openWithNode, openWithOpenssl } from '#test/activities/webhooks/openssl-opener.ts'

const opensslBodies = 60
const nodeBodies = 1500

const anEvent = fc.record({
  event: fc.constantFrom('payment.success', 'refund.failed', 'test.ping'),
  data: fc.dictionary(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }),
    { maxKeys: 12 },
  ),
})

describe('webhooks: the sealed payload', () => {
  before(needsOpenssl)

  it('is opened with the openssl command and two JSON decodings, whatever it holds', async () => {
    const cases = [
      { event: 'payment.success', data: { name: 'Élodie 👩🏾‍🌾 Ɖɔɛọ', note: '"\\/\u0000\u2028' } },
      { event: 'test.ping', data: {} },
      { event: 'payment.failed', data: { message: 'x'.repeat(50_000) } },
      ...fc.sample(anEvent, opensslBodies),
    ]
    for (const { event, data } of cases) {
      const secret = newWebhookSecret()
      const sealed = sealPayload({ event, data: JSON.stringify(data), secret })
      const body = requestBody(sealed.payload).toString('utf8')
      const opened = await openWithOpenssl(body, sealed.signature, secret)
      assert.deepEqual(opened, { event, data: JSON.parse(JSON.stringify(data)) })
    }
  }).timeout(60_000)

  it('is the payload that openssl makes of the same key, vector and text', async () => {
    const secret = '3f6c8f52-6c1e-4ef8-9a5b-0d1c2e3f4a5b'
    const iv = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
    const data = '{"transactionId":"t-1","amount":1000}'
    const text = `{"event":"payment.success","data":${JSON.stringify(data)}}`
    const keyHex = Buffer.from('3f6c8f52-6c1e-4ef8-9a5b-0d1c2e3f').toString('hex')
    const parts = ['enc', '-aes-256-cbc', '-K', keyHex, '-iv', iv.toString('hex'), '-base64', '-A']
    const ciphertext = await openssl(parts, text)
    const payload = Buffer.concat([iv, Buffer.from(ciphertext.trim())]).toString('base64')
    const digest = await openssl(['dgst', '-sha256', '-hmac', secret], payload)
    const sealed = sealPayload({ event: 'payment.success', data, secret, iv })
    assert.equal(sealed.payload, payload)
    assert.equal(sealed.signature, digest.trim().split(/\s/).at(-1))
    assert.match(sealed.signature, /^[0-9a-f]{64}$/)
  })

  it(`holds over ${nodeBodies} bodies, in Node`, () => {
    const secret = newWebhookSecret()
    fc.assert(
      fc.property(anEvent, ({ event, data }) => {
        const sealed = sealPayload({ event, data: JSON.stringify(data), secret })
        const body = requestBody(sealed.payload).toString('utf8')
        const expected = { event, data: JSON.parse(JSON.stringify(data)) }
        assert.deepEqual(openWithNode(body, sealed.signature, secret), expected)
      }),
      { numRuns: nodeBodies },
    )
  })

  it('never has the same vector twice', () => {
    const secret = newWebhookSecret()
    const vectors = Array.from({ length: 1000 }, () => {
      const { payload } = sealPayload({ event: 'test.ping', data: '{}', secret })
      return Buffer.from(payload, 'base64').subarray(0, 16).toString('hex')
    })
    assert.equal(new Set(vectors).size, 1000)
  })

  it('is encrypted with the first 32 bytes of the secret and signed with all 36', () => {
    const iv = Buffer.alloc(16, 7)
    const [one, other] = ['a', 'b'].map((end) => {
      const secret = `3f6c8f52-6c1e-4ef8-9a5b-0d1c2e3f4a5${end}`
      return sealPayload({ event: 'test.ping', data: '{}', secret, iv })
    })
    assert.equal(one?.payload, other?.payload)
    assert.notEqual(one?.signature, other?.signature)
  })

  it('a changed payload, signature or secret does not open', async () => {
    const secret = newWebhookSecret()
    const { payload, signature } = sealPayload({ event: 'test.ping', data: '{}', secret })
    const body = (text: string) => requestBody(text).toString('utf8')
    const changed = `${payload.slice(0, 30)}${payload[30] === 'A' ? 'B' : 'A'}${payload.slice(31)}`
    await assert.rejects(openWithOpenssl(body(changed), signature, secret))
    await assert.rejects(openWithOpenssl(body(payload), signature.replace(/^./, 'g'), secret))
    await assert.rejects(openWithOpenssl(body(payload), signature, newWebhookSecret()))
  })

  it('travels as {"payload":"..."} and nothing else', () => {
    assert.equal(requestBody('AbC+/9==').toString('utf8'), '{"payload":"AbC+/9=="}')
  })

  it('a secret is a UUID of 36 characters, never the same', () => {
    const secrets = Array.from({ length: 1000 }, newWebhookSecret)
    for (const secret of secrets) {
      assert.match(secret, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    }
    assert.equal(new Set(secrets).size, 1000)
  })
})
