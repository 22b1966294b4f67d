import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '#dev/ports.ts'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { type Received, type Receiver, startReceiver } from '#test/activities/webhooks/receiver.ts'
import { call, eventually } from '#test/support/call.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { languages } from './languages.ts'
import { type Program, startProgram } from './program.ts'

const root = join(import.meta.dirname, '../..')
const driver = join(import.meta.dirname, 'drivers/woocommerce/shop.php')

interface Order {
  readonly status: string
  readonly paid: number
  readonly transaction?: string
  readonly notes: readonly string[]
}

describe('the plugin for WooCommerce', function () {
  this.timeout(120_000)
  const php = languages.find(({ name }) => name === 'PHP')
  const orders = temporaryFolder('orders')
  let service: TestService
  let receiver: Receiver
  let shop: Program
  let url: string
  let key: string

  before(needsOpenssl)
  before(async function () {
    if (php?.isHere() !== true) return void this.skip()
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
    const [port = 0] = await freePorts(1)
    url = `http://127.0.0.1:${port}`
    const [program, ...parts] = php.command
    shop = startProgram([program, ...parts, '-S', `127.0.0.1:${port}`, driver], {
      ORDERS_FOLDER: orders,
      PLUGIN_FOLDER: installed(),
      SHOP_SETTINGS: JSON.stringify({
        enabled: 'yes',
        base_url: service.baseUrl,
        api_key: key,
        webhook_secret: made.json.data.secret,
      }),
    })
    await eventually(() => fetch(`${url}/orders/0`).catch(() => undefined))
  })
  after(async () => {
    await shop?.kill()
    await service?.stop()
    await receiver?.close()
  })

  /** What stands before the shop and has its certificate. */
  async function passOn({ headers, body }: Received): Promise<number> {
    const kept = Object.entries(headers).filter(([name]) => /^(webhook-|x-service-)/.test(name))
    const { status } = await fetch(`${url}/?wc-api=payment_service`, {
      method: 'POST',
      headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body),
    })
    return status
  }

  let lastOrder = 0
  async function checkOut(total: string): Promise<{ id: number; link: string }> {
    lastOrder += 1
    const order = { id: lastOrder, key: `wc_order_${randomUUID()}`, total, currency: 'XOF' }
    const row = {
      ...order,
      payment_method: 'payment_service',
      status: 'pending',
      paid: 0,
      notes: [],
    }
    writeFileSync(join(orders, `${lastOrder}.json`), JSON.stringify(row))
    return { id: lastOrder, link: await pressed(lastOrder) }
  }
  async function pressed(id: number): Promise<string> {
    const answer = await fetch(`${url}/checkout/${id}`, { method: 'POST' })
    const said = (await answer.json()) as { result: string; redirect?: string }
    assert.equal(said.result, 'success', `${JSON.stringify(said)} ${shop.output()}`)
    return said.redirect?.split('/').at(-1) ?? ''
  }
  const read = async (id: number): Promise<Order> =>
    (await fetch(`${url}/orders/${id}`)).json() as Promise<Order>

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
    const failed = await eventually(async () => {
      const order = await read(id)
      return order.notes.length > 0 && order
    })
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

  it('leaves an order alone whose price has become another', async () => {
    const { id, link } = await checkOut('1000')
    const file = join(orders, `${id}.json`)
    writeFileSync(file, readFileSync(file, 'utf8').replace('"total":"1000"', '"total":"2000"'))
    await pay(link, '1234')
    const order = await eventually(async () => {
      const now = await read(id)
      return now.notes.length > 0 && now
    })
    assert.deepEqual([order.status, order.paid], ['pending', 0])
    assert.match(order.notes.join(' '), /not the price/)
  })
})

/** The plugin as it lies in a shop, with its packages. */
function installed(): string {
  const folder = join(temporaryFolder('plugin'), 'payment-service')
  cpSync(join(root, 'examples/woocommerce'), folder, { recursive: true })
  mkdirSync(join(folder, 'vendor'))
  const library = join(root, 'sdk/php/autoload.php')
  writeFileSync(
    join(folder, 'vendor/autoload.php'),
    `<?php require 'GuzzleHttp/autoload.php'; require '${library}';`,
  )
  return folder
}
