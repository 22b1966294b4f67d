import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { given } from '#test/support/given.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import { linkTerms } from '#test/support/payment-links.ts'
import { createTenant } from '#test/support/tenant.ts'
import { createPaymentLinkOnce } from '#use-cases/payment-links/create.ts'

const sale = { title: 'Commande 17', amount: 12_500, reference: 'A-17' }

describe('a payment link asked for with an idempotency key', () => {
  const api = given(() => sharedApiAlone())

  async function merchant() {
    const { keys } = await createTenant(api.database)
    const create = (key: string, body: object = sale) =>
      call(api, {
        method: 'POST',
        path: '/v2/payment-links',
        key: keys.secret,
        body,
        headers: { 'Service-Version': '2.6.0', 'Idempotency-Key': key },
      })
    const list = async () => {
      const headers = { 'Service-Version': '2.6.0' }
      const path = '/v2/payment-links'
      return (await call(api, { path, key: keys.secret, headers })).json.data as unknown[]
    }
    return { create, list }
  }

  it('is made once: the same bytes, the same address, and said to be a replay', async () => {
    const { create, list } = await merchant()
    const key = randomUUID()
    const made = await create(key)
    const again = await create(key)
    assert.deepEqual([made.status, again.status, again.text], [201, 201, made.text])
    for (const name of ['Location', 'X-Request-Id']) {
      assert.equal(again.headers.get(name), made.headers.get(name))
    }
    const replayed = [made, again].map(({ headers }) => headers.get('Idempotent-Replayed'))
    assert.deepEqual(replayed, [null, 'true'])
    assert.equal((await list()).length, 1)
  })

  it('is made once by many at once: each is told of it, or that it is being made', async () => {
    const { create, list } = await merchant()
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(key)))
    const codes = answers.map(({ status, json }) => (status === 201 ? 'made' : json.error.code))
    assert.deepEqual(new Set([...codes, 'request_in_progress']).size, 2, codes.join())
    assert.ok(codes.includes('made'))
    assert.equal((await list()).length, 1)
  })

  it('is refused for another sale under the key, which belongs to its merchant', async () => {
    const { create, list } = await merchant()
    const key = randomUUID()
    await create(key)
    const other = refusalOf(await create(key, { ...sale, amount: 1 }))
    assert.deepEqual(other, { status: 409, code: 'idempotency_conflict' })
    const stranger = await merchant()
    assert.equal((await stranger.create(key)).headers.get('Idempotent-Replayed'), null)
    assert.deepEqual([(await list()).length, (await stranger.list()).length], [1, 1])
  })

  it('frees the key by a refusal, and needs one that is well formed', async () => {
    const { create } = await merchant()
    const key = randomUUID()
    const past = { ...sale, expires_at: '2020-01-01T00:00:00Z' }
    assert.equal((await create(key, past)).json.error.details.field, 'expires_at')
    assert.equal((await create(key)).status, 201)
    assert.equal((await create('a b')).json.error.code, 'invalid_idempotency_key')
  })

  it('is told of though its time to pay is over since', async () => {
    const { serviceEnvId } = await createTenant(api.database)
    const idempotency = { serviceEnvId, holderId: serviceEnvId, route: 'r', key: randomUUID() }
    const ask = (key: string, expiresAt: Date) =>
      createPaymentLinkOnce(
        api.database,
        {
          keyed: { idempotency: { ...idempotency, key }, canonicalRequest: 'the same' },
          requestId: randomUUID(),
          respond: ({ id }) => ({ status: 201, body: id }),
        },
        { ...linkTerms({ expiresAt }), serviceEnvId },
      )
    const made = await ask(idempotency.key, new Date(Date.now() + 3_600_000))
    const past = new Date(Date.now() - 1000)
    const again = await ask(idempotency.key, past)
    assert.deepEqual([again.isReplayed, again.body], [true, made.body])
    await assert.rejects(ask(randomUUID(), past), { code: 'invalid_field' })
  })
})
