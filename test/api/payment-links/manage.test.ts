import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call, callNewest } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { linkPaymentCall } from '#test/support/payment-links.ts'
import { PayerBrowser } from '#test/support/payer.ts'
import { onPool } from '#db/sql.ts'
import { createTenant } from '#test/support/tenant.ts'

const sale = {
  title: 'Commande 17',
  amount: 12_500,
  reference: 'A-17',
  description: 'Deux pagnes',
  success_url: 'https://shop.example/merci?x=1',
  cancel_url: 'https://shop.example/panier',
  origin: 'https://shop.example',
  email_required: false,
  metadata: { order: '17' },
}

describe('payment links by the API, asked for by its version', () => {
  const api = given(() => sharedApiAlone())

  const ask = (key: string, ...asked: [route: string, body?: object]) => callNewest(api, key, asked)
  async function merchant() {
    const tenant = await createTenant(api.database)
    const create = async (body: object = sale) =>
      ask(tenant.keys.secret, 'POST /v2/payment-links', body)
    return { tenant, key: tenant.keys.secret, create }
  }

  it('are made of one sale, read, listed, changed and closed', async () => {
    const { key, create } = await merchant()
    const made = await create()
    assert.equal(made.status, 201)
    const { id, url, created_at, updated_at, ...rest } = made.json.data
    assert.equal(made.headers.get('Location'), `/v2/payment-links/${id}/details`)
    assert.ok(url.endsWith(`/sandbox/pay/${id}`) && created_at === updated_at)
    assert.deepEqual(rest, {
      object: 'payment_link',
      mode: 'sandbox',
      status: 'active',
      ...sale,
      currency: 'XOF',
      min_amount: null,
      max_amount: null,
      max_payments: 1,
      payments_count: 0,
      amount_collected: 0,
      expires_at: null,
    })
    const at = `/v2/payment-links/${id}`
    assert.deepEqual((await ask(key, `GET ${at}/details`)).json.data, made.json.data)
    const later = (await create({ title: 'Don', max_payments: null, min_amount: 500 })).json.data
    assert.deepEqual([later.amount, later.min_amount, later.max_payments], [null, 500, null])
    const list = (await ask(key, 'GET /v2/payment-links?limit=1')).json
    assert.deepEqual([list.data[0].id, list.meta.has_more], [later.id, true])

    const change = { title: 'Commande 17 bis', reference: null, email_required: true }
    const changed = (await ask(key, `PATCH ${at}`, change)).json.data
    assert.deepEqual({ ...changed, updated_at }, { ...made.json.data, ...change })
    const closed = (await ask(key, `POST ${at}/close`, {})).json.data
    assert.equal(closed.status, 'cancelled')
    assert.equal((await ask(key, `POST ${at}/close`, {})).status, 200)
    const late = refusalOf(await ask(key, `PATCH ${at}`, change))
    assert.deepEqual(late, { status: 410, code: 'payment_link_cancelled' })
  })

  it('lead nowhere but to https addresses and real sites', async () => {
    const { create } = await merchant()
    const wrongs = [
      [{ success_url: 'http://shop.example' }, 'success_url'],
      [{ success_url: '//evil.example' }, 'success_url'],
      [{ success_url: 'https://a:b@shop.example' }, 'success_url'],
      [{ cancel_url: 'javascript:alert(1)' }, 'cancel_url'],
      [{ cancel_url: 'https:/\\shop' }, 'cancel_url'],
      [{ origin: 'http://shop.example' }, 'origin'],
      [{ origin: 'https://shop.example/path' }, 'origin'],
      [{ origin: "https://shop.example 'self'" }, 'origin'],
      [{ origin: 'https://*.example; script-src *' }, 'origin'],
      [{ origin: '*' }, 'origin'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ expires_at: '9999-12-31T23:59:59-14:00' }, 'expires_at'],
      [{ reference: 'a b' }, 'reference'],
      [{ amount: 0 }, 'amount'],
      [{ amount: 10.5 }, 'amount'],
      [{ amount: 100_000_000_001 }, 'amount'],
      [{ min_amount: 5 }, 'min_amount'],
      [{ max_payments: 0 }, 'max_payments'],
      [{ metadata: { service_x: 'y' } }, 'metadata'],
      [{ title: '' }, 'title'],
    ] as const
    for (const [changes, field] of wrongs) {
      const { status, json } = await create({ ...sale, ...changes })
      assert.equal(status, 422, `${field} ${JSON.stringify(changes)}`)
      assert.equal(json.error.details.field, field, JSON.stringify(changes))
    }
  })

  it('lead in sandbox to a shop on its developer’s own machine, by http too', async () => {
    const { key, create } = await merchant()
    const local = { success_url: 'http://localhost:8080/thanks', cancel_url: 'http://127.0.0.1/' }
    const made = (await create({ ...sale, ...local })).json.data
    assert.deepEqual([made.success_url, made.cancel_url], [local.success_url, local.cancel_url])
    const changed = await ask(key, `PATCH /v2/payment-links/${made.id}`, { title: 'Autre' })
    assert.deepEqual([changed.status, changed.json.data.success_url], [200, local.success_url])
    for (const address of [
      'http://localhost.evil.example',
      'http://a:b@localhost',
      'http://10.0.0.1',
    ])
      for (const field of ['success_url', 'cancel_url']) {
        const refused = refusalOf(await create({ ...sale, [field]: address }))
        assert.deepEqual(refused, { status: 422, code: 'invalid_return_url', field }, address)
      }
  })

  it('are their merchant’s alone, for the secret key', async () => {
    const { create, tenant } = await merchant()
    const { id } = (await create()).json.data
    const stranger = await createTenant(api.database)
    for (const [route, body] of [
      [`GET /v2/payment-links/${id}/details`, undefined],
      [`PATCH /v2/payment-links/${id}`, {}],
      [`POST /v2/payment-links/${id}/close`, {}],
    ] as const) {
      const refused = refusalOf(await ask(stranger.keys.secret, route, body))
      assert.deepEqual(refused, { status: 404, code: 'payment_link_not_found' })
      const weak = refusalOf(await ask(tenant.keys.public, route, body))
      assert.deepEqual(weak, { status: 403, code: 'secret_key_required' })
    }
    assert.deepEqual((await ask(stranger.keys.secret, 'GET /v2/payment-links')).json.data, [])
  })

  it('are paid without an e-mail address where none is asked, and the payment names the sale', async () => {
    const { create } = await merchant()
    const { id } = (await create()).json.data
    const shown = await call(api, { path: `/v2/payment-links/${id}` })
    assert.deepEqual(shown.json.data.collect, { name: true, email: false, phone: true })
    assert.deepEqual(shown.json.data.metadata, { order: '17' })
    const paid = await call(api, linkPaymentCall(id, { customer: { name: 'Awa Dossou' } }))
    assert.equal(paid.status, 202, paid.text)
    const { metadata, customer_email } = await onPool(api.database.pool).one<{
      metadata: string
      customer_email: string | null
    }>('select metadata, customer_email from transaction where id = $1', [paid.json.data.id])
    assert.deepEqual(JSON.parse(metadata), { order: '17', service_link_reference: 'A-17' })
    assert.equal(customer_email, null)

    const strict = (await create({ ...sale, email_required: true })).json.data
    const nameless = linkPaymentCall(strict.id, { customer: { name: 'Awa Dossou' } })
    const refused = await call(api, nameless)
    assert.equal(refused.status, 422)
    assert.equal(refused.json.error.details.field, 'customer.email')
  })

  it('may be shown in a frame by the site they are made for, and by no other', async () => {
    const { create } = await merchant()
    const framed = (await create()).json.data
    const { origin: _, ...alone } = sale
    const bare = (await create(alone)).json.data
    const headersAt = async (url: string) => {
      const { headers } = await fetch(api.baseUrl + new URL(url).pathname)
      return [
        /frame-ancestors ([^;]*)/.exec(headers.get('Content-Security-Policy') ?? '')?.[1],
        headers.get('X-Frame-Options'),
      ]
    }
    assert.deepEqual(await headersAt(framed.url), ['https://shop.example', null])
    assert.deepEqual(await headersAt(bare.url), ["'none'", 'DENY'])
    const unknown = framed.url.replace(framed.id, randomUUID())
    assert.deepEqual(await headersAt(unknown), ["'none'", 'DENY'])
  })

  it('lead back to the shop with the reference, and with nothing else', async () => {
    const { create } = await merchant()
    const { url } = (await create()).json.data
    const page = await new PayerBrowser(api).get(new URL(url).pathname)
    assert.match(page.text, /href="https:\/\/shop\.example\/panier\?reference=A-17"/)
    assert.match(page.text, /Annuler et retourner sur shop\.example/)
  })
})
