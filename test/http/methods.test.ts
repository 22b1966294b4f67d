import assert from 'node:assert/strict'
import {
  exchange,
  refusal,
  secretHeaders,
  startToyService,
  toyRoutes,
  type ToyService,
} from './toy-service.ts'

describe('methods, CORS and odd requests', () => {
  let service: ToyService
  before(async () => (service = await startToyService()))
  after(() => service.close())

  it('a preflight is 204 without a key, with what scripts may send and read', async () => {
    const answer = await fetch(`${service.url}/v2/payments`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,idempotency-key',
      },
    })
    assert.equal(answer.status, 204)
    const { headers } = answer
    assert.equal(headers.get('service-version'), '2.4.0')
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.match(headers.get('access-control-allow-headers') ?? '', /Idempotency-Key/)
    assert.match(headers.get('access-control-allow-methods') ?? '', /POST/)
    assert.match(headers.get('access-control-expose-headers') ?? '', /Retry-After/)
    assert.equal(headers.get('access-control-allow-credentials'), null)
  })

  it('answers to scripts carry the origin, errors too', async () => {
    const headers = { origin: 'https://shop.example' }
    for (const path of ['/v2/open', '/v2/payments/1', '/v2/nowhere']) {
      const answer = await fetch(`${service.url}${path}`, { headers })
      assert.equal(answer.headers.get('access-control-allow-origin'), '*', path)
      await answer.text()
    }
  })

  it('OPTIONS without a preflight tells the methods of a known address', async () => {
    const known = await fetch(`${service.url}/v2/open`, { method: 'OPTIONS' })
    assert.deepEqual([known.status, known.headers.get('allow')], [204, 'GET, HEAD, OPTIONS'])
    const unknown = await refusal(fetch(`${service.url}/v2/nowhere`, { method: 'OPTIONS' }))
    assert.equal(unknown.status, 404)
  })

  for (const [what, path, code] of [
    ['of thousands of slashes', `/v2${'/'.repeat(15_000)}a`, 'route_not_found'],
    ['with thousands of parameters', `/v2/payments/1?${'a&'.repeat(7500)}`, 'missing_api_key'],
  ] as const) {
    it(`an address ${what} is refused as fast as any other`, async () => {
      const cpuMicros: number[] = []
      for (let round = 0; round < 3; round += 1) {
        const before = process.cpuUsage()
        const answer = await refusal(fetch(service.url + path))
        const { user, system } = process.cpuUsage(before)
        assert.equal(answer.code, code)
        cpuMicros.push(user + system)
      }
      assert.ok(Math.min(...cpuMicros) < 60_000, cpuMicros.join())
    })
  }

  it('an address that is written out is no id of its neighbour: other methods are 405 there', async () => {
    const [, , , open] = toyRoutes
    assert.ok(open)
    const close = { ...open, method: 'POST', path: '/v2/payments/close' } as const
    const toy = await startToyService([...toyRoutes, close])
    try {
      const wrong = await refusal(fetch(`${toy.url}/v2/payments/close`, { headers: secretHeaders }))
      assert.deepEqual([wrong.status, wrong.code], [405, 'method_not_allowed'])
      assert.equal(wrong.headers.get('allow'), 'OPTIONS, POST')
      const asked = await fetch(`${toy.url}/v2/payments/close`, { method: 'OPTIONS' })
      assert.deepEqual([asked.status, asked.headers.get('allow')], [204, 'OPTIONS, POST'])
      const right = await fetch(`${toy.url}/v2/payments/close`, { method: 'POST' })
      assert.equal(right.status, 200)
    } finally {
      await toy.close()
    }
  })

  it('HEAD answers as GET does, without a body', async () => {
    const url = `${service.url}/v2/payments/0190b6a0-0000-7000-8000-000000000001`
    const whole = await fetch(url, { headers: secretHeaders })
    const head = await fetch(url, { headers: secretHeaders, method: 'HEAD' })
    assert.equal(head.status, 200)
    assert.equal(await head.text(), '')
    assert.equal(head.headers.get('content-length'), whole.headers.get('content-length'))
    assert.equal((await fetch(url, { method: 'HEAD' })).status, 401)
  })

  it('only the exact address is a route', async () => {
    for (const path of [
      '/v2/open/',
      '/V2/open',
      '/v2/Open',
      '/v2//open',
      '/v2/%6fpen',
      '/v1/open',
      '/',
      '/v2',
    ]) {
      const answer = await refusal(fetch(`${service.url}${path}`))
      assert.deepEqual([answer.status, answer.code], [404, 'route_not_found'], path)
    }
  })

  it('odd request lines and headers never make a 5xx', async () => {
    const close = 'Host: a\r\nConnection: close\r\n'
    const requests = [
      `GET /v2/payments/%ZZ HTTP/1.1\r\n${close}Authorization: Bearer key-secret\r\n\r\n`,
      `GET /v2/payments/%C0%80 HTTP/1.1\r\n${close}Authorization: Bearer key-secret\r\n\r\n`,
      `GET http://[::1 HTTP/1.1\r\n${close}\r\n`,
      `GET //[ HTTP/1.1\r\n${close}\r\n`,
      `OPTIONS * HTTP/1.1\r\n${close}\r\n`,
      `GET /v2/open HTTP/1.1\r\nConnection: close\r\n\r\n`,
      `GET /v2/open HTTP/1.1\r\nHost: evil@x\r\nConnection: close\r\n\r\n`,
      `GET /v2/open HTTP/1.1\r\n${close}Expect: the-unexpected\r\n\r\n`,
      `BREW /v2/open HTTP/1.1\r\n${close}\r\n`,
      `not http at all\r\n\r\n`,
      `GET /v2/open HTTP/1.1\r\n${close}X: ${'y'.repeat(20_000)}\r\n\r\n`,
      `POST /v2/payments HTTP/1.1\r\n${close}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{`,
      `POST /v2/payments HTTP/1.1\r\n${close}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ]
    for (const request of requests) {
      const text = await exchange(service.port, request)
      assert.match(text, /^HTTP\/1\.1 (200|204|400|404|405) /, request.slice(0, 60))
      assert.match(text, /\r\nService-Version: 2\.4\.0\r\n/, request.slice(0, 60))
      assert.match(text, /\r\nX-Request-Id: [0-9a-f-]{36}\r\n/)
    }
  })

  it('a request with too long a head to be read, or with two hosts, is told so', async () => {
    const close = 'Host: a\r\nConnection: close\r\n'
    const long = `GET /v2/open HTTP/1.1\r\n${close}X: ${'y'.repeat(20_000)}\r\n\r\n`
    const twice = `GET /v2/open HTTP/1.1\r\n${close}Host: b\r\n\r\n`
    for (const [request, fault, words] of [
      [long, 'head_too_large', 'l’adresse et les en-têtes dépassent 16 Ko'],
      [twice, 'two_hosts', 'l’en-tête Host y figure deux fois'],
    ] as const) {
      const text = await exchange(service.port, request)
      assert.match(text, /^HTTP\/1\.1 400 .*"invalid_request"/s, text)
      assert.ok(text.includes(`"fault":"${fault}"`) && text.includes(words), text)
    }
  })

  it('two keys in one request are no key', async () => {
    const text = await exchange(
      service.port,
      'GET /v2/payments/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n' +
        'Authorization: Bearer key-public\r\nAuthorization: Bearer key-secret\r\n\r\n',
    )
    assert.match(text, /^HTTP\/1\.1 401 .*"invalid_api_key"/s)
  })

  it('two idempotency keys in one request are none', async () => {
    const text = await exchange(
      service.port,
      'POST /v2/payments HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer key-secret\r\n' +
        'Content-Type: application/json\r\nContent-Length: 2\r\nIdempotency-Key: a\r\nIdempotency-Key: a\r\n\r\n{}',
    )
    assert.match(text, /^HTTP\/1\.1 400 .*"invalid_idempotency_key"/s)
  })

  it('every spelling of a missing key is 401 missing_api_key', async () => {
    for (const authorization of [
      'Basic a2V5OnNlY3JldA==',
      'Bearer',
      'Bearer ',
      'key-secret',
      'bearerkey-secret',
    ]) {
      const answer = await refusal(
        fetch(`${service.url}/v2/payments/1`, { headers: { authorization } }),
      )
      assert.equal(answer.code, 'missing_api_key', authorization)
    }
    const lower = await refusal(
      fetch(`${service.url}/v2/payments/1`, { headers: { authorization: 'bearer key-secret' } }),
    )
    assert.equal(lower.code, 'transaction_not_found')
  })

  it('a thousand odd keys are 401, never 500', async () => {
    for (let length = 1; length <= 1000; length += 1) {
      const authorization =
        `Bearer ${String.fromCodePoint(0x21 + (length % 0xde)).repeat(length)}`.replaceAll(
          /[\u007f-\u00a0]/g,
          '!',
        )
      const answer = await fetch(`${service.url}/v2/payments/1`, { headers: { authorization } })
      assert.equal(answer.status, 401, authorization.slice(0, 20))
      await answer.text()
    }
  })
})
