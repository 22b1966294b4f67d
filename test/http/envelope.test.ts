import assert from 'node:assert/strict'
import { fail } from '#domain/errors/errors.ts'
import { createApp } from '#http/app.ts'
import { route } from '#http/route.ts'
import { listen } from '#http/listen.ts'
import { probes } from '#server/probes.ts'
import {
  everyKey,
  readJson,
  refusal,
  secretHeaders,
  startToyService,
  toyRoutes,
  ToyWorld,
  type ToyService,
} from './toy-service.ts'

const canary = 'card-4111111111111111'

class DriverError extends Error {
  override name = 'DriverException'
}

/** Routes that fail in all the ways a handler can. */
const failing = {
  '/v2/refused': () => {
    throw fail('cannot_cancel', { transaction_id: 't1' })
  },
  '/v2/refunds': () => {
    throw fail('not_implemented')
  },
  '/v2/in-progress': () => {
    throw fail('request_in_progress')
  },
  '/v2/fraud': () => {
    throw fail('rate_limited', { retry_after_seconds: 41.2 })
  },
  '/v2/database-away': () => {
    throw Object.assign(new Error(canary), { code: 'unavailable' })
  },
  '/v2/bug': () => {
    throw new DriverError(`insert into t values ('${canary}')`, {
      cause: new TypeError('x is not a function'),
    })
  },
  '/v2/thrown-text': () => {
    // oxlint-disable-next-line typescript/only-throw-error -- a library may throw anything
    throw canary
  },
  '/v2/unprintable': () => ({ body: { data: { amount: 1n } } }),
  '/v2/bad-header': () => ({ body: { data: {} }, headers: { 'X-Bad': 'a\r\nb' } }),
  '/v2/stored': () => ({
    status: 202,
    text: '{"data":{"b":1,"a":2},"meta":{"request_id":"first"}}',
    requestId: 'first',
    headers: { 'Idempotent-Replayed': 'true' },
  }),
}

const routes = [
  ...toyRoutes,
  ...Object.entries(failing).map(([path, handler]) =>
    route({ method: 'GET', path, keys: everyKey, summary: 'Échouer', handler }),
  ),
]

