import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import { refusalOf, sharedApiScene } from '#test/support/api-scene.ts'
import { type Call, collectionCall } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createTenant } from '#test/support/tenant.ts'

const kinds: readonly KeyKind[] = ['secret', 'public', 'terminal', 'session']

/** Where a key is taken; elsewhere it may be refused. */
function keyHeaders(path: string): Record<string, string> {
  return path.endsWith('/collections') ? { 'Idempotency-Key': randomUUID() } : {}
}

describe('the routes of collections, reads and webhooks', () => {
  const scene = given(() => sharedApiScene())

  const url = 'https://shop.example/hook'
  const endpointBody = { url, events: ['*'] }
  const nothing = randomUUID()

  /** Route, a good call of it, and what each kind of key is answered: spec, Summary table. */
  const table: readonly (readonly [Call, ...(readonly (number | string)[])])[] = [
    [{ path: '/v2/session' }, 200, 200, 200, 200],
    [{ ...collectionCall(''), path: '/v2/collections' }, 202, 202, 202, 202],
    [{ path: `/v2/transactions/${nothing}` }, 404, 404, 404, 404],
    [{ path: '/v2/transactions' }, 200, 'key_not_allowed', 200, 'key_not_allowed'],
    [
      {
        method: 'POST',
        path: '/v2/phone-numbers/validate',
        body: { phone: '2290197000001' },
      },
      200,
      200,
      200,
      200,
    ],
    ...(
      [
        [{ path: '/v2/balance' }, 200],
        [{ path: '/v2/webhook_endpoints' }, 200],
        [{ method: 'POST', path: '/v2/webhook_endpoints', body: endpointBody }, 201],
        [{ path: `/v2/webhook_endpoints/${nothing}` }, 404],
        [{ method: 'DELETE', path: `/v2/webhook_endpoints/${nothing}` }, 404],
        [{ path: '/v2/webhook_event_types' }, 200],
      ] as const
    ).map(
      ([request, status]) =>
        [request, status, ...Array.from({ length: 3 }, () => 'secret_key_required')] as const,
    ),
  ]

  for (const [request, ...expected] of table) {
    const name = `${request.method ?? 'GET'} ${request.path.replace(nothing, '{id}')}`

    it(`${name} is for the keys of its row, and for no other`, async () => {
      for (const mode of ['sandbox', 'live'] as const) {
        const { keys } = await createTenant(scene.service.database, { mode })
        for (const [at, kind] of kinds.entries()) {
          const headers = keyHeaders(request.path)
          const answer = await scene.call({ ...request, key: keys[kind], headers })
          const isClosed = mode === 'live' && name === 'POST /v2/collections'
          const seen = answer.status === 403 ? refusalOf(answer).code : answer.status
          assert.equal(seen, isClosed ? 422 : expected[at], `${mode} ${kind}: ${answer.text}`)
          if (answer.json.data?.secret) scene.keepSecret(answer.json.data.secret)
        }
      }
    })

    it(`${name} takes no call without a key, and none with two`, async () => {
      const { key: _none, ...withoutKey } = request
      assert.equal(refusalOf(await scene.call(withoutKey)).code, 'missing_api_key')
      const path = `${request.path}?api_key=${scene.tenant.keys.secret}`
      assert.equal(refusalOf(await scene.call({ ...withoutKey, path })).code, 'missing_api_key')
    })
  }

  const allowed = {
    '/v2/session': 'GET, HEAD, OPTIONS',
    '/v2/collections': 'OPTIONS, POST',
    [`/v2/transactions/${nothing}`]: 'GET, HEAD, OPTIONS',
    '/v2/transactions': 'GET, HEAD, OPTIONS',
    '/v2/phone-numbers/validate': 'OPTIONS, POST',
    '/v2/balance': 'GET, HEAD, OPTIONS',
    '/v2/webhook_endpoints': 'GET, HEAD, OPTIONS, POST',
    [`/v2/webhook_endpoints/${nothing}`]: 'DELETE, GET, HEAD, OPTIONS',
    '/v2/webhook_event_types': 'GET, HEAD, OPTIONS',
  }
  for (const [path, allow] of Object.entries(allowed)) {
    it(`${path.replace(nothing, '{id}')} allows ${allow}, and says so`, async () => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (allow.includes(method)) continue
        for (const key of [scene.tenant.keys.secret, 'nobody', undefined]) {
          const answer = await scene.call({ method, path, ...(key && { key }) })
          assert.deepEqual(refusalOf(answer), { status: 405, code: 'method_not_allowed' })
          assert.equal(answer.headers.get('Allow'), allow)
        }
      }
      const options = await scene.call({ method: 'OPTIONS', path })
      assert.equal(options.headers.get('Allow'), allow)
      assert.equal(options.status, 204)
    })
  }

  it('HEAD answers as GET does, without a body', async () => {
    const key = scene.tenant.keys.secret
    const head = await scene.call({ method: 'HEAD', path: '/v2/session', key })
    assert.deepEqual([head.status, head.text], [200, ''])
    const refused = await scene.call({ method: 'HEAD', path: '/v2/session' })
    assert.deepEqual([refused.status, refused.text], [401, ''])
  })

  it('any other address under /v2 is route_not_found, without a key and with one', async () => {
    const paths = [
      ['/v2', '/v2/', '/v2/nothing', '/v2/Session', '/v2/session/', '/v2//session', '/v2/🙂'],
      ['/v2/collection', '/v2/collections/1', '/v2/webhook-endpoints', '/v2/transactions/1/2/3'],
      ['/v2/__proto__', '/v2/constructor', '/v2/%00', `/v2/${'a'.repeat(4000)}`],
    ].flat()
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        for (const key of [undefined, 'nobody', scene.tenant.keys.secret]) {
          const answer = await scene.call({ method, path, ...(key && { key }) })
          assert.deepEqual(refusalOf(answer), { status: 404, code: 'route_not_found' }, path)
        }
      }
    }
  })

  it('pages of any origin may call, and read the headers that are for them', async () => {
    const origin = 'https://shop.example'
    const preflight = await scene.call({
      method: 'OPTIONS',
      path: '/v2/collections',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
      },
    })
    assert.equal(preflight.status, 204)
    const { headers } = preflight
    assert.match(headers.get('Access-Control-Allow-Methods') ?? '', /\bPOST\b/)
    const allowedHeaders = (headers.get('Access-Control-Allow-Headers') ?? '').toLowerCase()
    for (const name of ['authorization', 'content-type', 'idempotency-key']) {
      assert.ok(allowedHeaders.includes(name))
    }
    const key = scene.tenant.keys.public
    const calls = [
      { path: '/v2/session', key },
      { path: '/v2/session' },
      { path: '/v2/nothing' },
      { method: 'POST', path: '/v2/session', key },
      { ...collectionCall(key, { amount: 0 }) },
    ]
    for (const request of calls) {
      const answer = await scene.call({ ...request, headers: { Origin: origin } })
      assert.match(
        answer.headers.get('Access-Control-Allow-Origin') ?? '',
        /^(\*|https:\/\/shop\.example)$/,
      )
      const exposed = answer.headers.get('Access-Control-Expose-Headers')
      assert.equal(exposed, 'Service-Version, Retry-After, X-Request-Id')
      assert.equal(answer.headers.get('Access-Control-Allow-Credentials'), null)
    }
  })

  it('no answer may be kept by a cache, and each has a request id of its own', async () => {
    const ids = new Set<string>()
    for (let at = 0; at < 5; at += 1) {
      const key = scene.tenant.keys.secret
      const headers = { 'X-Request-Id': 'mine' }
      const answer = await scene.call({ path: '/v2/session', key, headers })
      assert.equal(answer.headers.get('Cache-Control'), 'no-store')
      ids.add(answer.headers.get('X-Request-Id') ?? '')
    }
    assert.equal(ids.size, 5)
  })

  it('/healthz, /readyz and /metrics answer without a key, and name no caller', async () => {
    const get = async (path: string) => {
      const response = await fetch(scene.baseUrl + path)
      return {
        status: response.status,
        type: response.headers.get('Content-Type') ?? '',
        text: await response.text(),
      }
    }
    const health = await get('/healthz')
    assert.deepEqual([health.status, JSON.parse(health.text).status], [200, 'ok'])
    const ready = await get('/readyz')
    assert.deepEqual(
      [ready.status, JSON.parse(ready.text)],
      [200, { status: 'ok', database: true, temporal: true }],
    )
    await scene.accept()
    const metrics = await get('/metrics')
    assert.equal(metrics.status, 200)
    assert.match(metrics.type, /^text\/plain/)
    assert.match(metrics.text, /route="\/v2\/collections"/)
    assert.match(metrics.text, /route="\/v2\/transactions\/:id"/)
    for (const secret of [scene.tenant.keys.secret, nothing, scene.tenant.serviceEnvId]) {
      assert.ok(!metrics.text.includes(secret))
    }
  })
})
