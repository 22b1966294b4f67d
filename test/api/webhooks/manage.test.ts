import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { isUuid } from '#domain/ids.ts'
import { onPool } from '#db/sql.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import {
  refusalOf,
  refusedFields,
  sharedApiScene,
  startSecondApi,
} from '#test/support/api-scene.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'

const url = 'https://shop.example/hook'
const notFound = { status: 404, code: 'webhook_endpoint_not_found' }

/** Addresses that no webhook may have (docs/webhooks.md#addresses). */
const urls: readonly unknown[] = [
  ['', 'shop.example.bj', 'http://shop.example.bj', 'HTTP://shop.example.bj', 'ftp://a.bj'],
  ['https://', 'https:shop.example.bj', ' https://a.bj', 'https://a.bj\n', 'https://a.bj\u0000'],
  ['https://user:password@a.bj', 'https://user@a.bj', 'https://@a.bj'],
  ['https://a.bj:80', 'https://a.bj:22', 'https://a.bj:1023', 'https://a.bj:0'],
  ['https://a.bj:65536', 'https://localhost', 'https://LOCALHOST.', 'https://api.localhost'],
  ['https://127.0.0.1', 'https://127.1', 'https://2130706433', 'https://0x7f000001'],
  ['https://0177.0.0.1', 'https://0', 'https://10.1.2.3', 'https://172.16.0.1'],
  ['https://172.31.255.255', 'https://192.168.1.1', 'https://169.254.169.254/latest'],
  ['https://100.64.0.1', 'https://224.0.0.1', 'https://[::1]', 'https://[::]'],
  ['https://[fe80::1]', 'https://[fd00::1]', 'https://[::ffff:10.0.0.1]'],
  ['https://[64:ff9b::7f00:1]', `https://a.bj/${'x'.repeat(2048)}`],
  [5, null, true, ['https://a.bj'], { href: 'https://a.bj' }],
].flat()

/** Subscriptions that no webhook may have (docs/webhooks.md#subscriptions). */
const eventLists: readonly unknown[] = [
  [[], ['payment.success', 'payment.success'], ['*', 'payment.success'], ['*', '*']],
  [['payment.*'], ['payment'], ['Payment.Success'], [''], ['toString'], ['**'], [5], [null]],
  [[['*']], '*', 'payment.success', null, true, {}, { 0: '*' }],
  [Array.from({ length: 51 }, (_, at) => `payment.${at}`)],
].flat()

