import assert from 'node:assert/strict'
import {
  payHeaders,
  readJson,
  refusal,
  secretHeaders,
  startToyService,
  type ToyService,
} from './toy-service.ts'

const id = '0190b6a0-0000-7000-8000-000000000001'

describe('order of checks (docs/api.md#order-of-checks)', () => {
  let service: ToyService
  before(async () => (service = await startToyService()))
  after(() => service.close())
  afterEach(() => {
    service.world.ipDecision = { allowed: true, retryAfterSeconds: 60, max: 5, left: 4 }
    service.world.keyDecision = { allowed: true, retryAfterSeconds: 60, max: 5, left: 4 }
  })

  const tooMany = { allowed: false, retryAfterSeconds: 7, max: 5, left: 0 }
  /** Everything wrong at once: each test mends one more thing than the one before. */
  const oversized = 'x'.repeat(40_000)
  const call = (path: string, init: RequestInit) => refusal(fetch(`${service.url}${path}`, init))

  it('an unknown route is 404 before anything else, without a key', async () => {
    service.world.ipDecision = tooMany
    const answer = await call('/v2/nowhere?x=1', { method: 'PUT', body: oversized })
    assert.deepEqual(
      [answer.status, answer.code, answer.type],
      [404, 'route_not_found', 'not_found'],
    )
  })

  it('a known route with another method is 405 with Allow, before the IP limit', async () => {
    service.world.ipDecision = tooMany
    const answer = await call('/v2/payments', { method: 'PUT', body: oversized })
    assert.deepEqual([answer.status, answer.code], [405, 'method_not_allowed'])
    assert.equal(answer.type, 'method_not_allowed')
    assert.equal(answer.headers.get('allow'), 'OPTIONS, POST')
  })

  it('the IP limit comes before the key', async () => {
    service.world.ipDecision = tooMany
    const known = service.world.tokens.length
    const answer = await call('/v2/payments', { method: 'POST', body: oversized })
    assert.deepEqual([answer.status, answer.code], [429, 'rate_limited'])
    assert.equal(answer.headers.get('retry-after'), '7')
    assert.equal(service.world.tokens.length, known)
  })

  it('the key comes before its rights and the body', async () => {
    const missing = await call('/v2/payments', { method: 'POST', body: oversized })
    assert.deepEqual([missing.status, missing.code], [401, 'missing_api_key'])
    assert.equal(missing.headers.get('www-authenticate'), 'Bearer realm="payment-service"')
    const headers = { authorization: 'Bearer key-nobody' }
    const unknown = await call('/v2/payments', { method: 'POST', body: oversized, headers })
    assert.deepEqual([unknown.status, unknown.code], [401, 'invalid_api_key'])
    assert.match(unknown.headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"$/)
  })

  it('the rights of the key come before its limit', async () => {
    service.world.keyDecision = tooMany
    const terminal = { authorization: 'Bearer key-terminal' }
    const other = await call('/v2/payments', { method: 'POST', body: oversized, headers: terminal })
    assert.deepEqual([other.status, other.code], [403, 'key_not_allowed'])
    const path = `/v2/payments/${id}/cancel`
    const secretOnly = await call(path, { method: 'POST', body: oversized, headers: terminal })
    assert.deepEqual([secretOnly.status, secretOnly.code], [403, 'secret_key_required'])
  })

  it('the key limit comes before the body size', async () => {
    service.world.keyDecision = tooMany
    const headers = secretHeaders
    const answer = await call('/v2/payments', { method: 'POST', body: oversized, headers })
    assert.deepEqual([answer.status, answer.code], [429, 'rate_limited'])
  })

  it('the body size comes before its type', async () => {
    const headers = { ...secretHeaders, 'content-type': 'text/plain' }
    const answer = await call('/v2/payments', { method: 'POST', body: oversized, headers })
    assert.deepEqual(
      [answer.status, answer.code, answer.type],
      [413, 'request_too_large', 'invalid_request'],
    )
  })

  it('content type, then JSON, then the idempotency key', async () => {
    const plain = { ...secretHeaders, 'content-type': 'text/plain' }
    const typed = { ...secretHeaders, 'content-type': 'application/json' }
    const send = (headers: Record<string, string>, body: string) =>
      call('/v2/payments?wait=99', { method: 'POST', headers, body })
    assert.equal((await send(plain, '{')).code, 'invalid_content_type')
    assert.equal((await send(typed, '{')).code, 'invalid_json')
    const missing = await send(typed, '{"amount":0}')
    assert.deepEqual([missing.status, missing.code], [400, 'missing_idempotency_key'])
    for (const key of ['', 'é', 'a b', 'x'.repeat(129), 'a,b', 'a.b']) {
      const answer = await send({ ...typed, 'idempotency-key': key }, '{"amount":0}')
      assert.deepEqual([answer.status, answer.code], [400, 'invalid_idempotency_key'], key)
    }
  })

  it('then all field errors of body and query together', async () => {
    const answer = await call('/v2/payments?wait=99&nope=1', {
      method: 'POST',
      headers: payHeaders,
      body: '{"amount":"5","customer":{"fullname":"A"},"initBy":1}',
    })
    assert.deepEqual(
      [answer.status, answer.code, answer.type],
      [422, 'validation_failed', 'validation_error'],
    )
    const fields = new Map(answer.details.fields?.map(({ field, code }) => [field, code]))
    assert.deepEqual(Object.fromEntries(fields), {
      amount: 'invalid_amount',
      currency: 'missing_field',
      'customer.fullname': 'unknown_field',
      'customer.name': 'missing_field',
      'customer.email': 'missing_field',
      initBy: 'unknown_field',
      wait: 'invalid_wait',
      nope: 'unknown_parameter',
    })
  })

  it('a path that can name nothing is 404 with the code of its kind, after the fields', async () => {
    for (const name of ['1', '%00', 'x%27', `${id}0`]) {
      const answer = await call(`/v2/payments/${name}`, { headers: secretHeaders })
      assert.deepEqual([answer.status, answer.code], [404, 'transaction_not_found'], name)
    }
    const both = await call('/v2/payments/1?wait=x', { headers: secretHeaders })
    assert.equal(both.code, 'invalid_wait')
  })

  it('a request with nothing wrong reaches the handler', async () => {
    type Echo = { data: { amount: string; idempotencyKey: string }; meta: { request_id: string } }
    const body = '{"amount":1000.0,"currency":"XOF"}'
    const init = { method: 'POST', headers: payHeaders, body }
    const { status, headers, json } = await readJson<Echo>(
      fetch(`${service.url}/v2/payments`, init),
    )
    assert.equal(status, 202)
    assert.equal(json.data.amount, '1000.0')
    assert.equal(json.data.idempotencyKey, 'order-1')
    assert.equal(headers.get('location'), '/v2/payments/1')
    assert.equal(headers.get('x-request-id'), json.meta.request_id)
  })
})
