import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { type Received, type Receiver, startReceiver } from '#test/activities/webhooks/receiver.ts'
import { call, eventually } from '#test/support/call.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { installed, type Order, plugins, type Saved, standIn } from './woocommerce-plugin.ts'
import { findWordPress, startWordPress, type WordPress } from './wordpress.ts'

describe('the plugin for WooCommerce, in a real WordPress', function () {
  this.timeout(240_000)
  const orders = temporaryFolder('orders')
  let service: TestService
  let receiver: Receiver
  let shop: WordPress
  let key: string
  let settings: Record<string, string>

  before(needsOpenssl)
  before(async function () {
    const parts = findWordPress()
    // Told by the reporter among what was skipped: PHP, WordPress or MariaDB is missing, and cannot be had.
    if (parts === undefined) return void this.skip()
    receiver = await startReceiver((received, response) => {
      void passOn(received).then((status) => response.writeHead(status).end())
    })
    service = await startTestService({ WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${receiver.port}` })
    key = (await createTenant(service.database)).keys.secret
    const made = await call(service, {
      method: 'POST',
      path: '/v2/webhook_endpoints',
      key,
      body: { url: `https://127.0.0.1:${receiver.port}/hooks`, events: ['*'] },
    })
    settings = {
      enabled: 'yes',
      base_url: service.baseUrl,
      api_key: key,
      webhook_secret: made.json.data.secret,
    }
    const folders = { woocommerce: standIn, 'payment-service': installed() }
    shop = await startWordPress(parts, folders, { ORDERS_FOLDER: orders })
    assert.deepEqual(await shop.run('owner.php', 'activate', ...plugins), ['active', 'active'])
    const { available, said } = await save(settings)
    assert.deepEqual([available, said], [true, ''])
  })
  after(async () => {
    await shop?.stop()
    await service?.stop()
    await receiver?.close()
  })

  const save = async (form: Record<string, string>) =>
    (await shop.run('owner.php', 'save', JSON.stringify(form))) as Saved

  /** What stands before the shop and has its certificate. */
  async function passOn({ headers, body }: Received, server = 0): Promise<number> {
    const kept = Object.entries(headers).filter(([name]) => /^(webhook-|x-service-)/.test(name))
    const { status } = await fetch(`${shop.urls[server]}/?wc-api=payment_service`, {
      method: 'POST',
      headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body),
    })
    return status
  }

  let lastOrder = 0
  function newOrder(total: string): number {
    lastOrder += 1
    const row = {
      id: lastOrder,
      key: `wc_order_${randomUUID()}`,
      total,
      currency: 'XOF',
      payment_method: 'payment_service',
      status: 'pending',
      notes: [],
    }
    writeFileSync(join(orders, `${lastOrder}.json`), JSON.stringify(row))
    return lastOrder
  }
  const checkOut = async (total: string): Promise<{ id: number; link: string }> => {
    const id = newOrder(total)
    return { id, link: await pressed(id) }
  }
  async function pressed(id: number): Promise<string> {
    const answer = await fetch(`${shop.urls[0]}/?checkout=${id}`, { method: 'POST' })
    const said = (await answer.json()) as { result: string; redirect?: string }
    assert.equal(said.result, 'success', `${JSON.stringify(said)} ${shop.output()}`)
    return said.redirect?.split('/').at(-1) ?? ''
  }
  function price(id: number, from: string, to: string): void {
    const row = readFileSync(join(orders, `${id}.json`), 'utf8')
    writeFileSync(join(orders, `${id}.json`), row.replace(`"total":"${from}"`, `"total":"${to}"`))
  }
  const noted = (id: number): Promise<Order> =>
    eventually(async () => {
      const order = await read(id)
      return order.notes.length > 0 && order
    })
  const read = async (id: number): Promise<Order> =>
    (await fetch(`${shop.urls[0]}/?order=${id}`)).json() as Promise<Order>

  const pay = (link: string, ending: string) =>
    call(service, {
      method: 'POST',
      path: `/v2/payment-links/${link}/collections`,
      headers: { 'Idempotency-Key': randomUUID() },
      body: { provider: 'auto', phone: freshPhone(ending), customer: { name: 'Awa Dossou' } },
    })

  it('sends the customer to a page of the order’s price, the same one when they come back', async () => {
    const { id, link } = await checkOut('12500.00')
    const details = await call(service, {
      path: `/v2/payment-links/${link}/details`,
      key,
      headers: { 'Service-Version': '2.6.0' },
    })
    const { amount, currency, reference, success_url, cancel_url } = details.json.data
    assert.deepEqual([amount, currency, reference], [12_500, 'XOF', `WC-${id}`])
    assert.equal(success_url, `https://shop.example/merci/${id}`)
    assert.equal(cancel_url, `https://shop.example/panier/${id}`)
    assert.equal(await pressed(id), link)
  })

  it('takes the order for paid when the webhook says so, once, and after a failure too', async () => {
    const { id, link } = await checkOut('1000')
    assert.equal((await pay(link, '0001')).status, 202)
    const failed = await noted(id)
    assert.deepEqual([failed.status, failed.paid], ['pending', 0])
    const paid = await pay(link, '1234')
    const done = await eventually(async () => {
      const order = await read(id)
      return order.status === 'processing' && order
    })
    assert.deepEqual([done.paid, done.transaction], [1, paid.json.data.id])
    for (const received of receiver.requests) assert.equal(await passOn(received), 200)
    assert.equal((await read(id)).paid, 1)
  })

  it('believes nothing that somebody made up or changed', async () => {
    const [known] = receiver.requests
    assert.ok(known)
    const body = Buffer.from(known.body.toString().replace('"}', 'A"}'))
    assert.equal(await passOn({ ...known, body }), 400)
    assert.equal(await passOn({ ...known, headers: {} }), 400)
  })

  it('takes an order for paid once, however many of its webhooks come at once', async () => {
    const { id, link } = await checkOut('1000')
    const earlier = receiver.requests.length
    await pay(link, '1234')
    await eventually(async () => (await read(id)).status === 'processing')
    const webhooks = receiver.requests.slice(earlier)
    // As before any of them came.
    const file = join(orders, `${id}.json`)
    writeFileSync(file, readFileSync(file, 'utf8').replace('"processing"', '"pending"'))
    for (const kept of ['paid', 'asked']) rmSync(`${file}.${kept}`)
    writeFileSync(`${file}.slow`, '')
    const atOnce = [0, 1].flatMap((server) => webhooks.map((each) => passOn(each, server)))
    assert.deepEqual(new Set(await Promise.all(atOnce)), new Set([200]))
    assert.equal((await read(id)).paid, 1)
  })

  it('closes the page of an order whose price has become another, and opens a new one for each', async () => {
    const { id, link: first } = await checkOut('1000')
    price(id, '1000', '2000')
    const second = await pressed(id)
    price(id, '2000', '1000')
    const third = await pressed(id)
    assert.equal(new Set([first, second, third]).size, 3)
    for (const old of [first, second]) {
      const { status, json } = await pay(old, '1234')
      assert.deepEqual([status, json.error.code], [410, 'payment_link_cancelled'])
    }
    assert.equal((await pay(third, '1234')).status, 202)
    await eventually(async () => (await read(id)).status === 'processing')
  })

  it('tells the owner of a second payment of one order', async () => {
    const { id, link } = await checkOut('1000')
    const again = await call(service, {
      method: 'POST',
      path: '/v2/payment-links',
      key,
      headers: { 'Service-Version': '2.6.0', 'Idempotency-Key': randomUUID() },
      body: { title: 'Encore', amount: 1000, reference: `WC-${id}`, email_required: false },
    })
    assert.equal(again.status, 201, again.text)
    await pay(link, '1234')
    await eventually(async () => (await read(id)).status === 'processing')
    const second = await pay(again.json.data.id, '1234')
    const { paid, notes } = await noted(id)
    assert.equal(paid, 1)
    assert.match(notes.join(' '), new RegExp(`${second.json.data.id}: .*refund`))
  })

  it('leaves an order alone whose price has become another', async () => {
    const { id, link } = await checkOut('1000')
    price(id, '1000', '2000')
    await pay(link, '1234')
    const order = await noted(id)
    assert.deepEqual([order.status, order.paid], ['pending', 0])
    assert.match(order.notes.join(' '), /not the price/)
  })

  it('says in the owner’s language what to fill in, and is not offered until it is complete', async () => {
    try {
      const english = await save({ ...settings, webhook_secret: '' })
      assert.deepEqual([english.available, english.printed], [false, ''])
      assert.match(english.said, /Customers do not see this method yet/)
      assert.equal(english.fields.api_key, 'Secret key')
      assert.match(english.description, /wc-api=payment_service/)
      await shop.run('owner.php', 'speak', 'fr_FR')
      const french = await save({ ...settings, base_url: 'pay.example' })
      assert.match(french.said, /L’adresse du service n’a pas été enregistrée/)
      assert.equal(french.kept.base_url, service.baseUrl)
      assert.equal(french.fields.api_key, 'Clé secrète')
    } finally {
      await shop.run('owner.php', 'speak', '')
      await save(settings)
    }
  })

  it('tells the customer what to do when the service refuses its key', async () => {
    await save({ ...settings, api_key: 'unknown' })
    try {
      const id = newOrder('1000')
      const answer = await fetch(`${shop.urls[0]}/?checkout=${id}`, { method: 'POST' })
      const { result, notices } = (await answer.json()) as { result: string; notices: string[] }
      assert.equal(result, 'failure')
      assert.match(notices.join(' '), /nothing was charged/)
    } finally {
      await save(settings)
    }
  })

  it('loses no payment while the secret of its webhook is renewed: it takes both', async () => {
    const endpoints = await call(service, { path: '/v2/webhook_endpoints', key })
    const rotated = await call(service, {
      method: 'POST',
      path: `/v2/webhook_endpoints/${endpoints.json.data[0].id}/rotate`,
      key,
      headers: { 'Service-Version': '2.6.0' },
      body: { starts: 'in_24_hours' },
    })
    const { webhook_secret: old } = settings
    await save({ ...settings, webhook_secret: `${rotated.json.data.secret}, ${old}` })
    try {
      const { id, link } = await checkOut('1000')
      await pay(link, '1234')
      await eventually(async () => (await read(id)).status === 'processing')
    } finally {
      await save(settings)
    }
  })

  it('is declared compatible with order tables and with the checkout of blocks', async () => {
    assert.deepEqual(await shop.run('owner.php', 'declared'), {
      'custom_order_tables payment-service/payment-service.php': true,
      'cart_checkout_blocks payment-service/payment-service.php': true,
    })
  })

  it('tells the owner when WooCommerce is not active, and stops nothing', async () => {
    await shop.run('owner.php', 'deactivate', 'woocommerce/woocommerce.php')
    try {
      const { notices } = (await shop.run('owner.php', 'notices')) as { notices: string }
      assert.match(notices, /install and activate WooCommerce/)
      assert.equal((await fetch(`${shop.urls[0]}/wp-login.php`)).status, 200)
    } finally {
      await shop.run('owner.php', 'activate', 'woocommerce/woocommerce.php')
    }
  })

  it('tells the owner when its libraries are missing, and stops nothing', async () => {
    const library = 'payment-service/vendor/autoload.php'
    await shop.run('owner.php', 'move', library, `${library}.away`)
    try {
      const { notices } = (await shop.run('owner.php', 'notices')) as { notices: string }
      assert.match(notices, /its libraries are missing. Run “composer install”/)
      assert.equal((await fetch(`${shop.urls[0]}/?order=1`)).status, 200)
    } finally {
      await shop.run('owner.php', 'move', `${library}.away`, library)
    }
  })

  it('gives PHP nothing to complain of', () => {
    const complaints = shop.output().split('\n')
    const own = /plugins\/payment-service\/(?!vendor)/
    assert.deepEqual(
      complaints.filter((line) => own.test(line)),
      [],
    )
  })
})
