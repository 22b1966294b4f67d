import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { startStore, type Store } from './woocommerce-store.ts'

describe('the plugin for WooCommerce, when a webhook is lost, late or not for this order', function () {
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

  const missed = () => store.shop.run('owner.php', 'missed')
  const notices = async () =>
    ((await store.shop.run('owner.php', 'notices')) as { notices: string }).notices

  it('leaves an order alone that another shop of the same service has under this number', async () => {
    const { id, link } = await store.checkOut('1000')
    store.change(id, { key: 'wc_order_of_another_shop', meta: {} })
    const { webhook } = await store.payUnheard(link)
    assert.equal(await store.passOn(webhook), 200)
    const { status, paid, notes } = await store.read(id)
    assert.deepEqual([status, paid, notes], ['pending', 0, []])
  })

  it('finds the payments whose webhooks never came, and says that they did not come', async () => {
    const { id, link } = await store.checkOut('1000')
    const payment = await store.payUnheard(link)
    assert.deepEqual(await missed(), ['hourly', null])
    const order = await store.read(id)
    assert.deepEqual([order.status, order.paid, order.transaction], ['processing', 1, payment.id])
    assert.match(order.notes.join(' '), /webhook/)
    await missed()
    assert.equal(await store.passOn(payment.webhook), 200)
    assert.deepEqual(await store.read(id), order)
  })

  it('closes the page of an order that is cancelled, and opens another when it is open again', async () => {
    const { id, link } = await store.checkOut('1000')
    await store.shop.run('owner.php', 'status', String(id), 'cancelled')
    assert.equal((await store.pay(link)).json.error.code, 'payment_link_cancelled')
    await store.shop.run('owner.php', 'status', String(id), 'pending')
    assert.equal((await store.pay(await store.pressed(id))).status, 202)
    await store.become(id, 'processing')
  })

  it('asks the owner about a payment of an order that was cancelled meanwhile, once', async () => {
    const { id, link } = await store.checkOut('1000')
    const { id: payment, webhook } = await store.payUnheard(link)
    await store.shop.run('owner.php', 'status', String(id), 'cancelled')
    for (let time = 0; time < 2; time += 1) assert.equal(await store.passOn(webhook), 200)
    const order = await store.read(id)
    assert.deepEqual([order.status, order.paid, order.transaction], ['on-hold', 0, payment])
    assert.equal(order.notes.length, 1)
    assert.match(order.notes.join(' '), new RegExp(`${payment}: .*no longer open`))
    assert.equal(store.mails().split(payment).length, 2)
  })

  it('asks the owner about a payment of an order that was refunded meanwhile', async () => {
    const { id, link } = await store.checkOut('1000')
    const { id: payment, webhook } = await store.payUnheard(link)
    store.change(id, { status: 'refunded' })
    assert.equal(await store.passOn(webhook), 200)
    const order = await store.read(id)
    assert.deepEqual([order.status, order.paid], ['refunded', 0])
    assert.match(order.notes.join(' '), new RegExp(payment))
    assert.match(store.mails(), new RegExp(payment))
  })

  it('asks the owner about a payment of an order that was deleted', async () => {
    const { id, link } = await store.checkOut('1000')
    const { id: payment, webhook } = await store.payUnheard(link)
    rmSync(store.file(id))
    assert.equal(await store.passOn(webhook), 200)
    assert.match(store.mails(), new RegExp(`WC-${id}.*${payment}`))
  })

  it('takes an order for paid that waits for another method, and asks about one that was paid so', async () => {
    const waiting = await store.checkOut('1000')
    const first = await store.payUnheard(waiting.link)
    store.change(waiting.id, { payment_method: 'bacs', status: 'on-hold' })
    assert.equal(await store.passOn(first.webhook), 200)
    const { status, paid } = await store.read(waiting.id)
    assert.deepEqual([status, paid], ['processing', 1])
    const delivered = await store.checkOut('1000')
    const second = await store.payUnheard(delivered.link)
    store.change(delivered.id, { payment_method: 'cod', status: 'processing' })
    assert.equal(await store.passOn(second.webhook), 200)
    const order = await store.read(delivered.id)
    assert.equal(order.paid, 0)
    assert.match(order.notes.join(' '), new RegExp(second.id))
  })

  it('notes a failure once, however often it is told', async () => {
    const { id, link } = await store.checkOut('1000')
    const { webhook } = await store.payUnheard(link, '0001')
    for (let time = 0; time < 3; time += 1) assert.equal(await store.passOn(webhook), 200)
    assert.equal((await store.read(id)).notes.length, 1)
  })

  it('takes nothing from the sandbox for paid once its key is live', async () => {
    const { id, link } = await store.checkOut('1000')
    const { webhook } = await store.payUnheard(link)
    await store.save({ ...store.settings, api_key: store.liveKey })
    try {
      assert.equal(await store.passOn(webhook), 400)
      assert.equal((await store.read(id)).status, 'pending')
      assert.match(await notices(), /same mode/)
    } finally {
      await store.save(store.settings)
    }
  })

  it('tells the owner that the webhook is refused, until one is taken', async () => {
    const { link } = await store.checkOut('1000')
    const { webhook } = await store.payUnheard(link)
    await store.save({ ...store.settings, webhook_secret: 'a'.repeat(36) })
    try {
      assert.equal(await notices(), '')
      assert.equal(await store.passOn(webhook), 400)
      assert.match(await notices(), /refused.*secret/)
    } finally {
      await store.save(store.settings)
    }
    assert.equal(await store.passOn(webhook), 200)
    assert.equal(await notices(), '')
  })

  it('says when the settings are saved what is wrong with the key, and which mode it is of', async () => {
    const { secret, public: shown } = store.tenant.keys
    try {
      assert.match((await store.save({ ...store.settings, api_key: secret })).told, /test mode/i)
      assert.match(
        (await store.save({ ...store.settings, api_key: shown })).said,
        /not a secret key/,
      )
      assert.match((await store.save({ ...store.settings, api_key: 'SKLIVE_no' })).said, /401/)
      const inLive = await store.save({ ...store.settings, api_key: store.liveKey })
      assert.match(inLive.said, /no webhook in live mode/)
    } finally {
      await store.save(store.settings)
    }
  })
})
