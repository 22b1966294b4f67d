import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { keyDigest } from '#use-cases/keys/admit.ts'
import { replaceApiKey } from '#use-cases/keys/replace.ts'
import { recordedIn, refusalOf, sharedApiScene, startSecondApi } from '#test/support/api-scene.ts'
import {
  type Call,
  type CallAnswer,
  collectionCall,
  eventually,
  waitUntilFinal,
} from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createKey, createTenant, freshPhone } from '#test/support/tenant.ts'

describe('a collection asked for again', () => {
  let key: string

  const scene = given(() => sharedApiScene())
  before(() => {
    key = scene.tenant.keys.secret
  })

  /** The same answer, byte for byte, marked as given again; nothing more recorded. */
  async function replays(first: CallAnswer, request: Call, at?: string): Promise<void> {
    const recorded = await recordedIn(scene.service)
    const again = await scene.call(request, at)
    assert.equal(again.status, 202)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
    for (const name of ['X-Request-Id', 'Location', 'Content-Type', 'Service-Version']) {
      assert.equal(again.headers.get(name), first.headers.get(name), name)
    }
    assert.deepEqual(await recordedIn(scene.service), recorded)
  }

  const conflict = { status: 409, code: 'idempotency_conflict' }

  it('with the same key and body is answered with the same bytes, receipt token and request id included', async () => {
    const request = collectionCall(key)
    const first = await scene.call(request)
    assert.equal(first.headers.get('Idempotent-Replayed'), null)
    await replays(first, request)
    await waitUntilFinal(scene, key, first.json.data.id)
    await replays(first, request)
    await replays(first, request)
  })

  it('in another spelling of the same body is the same request', async () => {
    const { body, ...request } = collectionCall(key, { amount: 1000, metadata: { a: 'é', b: '/' } })
    const text = JSON.stringify(body)
    const first = await scene.call({ ...request, body: text })
    const reversed = (value: object) => Object.fromEntries(Object.entries(value).toReversed())
    const spellings = [
      text.replace(':1000', ':1000.0'),
      text.replace(':1000', ':1e3'),
      text.replace(':1000', ':10.00E+2'),
      text.replace(':1000', ':0.01e5'),
      JSON.stringify(body, null, 4),
      ` \t\r\n${text}\n`,
      text.replace('é', '\\u00e9').replace('"a"', '"\\u0061"'),
      text.replace('"/"', '"\\/"'),
      JSON.stringify(reversed({ ...(body as object), metadata: reversed({ a: 'é', b: '/' }) })),
    ]
    assert.equal(new Set(spellings).size, spellings.length)
    for (const spelling of spellings) await replays(first, { ...request, body: spelling })
  })

  it('with the same key and a body that differs in anything is a conflict', async () => {
    const request = collectionCall(key, { reference: randomUUID(), metadata: { a: '1', b: '2' } })
    const body = request.body as Record<string, unknown>
    const first = await scene.call(request)
    const customer = { name: 'Awa Dossou', email: 'awa@example.com' }
    const near = [
      { amount: 1001 },
      { currency: 'EUR', amount: 1000 },
      { provider: 'auto' },
      { phone: `+${String(body['phone'])}` },
      { reference: undefined },
      { reference: 'other' },
      { description: '' },
      { payment_method: 'mobile_money' },
      { country: 'BJ' },
      { metadata: { a: '1' } },
      { metadata: { a: '2', b: '1' } },
      { metadata: { a: '1', b: '2', c: '' } },
      { customer: { ...customer, name: 'Awa Dossou ' } },
      { customer: { ...customer, email: 'Awa@example.com' } },
    ]
    for (const change of near) {
      const recorded = await recordedIn(scene.service)
      const answer = await scene.call({ ...request, body: { ...body, ...change } })
      assert.deepEqual(refusalOf(answer), conflict, JSON.stringify(change))
      assert.deepEqual(await recordedIn(scene.service), recorded)
    }
    await replays(first, request)
  })

  it('with a body that is no good is told so, and the first answer stays', async () => {
    const request = collectionCall(key)
    const first = await scene.call(request)
    const bad = await scene.call({ ...request, body: { ...(request.body as object), amount: 0 } })
    assert.equal(refusalOf(bad).code, 'invalid_amount')
    await replays(first, request)
  })

  it('is answered even when the rules have changed since', async () => {
    const { database } = scene.service
    const closing = await createTenant(database, { currency: 'EUR' })
    const request = collectionCall(closing.keys.secret, { amount: 5, currency: 'EUR' })
    const first = await scene.call(request)
    await onPool(database.pool).rows(`update service set currency = 'XOF' where id = $1`, [
      closing.serviceId,
    ])
    const fresh = await scene.call({ ...request, headers: { 'Idempotency-Key': randomUUID() } })
    assert.equal(refusalOf(fresh).code, 'currency_not_supported')
    await replays(first, request)
  })

  it('ten times at once makes one transaction: same answers, or request_in_progress with Retry-After 1', async () => {
    const second = await startSecondApi(scene)
    try {
      for (let round = 0; round < 3; round += 1) {
        const recorded = await recordedIn(scene.service)
        const request = collectionCall(key)
        const places = [scene.baseUrl, second.baseUrl]
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, at) => scene.call(request, places[at % 2])),
        )
        const accepted = answers.filter(({ status }) => status === 202)
        assert.ok(accepted.length >= 1)
        assert.equal(new Set(accepted.map(({ text }) => text)).size, 1)
        const fresh = accepted.filter(({ headers }) => !headers.has('Idempotent-Replayed'))
        assert.equal(fresh.length, 1)
        for (const answer of answers.filter(({ status }) => status !== 202)) {
          assert.deepEqual(refusalOf(answer), { status: 409, code: 'request_in_progress' })
          assert.equal(answer.headers.get('Retry-After'), '1')
        }
        const [first] = fresh
        assert.ok(first)
        assert.deepEqual(await recordedIn(scene.service), oneMoreThan(recorded))
        await replays(first, request, second.baseUrl)
      }
    } finally {
      await second.stop()
    }
  })

  it('ten bodies at once under one key make one transaction', async () => {
    const recorded = await recordedIn(scene.service)
    const idempotencyKey = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        scene.call(collectionCall(key, { amount: 1000 + at }, idempotencyKey)),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 202).length, 1)
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      assert.match(refusalOf(answer).code, /^(idempotency_conflict|request_in_progress)$/)
    }
    assert.deepEqual(await recordedIn(scene.service), oneMoreThan(recorded))
  })

  it('fifty at once with one reference make one transaction and 49 × duplicate_reference', async () => {
    const recorded = await recordedIn(scene.service)
    const reference = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        scene.call(collectionCall(key, { reference, phone: freshPhone() })),
      ),
    )
    const [made, ...others] = answers.filter(({ status }) => status === 202)
    assert.ok(made && others.length === 0)
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      assert.equal(refusalOf(answer).code, 'duplicate_reference', answer.text)
      assert.equal(answer.json.error.details.transaction_id, made.json.data.id)
    }
    assert.deepEqual(await recordedIn(scene.service), oneMoreThan(recorded))
  })

  it('with the secret key that replaced another is a replay', async () => {
    const { database } = scene.service
    const tenant = await createTenant(database)
    const idempotencyKey = randomUUID()
    const request = collectionCall(tenant.keys.secret, {}, idempotencyKey)
    const first = await scene.call(request)
    assert.equal(first.status, 202)
    const place = { id: tenant.serviceEnvId, mode: tenant.mode }
    const { token } = await replaceApiKey(database, place, {
      kind: 'secret',
      scopes: ['payments'],
      oldWorkSeconds: 0,
    })
    scene.keepSecret(token)
    await eventually(async () => (await scene.call(request)).status === 401)
    await replays(first, { ...request, key: token })
    const changed = collectionCall(token, { amount: 1005 }, idempotencyKey)
    assert.deepEqual(refusalOf(await scene.call(changed)), conflict)
  })

  it('the same key text belongs to each kind of API key and each service for itself', async () => {
    const { database } = scene.service
    const { tenant } = scene
    const other = await createTenant(database)
    const keys = [
      ...Object.values(tenant.keys),
      await createKey(database, tenant, 'public'),
      ...Object.values(other.keys),
    ]
    const idempotencyKey = randomUUID()
    const ids = new Set<string>()
    for (const each of keys) {
      const { status, json, headers } = await scene.call(collectionCall(each, {}, idempotencyKey))
      assert.equal(status, 202)
      assert.equal(headers.get('Idempotent-Replayed'), null)
      ids.add(json.data.id)
    }
    assert.equal(ids.size, keys.length)
  })

  it('keys that differ in case or at the 128th character are others', async () => {
    const long = 'k'.repeat(127)
    const ids = new Set<string>()
    for (const text of ['Case', 'case', `${long}a`, `${long}b`]) {
      const { json } = await scene.call(collectionCall(key, {}, text))
      ids.add(json.data.id)
    }
    assert.equal(ids.size, 4)
  })

  it('with a key revoked since is refused as any call of it is, once that is announced', async () => {
    const { database } = scene.service
    const ending = await createKey(database, scene.tenant, 'secret')
    const request = collectionCall(ending)
    const first = await scene.call(request)
    await replays(first, request)
    await onPool(database.pool).rows('update api_key set revoked_at = now() where digest = $1', [
      keyDigest(database, ending),
    ])
    const refused = await eventually(async () => {
      const answer = await scene.call(request)
      return answer.status === 401 && answer
    })
    assert.deepEqual(refusalOf(refused), { status: 401, code: 'invalid_api_key' })
    assert.equal(refused.headers.get('Idempotent-Replayed'), null)
  })

  it('after 72 hours is a new request, to which the reference still objects', async () => {
    const { database } = scene.service
    const request = collectionCall(key, { reference: randomUUID() })
    const free = collectionCall(key)
    const first = await scene.call(free)
    await scene.call(request)
    await onPool(database.pool).rows(
      `update idempotency_record set created_at = now() - interval '72 hours 1 second'
       where key = any($1)`,
      [[request, free].map(({ headers }) => headers?.['Idempotency-Key'])],
    )
    assert.equal(refusalOf(await scene.call(request)).code, 'duplicate_reference')
    const again = await scene.call(free)
    assert.equal(again.status, 202)
    assert.notEqual(again.json.data.id, first.json.data.id)
    await replays(again, free)
  })
})

function oneMoreThan(recorded: object): object {
  return Object.fromEntries(Object.entries(recorded).map(([name, count]) => [name, count + 1]))
}
