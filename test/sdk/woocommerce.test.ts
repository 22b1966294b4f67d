import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { call, eventually } from '#test/support/call.ts'
import { startStore, type Store } from './woocommerce-store.ts'

describe('the plugin for WooCommerce, in a real WordPress', function () {
  this.timeout(240_000)
  let store: Store
  before(needsOpenssl)
  before(async function () {
    const started = await startStore()
    // Told by the reporter among what was skipped: PHP, WordPress or MariaDB is missing, and cannot be had.
    if (started === undefined) return void this.skip()
    store = started
  })
  after(() => store?.stop())

  it('sends the customer to a page of the order’s price, the same one when they come back', async () => {
    const { id, link } = await store.checkOut('12500.00')
    const details = await call(store.service, {
      path: `/v2/payment-links/${link}/details`,
      key: store.key,
      headers: { 'Service-Version': '2.6.0' },
    })
    const { amount, currency, reference, success_url, cancel_url } = details.json.data
    assert.deepEqual([amount, currency, reference], [12_500, 'XOF', `WC-${id}`])
    assert.equal(success_url, `https://shop.example/merci/${id}`)
    assert.equal(cancel_url, `https://shop.example/panier/${id}`)
    assert.equal(await store.pressed(id), link)
  })

  it('takes the order for paid when the webhook says so, once, and after a failure too', async () => {
    const { id, link } = await store.checkOut('1000')
    assert.equal((await store.pay(link, '0001')).status, 202)
    const failed = await store.noted(id)
    assert.deepEqual([failed.status, failed.paid], ['pending', 0])
    const paid = await store.pay(link, '1234')
    const done = await eventually(async () => {
      const order = await store.read(id)
      return order.status === 'processing' && order
    })
    assert.deepEqual([done.paid, done.transaction], [1, paid.json.data.id])
    for (const received of store.webhooks) assert.equal(await store.passOn(received), 200)
    assert.equal((await store.read(id)).paid, 1)
  })

  it('believes nothing that somebody made up or changed', async () => {
    const [known] = store.webhooks
    assert.ok(known)
    const body = Buffer.from(known.body.toString().replace('"}', 'A"}'))
    assert.equal(await store.passOn({ ...known, body }), 400)
    assert.equal(await store.passOn({ ...known, headers: {} }), 400)
  })

  it('takes an order for paid once, however many of its webhooks come at once', async () => {
    const { id, link } = await store.checkOut('1000')
    const file = store.file(id)
    const before = readFileSync(file)
    const earlier = store.webhooks.length
    await store.pay(link, '1234')
    await eventually(async () => (await store.read(id)).status === 'processing')
    const webhooks = store.webhooks.slice(earlier)
    // As before any of them came.
    writeFileSync(file, before)
    for (const kept of ['paid', 'asked']) rmSync(`${file}.${kept}`)
    writeFileSync(`${file}.slow`, '')
    const atOnce = [0, 1].flatMap((server) => webhooks.map((each) => store.passOn(each, server)))
    assert.deepEqual(new Set(await Promise.all(atOnce)), new Set([200]))
    assert.equal((await store.read(id)).paid, 1)
  })

  it('closes the page of an order whose price has become another, and opens a new one for each', async () => {
    const { id, link: first } = await store.checkOut('1000')
    store.change(id, { total: '2000' })
    const second = await store.pressed(id)
    store.change(id, { total: '1000' })
    const third = await store.pressed(id)
    assert.equal(new Set([first, second, third]).size, 3)
    for (const old of [first, second]) {
      const { status, json } = await store.pay(old, '1234')
      assert.deepEqual([status, json.error.code], [410, 'payment_link_cancelled'])
    }
    assert.equal((await store.pay(third, '1234')).status, 202)
    await eventually(async () => (await store.read(id)).status === 'processing')
  })

  it('tells the owner of a second payment of one order', async () => {
    const { id, link } = await store.checkOut('1000')
    const again = await call(store.service, {
      method: 'POST',
      path: '/v2/payment-links',
      key: store.key,
      headers: { 'Service-Version': '2.6.0', 'Idempotency-Key': randomUUID() },
      body: { title: 'Encore', amount: 1000, reference: `WC-${id}`, email_required: false },
    })
    assert.equal(again.status, 201, again.text)
    await store.pay(link, '1234')
    await eventually(async () => (await store.read(id)).status === 'processing')
    const second = await store.pay(again.json.data.id, '1234')
    const { paid, notes } = await store.noted(id)
    assert.equal(paid, 1)
    assert.match(notes.join(' '), new RegExp(`${second.json.data.id}: .*refund`))
  })

  it('puts an order on hold whose price has become another', async () => {
    const { id, link } = await store.checkOut('1000')
    store.change(id, { total: '2000' })
    await store.pay(link, '1234')
    const order = await store.noted(id)
    assert.deepEqual([order.status, order.paid], ['on-hold', 0])
    assert.match(order.notes.join(' '), /not the price/)
  })

  it('says in the owner’s language what to fill in, and is not offered until it is complete', async () => {
    try {
      const english = await store.save({ ...store.settings, webhook_secret: '' })
      assert.deepEqual([english.available, english.printed], [false, ''])
      assert.match(english.said, /Customers do not see this method yet/)
      assert.equal(english.fields.api_key, 'Secret key')
      assert.match(english.description, /wc-api=payment_service/)
      await store.shop.run('owner.php', 'speak', 'fr_FR')
      const french = await store.save({ ...store.settings, base_url: 'pay.example' })
      assert.match(french.said, /L’adresse du service n’a pas été enregistrée/)
      assert.equal(french.kept.base_url, store.service.baseUrl)
      assert.equal(french.fields.api_key, 'Clé secrète')
    } finally {
      await store.shop.run('owner.php', 'speak', '')
      await store.save(store.settings)
    }
  })

  it('tells the customer what to do when the service refuses its key', async () => {
    await store.save({ ...store.settings, api_key: 'unknown' })
    try {
      const id = store.newOrder('1000')
      const answer = await fetch(`${store.shop.urls[0]}/?checkout=${id}`, { method: 'POST' })
      const { result, notices } = (await answer.json()) as { result: string; notices: string[] }
      assert.equal(result, 'failure')
      assert.match(notices.join(' '), /nothing was charged/)
    } finally {
      await store.save(store.settings)
    }
  })

  it('loses no payment while the secret of its webhook is renewed: it takes both', async () => {
    const endpoints = await call(store.service, { path: '/v2/webhook_endpoints', key: store.key })
    const rotated = await call(store.service, {
      method: 'POST',
      path: `/v2/webhook_endpoints/${endpoints.json.data[0].id}/rotate`,
      key: store.key,
      headers: { 'Service-Version': '2.6.0' },
      body: { starts: 'in_24_hours' },
    })
    const { webhook_secret: old } = store.settings
    await store.save({ ...store.settings, webhook_secret: `${rotated.json.data.secret}, ${old}` })
    try {
      const { id, link } = await store.checkOut('1000')
      await store.pay(link, '1234')
      await eventually(async () => (await store.read(id)).status === 'processing')
    } finally {
      await store.save(store.settings)
    }
  })

  it('is declared compatible with order tables and with the checkout of blocks', async () => {
    assert.deepEqual(await store.shop.run('owner.php', 'declared'), {
      'custom_order_tables payment-service/payment-service.php': true,
      'cart_checkout_blocks payment-service/payment-service.php': true,
    })
  })

  it('tells the owner when WooCommerce is not active, and stops nothing', async () => {
    await store.shop.run('owner.php', 'deactivate', 'woocommerce/woocommerce.php')
    try {
      const { notices } = (await store.shop.run('owner.php', 'notices')) as { notices: string }
      assert.match(notices, /install and activate WooCommerce/)
      assert.equal((await fetch(`${store.shop.urls[0]}/wp-login.php`)).status, 200)
    } finally {
      await store.shop.run('owner.php', 'activate', 'woocommerce/woocommerce.php')
    }
  })

  it('tells the owner when its libraries are missing, and stops nothing', async () => {
    const library = 'payment-service/vendor/autoload.php'
    await store.shop.run('owner.php', 'move', library, `${library}.away`)
    try {
      const { notices } = (await store.shop.run('owner.php', 'notices')) as { notices: string }
      assert.match(notices, /its libraries are missing. Run “composer install”/)
      assert.equal((await fetch(`${store.shop.urls[0]}/?order=1`)).status, 200)
    } finally {
      await store.shop.run('owner.php', 'move', `${library}.away`, library)
    }
  })

  it('gives PHP nothing to complain of', () => {
    const complaints = store.shop.output().split('\n')
    const own = /plugins\/payment-service\/(?!vendor)/
    assert.deepEqual(
      complaints.filter((line) => own.test(line)),
      [],
    )
  })
})