describe('envelopes and headers', () => {
  let service: ToyService
  before(async () => (service = await startToyService(routes)))
  after(() => service.close())

  const get = (path: string, headers: Record<string, string> = secretHeaders) =>
    fetch(`${service.url}${path}`, { headers })

  it('a success has data and meta with the request id first', async () => {
    const { text, headers, status } = await readJson(get('/v2/open'))
    const requestId = headers.get('x-request-id')
    assert.equal(status, 200)
    assert.equal(text, `{"data":{"caller":null},"meta":{"request_id":"${requestId}","limit":5}}`)
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  })

  it('a refusal has code, type, message, details, request id and doc url, and no more', async () => {
    const { headers, json, status } = await readJson<{ error: object }>(get('/v2/refused'))
    assert.equal(status, 409)
    assert.deepEqual(json, {
      error: {
        code: 'cannot_cancel',
        type: 'conflict',
        message: 'Cette opération ne peut plus être annulée.',
        details: { transaction_id: 't1' },
        request_id: headers.get('x-request-id'),
        doc_url: 'https://docs.example/erreurs#cannot_cancel',
      },
    })
  })

  it('every answer under /v2 carries version, request id and exposed headers', async () => {
    const answers = [
      ...Object.keys(failing).map((path) => get(path)),
      get('/v2/open', {}),
      get('/v2/refused', {}),
      get('/v2/nowhere', {}),
      get('/v2', {}),
      get('/v2/payments', {}),
      get('/v2/payments/x?wait=a'),
      fetch(`${service.url}/v2/payments`, { method: 'OPTIONS' }),
      fetch(`${service.url}/v2/payments`, { method: 'POST', headers: secretHeaders, body: 'x' }),
      fetch(`${service.url}/v2/open`, { method: 'HEAD' }),
    ]
    for (const answer of await Promise.all(answers)) {
      const { headers } = answer
      assert.equal(headers.get('service-version'), '2.4.0', answer.url)
      assert.match(headers.get('x-request-id') ?? '', /^(first|[0-9a-f-]{36})$/)
      assert.equal(
        headers.get('access-control-expose-headers'),
        'Service-Version, Retry-After, X-Request-Id',
      )
      await answer.text()
    }
  })

  it('the request id is ours, never the one a client sends, and differs each time', async () => {
    const ids = new Set<string>()
    for (let count = 0; count < 50; count += 1) {
      const answer = await get('/v2/open', { 'x-request-id': 'mine' })
      await answer.text()
      ids.add(answer.headers.get('x-request-id') ?? '')
    }
    assert.equal(ids.size, 50)
    assert.ok(!ids.has('mine'))
  })

  it('a stored answer is given byte for byte, with the request id of its body', async () => {
    const { text, headers, status } = await readJson(get('/v2/stored'))
    assert.equal(status, 202)
    assert.equal(text, '{"data":{"b":1,"a":2},"meta":{"request_id":"first"}}')
    assert.equal(headers.get('x-request-id'), 'first')
    assert.equal(headers.get('idempotent-replayed'), 'true')
  })

  it('Retry-After tells when to come back: 429, 503 and a request in progress', async () => {
    const after = async (path: string) => {
      const { status, headers } = await refusal(get(path))
      return [status, headers.get('retry-after')]
    }
    assert.deepEqual(await after('/v2/in-progress'), [409, '1'])
    assert.deepEqual(await after('/v2/fraud'), [429, '42'])
    assert.deepEqual(await after('/v2/database-away'), [503, '2'])
    assert.deepEqual(await after('/v2/refunds'), [501, null])
  })

  it('what breaks inside is 500 or 503, says nothing of itself, and is logged without values', async () => {
    for (const [path, code] of [
      ['/v2/bug', 'internal_error'],
      ['/v2/thrown-text', 'internal_error'],
      ['/v2/unprintable', 'internal_error'],
      ['/v2/bad-header', 'internal_error'],
      ['/v2/database-away', 'service_unavailable'],
    ] as const) {
      const { text, json, status } = await readJson<{ error: { code: string; type: string } }>(
        get(path),
      )
      assert.equal(json.error.code, code, path)
      assert.equal(json.error.type, 'server_error')
      assert.equal(status, code === 'internal_error' ? 500 : 503)
      assert.doesNotMatch(text, /card-|insert into|TypeError|\.ts|node_modules/)
    }
    const log = JSON.stringify(service.world.logged)
    assert.ok(!log.includes(canary))
    assert.match(log, /DriverException.*x is not a function/)
  })

  it('each request is logged and measured once, by its route, without key, query or path', async () => {
    const world = new ToyWorld()
    const own = await startToyService(toyRoutes, world)
    await (
      await fetch(`${own.url}/v2/payments/secret-path?receipt_token=tok`, {
        headers: secretHeaders,
      })
    ).text()
    await (await fetch(`${own.url}/v2/nowhere`)).text()
    await (await fetch(`${own.url}/v2/open`, { method: 'PROPFIND' })).text()
    await own.close()
    const measures = world.measured.map(({ method, route: path, status }) => [method, path, status])
    assert.deepEqual(measures, [
      ['GET', '/v2/payments/:id', 422],
      ['GET', 'unknown', 404],
      ['other', 'unknown', 405],
    ])
    assert.doesNotMatch(
      JSON.stringify(world.logged),
      /key-secret|receipt_token|secret-path|nowhere/,
    )
    assert.equal(world.logged.length, 3)
  })
})

describe('pages beside the API', () => {
  it('are logged, but not a probe that found all well', async () => {
    for (const isWell of [true, false]) {
      const world = new ToyWorld()
      const readiness = () => Promise.resolve({ database: isWell })
      const dependencies = { ...world.dependencies(), pages: [probes({ readiness })] }
      const at = { host: '127.0.0.1', port: 0, dependencies }
      const server = await listen(createApp([], dependencies), at)
      for (const path of ['/healthz', '/readyz'])
        await (await fetch(`http://127.0.0.1:${server.port}${path}`)).text()
      await server.close()
      const logged = world.logged.map((line) => ('route' in line ? line.route : line))
      assert.deepEqual(logged, isWell ? [] : ['/readyz'])
    }
  })

  it('are served without a key, and their failures stay in the envelope', async () => {
    const dependencies = {
      ...new ToyWorld().dependencies(),
      pages: [
        async (context: { path: string; body: unknown }, next: () => Promise<unknown>) => {
          if (context.path === '/healthz') context.body = { status: 'ok' }
          else await next()
        },
      ],
    }
    const server = await listen(createApp([], dependencies), {
      host: '127.0.0.1',
      port: 0,
      dependencies,
    })
    const url = `http://127.0.0.1:${server.port}`
    assert.deepEqual((await readJson(fetch(`${url}/healthz`))).json, { status: 'ok' })
    const missing = await refusal(fetch(`${url}/favicon.ico`))
    assert.deepEqual([missing.status, missing.code], [404, 'route_not_found'])
    await server.close()
  })
})