describe('webhook endpoints', () => {
  const scene = given(() => sharedApiScene())

  const freshTenant = () => createTenant(scene.service.database)
  const create = async (key: string, body: object = {}, at?: string) => {
    const request = { url, events: ['*'], ...body }
    const path = '/v2/webhook_endpoints'
    const answer = await scene.callUntilServed({ method: 'POST', path, key, body: request }, at)
    if (answer.status === 201) scene.keepSecret(answer.json.data.secret)
    return answer
  }
  const at = (id: string, key: string, method = 'GET') =>
    scene.call({ method, path: `/v2/webhook_endpoints/${id}`, key })
  const list = (key: string) => scene.call({ path: '/v2/webhook_endpoints', key })

  async function countOf({ serviceEnvId }: Tenant): Promise<number> {
    const { count } = await onPool(scene.service.database.pool).one<{ count: number }>(
      'select count(*)::int as count from webhook_endpoint where service_env_id = $1',
      [serviceEnvId],
    )
    return count
  }

  it('are shown whole when created, their secret this one time', async () => {
    const { keys } = await freshTenant()
    const answer = await create(keys.secret, {
      label: 'Comptabilité 🙂',
      events: ['payment.failed'],
    })
    assert.equal(answer.status, 201)
    const { id, secret, created_at, ...rest } = answer.json.data
    assert.ok(isUuid(id) && isUuid(secret))
    assert.match(created_at, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
    assert.deepEqual(rest, {
      object: 'webhook_endpoint',
      url,
      label: 'Comptabilité 🙂',
      status: 'enabled',
      all_events: false,
      events: ['payment.failed'],
      mode: 'sandbox',
      secret_last4: secret.slice(-4),
    })
    assert.equal(answer.headers.get('Location'), `/v2/webhook_endpoints/${id}`)
    const shown = { id, created_at, ...rest }
    const read = await at(id, keys.secret)
    assert.deepEqual(read.json.data, shown)
    const listed = await list(keys.secret)
    assert.deepEqual(listed.json.data, [shown])
    assert.ok(!read.text.includes(secret) && !listed.text.includes(secret))
    const { secret_sealed } = await onPool(scene.service.database.pool).one<{
      secret_sealed: Buffer
    }>('select secret_sealed from webhook_endpoint where id = $1', [id])
    assert.ok(!secret_sealed.includes(secret))
    const opened = scene.service.database.keyring.open(
      sealedColumns.webhookSecret,
      id,
      secret_sealed,
    )
    assert.equal(opened.toString(), secret)
  })

  it('have defaults: no label, enabled; and may be disabled from the start', async () => {
    const { keys } = await freshTenant()
    const plain = (await create(keys.secret)).json.data
    const { label, status, all_events, events } = plain
    assert.deepEqual([label, status, all_events, events], [null, 'enabled', true, ['*']])
    const disabled = (await create(keys.secret, { enabled: false })).json.data
    assert.equal(disabled.status, 'disabled')
    assert.notEqual(disabled.secret, plain.secret)
  })

  it('are listed oldest first with meta.limit and meta.count, in pages of one', async () => {
    const { keys } = await freshTenant()
    const empty = await list(keys.secret)
    const { request_id: _id, ...meta } = empty.json.meta
    assert.deepEqual(empty.json.data, [])
    assert.deepEqual(meta, { has_more: false, next_cursor: null, limit: 5, count: 0 })
    const ids: string[] = []
    for (let at = 0; at < 5; at += 1) {
      ids.push((await create(keys.secret, { enabled: at % 2 === 0 })).json.data.id)
    }
    const { json } = await list(keys.secret)
    assert.deepEqual(
      json.data.map(({ id }: { id: string }) => id),
      ids,
    )
    assert.equal(json.meta.count, 5)
  })

  it('are five at most, disabled ones counted, deleted ones not, in each mode for itself', async () => {
    const tenant = await freshTenant()
    const key = tenant.keys.secret
    const live = await createTenant(scene.service.database, {
      mode: 'live',
      serviceId: tenant.serviceId,
    })
    const ids: string[] = []
    for (let at = 0; at < 5; at += 1) {
      ids.push((await create(key, { enabled: at < 2 })).json.data.id)
    }
    const sixth = await create(key)
    assert.deepEqual(refusalOf(sixth), { status: 409, code: 'webhook_limit_reached' })
    assert.equal(await countOf(tenant), 5)
    assert.equal((await create(live.keys.secret)).json.data.mode, 'live')
    assert.equal((await at(ids[3] ?? '', key, 'DELETE')).status, 200)
    assert.equal((await create(key)).status, 201)
    assert.equal(refusalOf(await create(key)).code, 'webhook_limit_reached')
  })

  it('are five at most when twenty come at once, by two processes', async () => {
    const tenant = await freshTenant()
    const second = await startSecondApi(scene)
    try {
      const places = [scene.baseUrl, second.baseUrl]
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => create(tenant.keys.secret, {}, places[n % 2])),
      )
      const made = answers.filter(({ status }) => status === 201)
      assert.equal(made.length, 5)
      const others = answers.filter(({ status }) => status !== 201)
      for (const answer of others) assert.equal(refusalOf(answer).code, 'webhook_limit_reached')
      assert.equal(await countOf(tenant), 5)
    } finally {
      await second.stop()
    }
  })

  it('once deleted are gone for good, and receive nothing more', async () => {
    const tenant = await freshTenant()
    const key = tenant.keys.secret
    const { id } = (await create(key, { url: 'https://127.0.0.1.example:8443/x' })).json.data
    const deleted = await at(id, key, 'DELETE')
    assert.equal(deleted.status, 200)
    assert.deepEqual(deleted.json.data, { id, object: 'webhook_endpoint', deleted: true })
    assert.deepEqual(refusalOf(await at(id, key, 'DELETE')), notFound)
    assert.deepEqual(refusalOf(await at(id, key)), notFound)
    assert.equal((await list(key)).json.meta.count, 0)
    const kept = (await create(key)).json.data
    await scene.accept({ phone: freshPhone('0001') }, key)
    const receivers = await eventually(async () => {
      const rows = await onPool(scene.service.database.pool).rows<{ endpoint_id: string }>(
        'select endpoint_id from webhook_delivery where service_env_id = $1',
        [tenant.serviceEnvId],
      )
      return rows.length > 0 && rows.map(({ endpoint_id }) => endpoint_id)
    })
    assert.deepEqual(receivers, [kept.id])
  })

  it('two deletions at once: one succeeds, the other finds nothing', async () => {
    const { keys } = await freshTenant()
    const { id } = (await create(keys.secret)).json.data
    const answers = await Promise.all([1, 2, 3].map(() => at(id, keys.secret, 'DELETE')))
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '404', '404'])
  })

  it('are not found by another service, the other mode, a wrong id', async () => {
    const tenant = await freshTenant()
    const { id } = (await create(tenant.keys.secret)).json.data
    const live = await createTenant(scene.service.database, {
      mode: 'live',
      serviceId: tenant.serviceId,
    })
    for (const { keys } of [live, await freshTenant()]) {
      for (const method of ['GET', 'DELETE']) {
        assert.deepEqual(refusalOf(await at(id, keys.secret, method)), notFound)
      }
      assert.equal((await list(keys.secret)).json.meta.count, 0)
    }
    for (const wrong of [randomUUID(), '1', `${id}0`, '%00', '*']) {
      for (const method of ['GET', 'DELETE']) {
        assert.deepEqual(refusalOf(await at(wrong, tenant.keys.secret, method)), notFound)
      }
    }
    for (const right of [id, id.toUpperCase()])
      assert.equal((await at(right, tenant.keys.secret)).json.data.id, id)
  })

  describe('are refused, and not kept, with', () => {
    let tenant: Tenant
    before(async () => (tenant = await freshTenant()))
    after(async () => assert.equal(await countOf(tenant), 0))

    for (const bad of urls) {
      it(`the url ${JSON.stringify(bad).slice(0, 50)}: invalid_url`, async () => {
        const answer = await create(tenant.keys.secret, { url: bad })
        assert.deepEqual(refusalOf(answer), { status: 422, code: 'invalid_url', field: 'url' })
      })
    }

    for (const events of eventLists) {
      it(`the events ${JSON.stringify(events).slice(0, 50)}: invalid_events`, async () => {
        const answer = await create(tenant.keys.secret, { events })
        assert.deepEqual(refusalOf(answer), {
          status: 422,
          code: 'invalid_events',
          field: 'events',
        })
      })
    }

    it('another wrong, missing or unknown field', async () => {
      const key = tenant.keys.secret
      for (const label of ['a'.repeat(256), 5, null, [], 'a\u0000', '\ud800']) {
        assert.equal(refusalOf(await create(key, { label })).code, 'invalid_label')
      }
      for (const enabled of ['true', 1, null, [], {}]) {
        assert.equal(refusalOf(await create(key, { enabled })).code, 'invalid_enabled')
      }
      for (const name of ['secret', 'status', 'mode', 'all_events', 'id']) {
        const answer = await create(key, { [name]: true })
        assert.deepEqual(refusalOf(answer), { status: 422, code: 'unknown_field', field: name })
      }
      const path = '/v2/webhook_endpoints'
      const empty = await scene.call({ method: 'POST', path, key, body: {} })
      assert.deepEqual(refusedFields(empty), { url: 'missing_field', events: 'missing_field' })
    })
  })

  it('are stored as they will be called, whatever the spelling', async () => {
    const { keys } = await freshTenant()
    const spellings = {
      'https://SHOP.example.bj': 'https://shop.example.bj/',
      'https://shop.example.bj:443/a?b=c': 'https://shop.example.bj/a?b=c',
      'https://bücher.example:8443/': 'https://xn--bcher-kva.example:8443/',
      'HTTPS://8.8.8.8/x': 'https://8.8.8.8/x',
    }
    for (const [spelling, stored] of Object.entries(spellings)) {
      assert.equal((await create(keys.secret, { url: spelling })).json.data?.url, stored)
    }
  })

  it('are for the secret key', async () => {
    const { keys } = await freshTenant()
    const { id } = (await create(keys.secret)).json.data
    const required = { status: 403, code: 'secret_key_required' }
    for (const kind of ['public', 'terminal', 'session'] as const) {
      const key = keys[kind]
      const answers = [list(key), create(key), at(id, key), at(id, key, 'DELETE')]
      for (const answer of await Promise.all(answers)) {
        assert.deepEqual(refusalOf(answer), required)
      }
    }
    assert.equal((await at(id, keys.secret)).status, 200)
  })
})
