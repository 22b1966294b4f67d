import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call, callNewest } from '#test/support/call.ts'
import { onPool } from '#db/sql.ts'
import { given } from '#test/support/given.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'

describe('webhooks by the API, asked for by its version, as in the portal', () => {
  const api = given(() => sharedApiAlone())

  const ask = (key: string, ...asked: [route: string, body?: object]) => callNewest(api, key, asked)

  async function merchant() {
    const tenant = await createTenant(api.database)
    const key = tenant.keys.secret
    const body = { url: 'https://shop.example/hook', label: 'Boutique', events: ['*'] }
    const { json } = await ask(key, 'POST /v2/webhook_endpoints', body)
    const { secret, ...endpoint } = json.data
    return { tenant, key, endpoint, secret, at: `/v2/webhook_endpoints/${endpoint.id}` }
  }

  it('change address, label and events, each alone', async () => {
    const { key, endpoint, at } = await merchant()
    const changes = [
      [{ url: 'https://shop.example:8443/new' }, {}],
      [{ label: null }, {}],
      [{ events: ['payment.success'] }, { all_events: false }],
      [{}, {}],
    ] as const
    let expected = endpoint
    for (const [body, more] of changes) {
      const { status, json } = await ask(key, `PATCH ${at}`, body)
      assert.equal(status, 200)
      expected = { ...expected, ...body, ...more }
      assert.deepEqual(json.data, expected)
    }
    assert.deepEqual((await ask(key, `GET ${at}`)).json.data, expected)
  })

  it('refuse what the portal refuses', async () => {
    const { key, at } = await merchant()
    const wrongs = [
      [{ url: 'http://shop.example/hook' }, 'invalid_url'],
      [{ url: 'https://127.0.0.1/hook' }, 'invalid_url'],
      [{ label: '' }, 'invalid_label'],
      [{ label: 'a\u0000b' }, 'invalid_label'],
      [{ events: [] }, 'invalid_events'],
      [{ events: ['*', 'payment.success'] }, 'invalid_events'],
      [{ enabled: false }, 'unknown_field'],
    ] as const
    for (const [body, code] of wrongs)
      assert.equal((await ask(key, `PATCH ${at}`, body)).json.error.code, code)
    const starts = await ask(key, `POST ${at}/rotate`, { starts: 'yesterday' })
    assert.equal(starts.json.error.code, 'invalid_field')
    const type = await ask(key, `POST ${at}/test`, { type: 'payment.paid' })
    assert.equal(type.json.error.code, 'invalid_events')
  })

  it('stop and start again, and send nothing meanwhile', async () => {
    const { key, at } = await merchant()
    assert.equal((await ask(key, `POST ${at}/disable`, {})).json.data.status, 'disabled')
    const refused = await ask(key, `POST ${at}/test`, {})
    assert.deepEqual([refused.status, refused.json.error.code], [409, 'webhook_disabled'])
    assert.equal((await ask(key, `POST ${at}/enable`, {})).json.data.status, 'enabled')
    assert.equal((await ask(key, `POST ${at}/test`, {})).status, 202)
  })

  it('have a new secret at once, or in a day, told this once in both spellings', async () => {
    const { key, at, endpoint, secret: first } = await merchant()
    const later = (await ask(key, `POST ${at}/rotate`, { starts: 'in_24_hours' })).json.data
    assert.equal(later.secret_last4, endpoint.secret_last4)
    assert.equal(later.next_secret.last4, later.secret.slice(-4))
    const shown = (await ask(key, `GET ${at}`)).json.data
    assert.deepEqual(shown, { ...endpoint, next_secret: later.next_secret })
    const now = (await ask(key, `POST ${at}/rotate`, {})).json.data
    assert.equal(new Set([first, later.secret, now.secret]).size, 3)
    const key64 = now.signing_secret.replace('whsec_', '')
    assert.equal(Buffer.from(key64, 'base64').toString(), now.secret)
    assert.deepEqual((await ask(key, `GET ${at}`)).json.data, {
      ...endpoint,
      secret_last4: now.secret.slice(-4),
    })
  })

  it('send a test, whose delivery is listed, read and retried', async () => {
    const { key, at, endpoint } = await merchant()
    const sent = await ask(key, `POST ${at}/test`, { type: 'refund.failed' })
    const { id, event_id, sends, ...rest } = sent.json.data
    assert.equal(sent.headers.get('Location'), `/v2/webhook_deliveries/${id}`)
    assert.deepEqual(sends, [])
    const { type, test, status, attempts, endpoint_id } = rest
    assert.deepEqual(
      { type, test, status, attempts, endpoint_id },
      {
        type: 'refund.failed',
        test: true,
        status: 'pending',
        attempts: 0,
        endpoint_id: endpoint.id,
      },
    )
    const event = (await ask(key, `GET /v2/events/${event_id}`)).json.data
    assert.equal(event.type, 'refund.failed')
    const list = (await ask(key, 'GET /v2/webhook_deliveries')).json
    assert.deepEqual(list.data, [{ id, event_id, ...rest }])
    const early = await ask(key, `POST /v2/webhook_deliveries/${id}/retry`, {})
    assert.deepEqual([early.status, early.json.error.code], [409, 'delivery_not_retryable'])
    await onPool(api.database.pool).rows(
      `update webhook_delivery set status = 'failed', attempts = 1, last_error = 'timeout' where id = $1`,
      [id],
    )
    const failed = (await ask(key, 'GET /v2/webhook_deliveries?status=failed')).json.data
    assert.equal(failed[0].last_error, 'timeout')
    assert.deepEqual((await ask(key, 'GET /v2/webhook_deliveries?status=delivered')).json.data, [])
    const retried = await ask(key, `POST /v2/webhook_deliveries/${id}/retry`, {})
    assert.deepEqual([retried.status, retried.json.data.status], [202, 'pending'])
  })

  it('are for the secret key of their merchant, and of their version alone', async () => {
    const { key, tenant, at } = await merchant()
    const delivery = `/v2/webhook_deliveries/${randomUUID()}`
    const routes: readonly (readonly [string, object | undefined, string])[] = [
      [`PATCH ${at}`, {}, 'webhook_endpoint_not_found'],
      [`POST ${at}/enable`, {}, 'webhook_endpoint_not_found'],
      [`POST ${at}/disable`, {}, 'webhook_endpoint_not_found'],
      [`POST ${at}/rotate`, {}, 'webhook_endpoint_not_found'],
      [`POST ${at}/test`, {}, 'webhook_endpoint_not_found'],
      [`GET ${delivery}`, undefined, 'delivery_not_found'],
      [`POST ${delivery}/retry`, {}, 'delivery_not_found'],
    ]
    const stranger: Tenant = await createTenant(api.database)
    for (const [route, body, code] of routes) {
      const others = await ask(stranger.keys.secret, route, body)
      assert.deepEqual(refusalOf(others), { status: 404, code }, route)
      const weak = await ask(tenant.keys.public, route, body)
      assert.deepEqual(refusalOf(weak), { status: 403, code: 'secret_key_required' }, route)
      const [method = '', path = ''] = route.split(' ')
      const before = await call(api, { method, path, key, ...(body && { body }) })
      assert.ok([404, 405].includes(before.status), `${route} without its version`)
      const known = ['route_not_found', 'method_not_allowed']
      assert.ok(known.includes(before.json.error.code), route)
    }
  })
})
