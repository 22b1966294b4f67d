import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createPayloadCodec } from '#platform/payload-codec.ts'
import { type RunningCodecServer, startCodecServer } from '#server/codec-server.ts'

const token = randomBytes(24).toString('base64url')
const uiOrigin = 'https://temporal.example.com'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const plain = { metadata: { encoding: base64('json/plain') }, data: base64('"order-1"') }

describe('the codec server', () => {
  let server: RunningCodecServer
  const codec = createPayloadCodec([{ name: 'first', key: randomBytes(32) }])

  before(async () => {
    server = await startCodecServer({ codec, token, uiOrigin, host: '127.0.0.1', port: 0 })
  })
  after(() => server?.close())

  const ask = (path: string, changes: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      body: JSON.stringify({ payloads: [plain] }),
      ...changes,
    })

  it('turns payloads for who shows its token, in the path or as a header', async () => {
    const encoded = await ask(`/${token}/encode`)
    assert.equal(encoded.status, 200)
    const body = await encoded.text()
    const { payloads } = JSON.parse(body) as { payloads: (typeof plain)[] }
    assert.equal(payloads[0]?.metadata.encoding, base64('binary/encrypted'))
    const headers = { Authorization: `Bearer ${token}` }
    const decoded = await ask('/decode', { body, headers })
    assert.deepEqual(await decoded.json(), { payloads: [plain] })
  })

  it('refuses who does not, and what is no payload', async () => {
    const wrong = randomBytes(24).toString('base64url')
    assert.equal((await ask('/decode')).status, 401)
    assert.equal((await ask(`/${wrong}/decode`)).status, 401)
    assert.equal(
      (await ask('/decode', { headers: { Authorization: `Bearer ${wrong}` } })).status,
      401,
    )
    for (const body of ['', '{', '[]', '{"payloads":1}']) {
      assert.equal((await ask(`/${token}/decode`, { body })).status, 400, body)
    }
    assert.equal((await ask(`/${token}/keys`)).status, 404)
    assert.equal((await fetch(`http://127.0.0.1:${server.port}/${token}/decode`)).status, 404)
  })

  it('lets pages of the Temporal UI read its answers, and no others', async () => {
    const preflight = (origin: string) =>
      ask(`/${token}/decode`, { method: 'OPTIONS', body: null, headers: { Origin: origin } })
    const allowed = await preflight(uiOrigin)
    assert.equal(allowed.status, 204)
    assert.equal(allowed.headers.get('Access-Control-Allow-Origin'), uiOrigin)
    assert.match(allowed.headers.get('Access-Control-Allow-Headers') ?? '', /x-namespace/)
    const stranger = await preflight('https://elsewhere.example.com')
    assert.equal(stranger.headers.get('Access-Control-Allow-Origin'), null)
  })

  it('says which key is missing', async () => {
    const other = createPayloadCodec([{ name: 'other', key: randomBytes(32) }])
    const [sealed] = await other.encode([{ metadata: {}, data: Buffer.from('1') }])
    const metadata = {
      encoding: base64('binary/encrypted'),
      'encryption-key-id': base64('other'),
    }
    const data = Buffer.from(sealed?.data ?? []).toString('base64')
    const body = JSON.stringify({ payloads: [{ metadata, data }] })
    const answer = await ask(`/${token}/decode`, { body })
    assert.equal(answer.status, 400)
    assert.match(await answer.text(), /TEMPORAL_CODEC_KEYS has no key \\"other\\"/)
  })
})
