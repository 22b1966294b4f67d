import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '#dev/ports.ts'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { type Received, type Receiver, startReceiver } from '#test/activities/webhooks/receiver.ts'
import { call, eventually } from '#test/support/call.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { signWebhook } from '#sdk/typescript/src/webhooks.ts'
import { builtPackage } from './built-package.ts'
import { type Language, languages } from './languages.ts'
import { type Program, startProgram } from './program.ts'

const root = join(import.meta.dirname, '../..')

interface Order {
  readonly status: string
  readonly fulfilled: number
}

describe('the small shops fulfil an order when its webhook says that it is paid', function () {
  this.timeout(240_000)
  let service: TestService
  let receiver: Receiver
  /** The shop that each path of the receiver leads to. */
  const shops = new Map<string, string>()

  before(needsOpenssl)
  before(async () => {
    receiver = await startReceiver((received, response) => {
      void passOn(received).then((status) => response.writeHead(status).end())
    })
    service = await startTestService({ WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${receiver.port}` })
  })
  after(async () => {
    await service?.stop()
    await receiver?.close()
  })

  /** What stands before a shop and has its certificate. */
  async function passOn({ url, headers, body }: Received): Promise<number> {
    const { status } = await fetch(`${shops.get(url)}/hooks`, {
      method: 'POST',
      headers: headersOf(headers),
      body: new Uint8Array(body),
    })
    return status
  }

  for (const language of languages) {
    describe(language.name, () => {
      let shop: Program
      let url: string
      let secret: string

      before(async function () {
        if (!language.isHere()) return void this.skip()
        const { keys } = await createTenant(service.database)
        const path = `/${language.name}`
        const made = await call(service, {
          method: 'POST',
          path: '/v2/webhook_endpoints',
          key: keys.secret,
          body: { url: `https://127.0.0.1:${receiver.port}${path}`, events: ['*'] },
        })
        secret = made.json.data.secret
        const [port = 0] = await freePorts(1)
        url = `http://127.0.0.1:${port}`
        shops.set(path, url)
        shop = startShop(language, {
          PAYMENTS_API_KEY: keys.secret,
          PAYMENTS_BASE_URL: service.baseUrl,
          // As while it is renewed.
          WEBHOOK_SECRET: `${randomUUID()},${secret}`,
          PORT: String(port),
          ORDERS_FOLDER: temporaryFolder('orders'),
        })
        await eventually(() => fetch(`${url}/orders/none`).catch(() => undefined))
      })
      after(() => shop?.kill())

      async function place(ending: string, reference = `order-${randomUUID()}`): Promise<string> {
        const body = JSON.stringify({ reference, amount: 1000, phone: freshPhone(ending) })
        const answer = await fetch(`${url}/orders`, { method: 'POST', body })
        assert.equal(answer.status, 201, `${await answer.text()} ${shop.output()}`)
        return reference
      }

      const ended = (reference: string): Promise<Order> =>
        eventually(async () => {
          const answer = await fetch(`${url}/orders/${reference}`)
          const order = (await answer.json()) as Order
          return order.status !== 'pending' && order
        })

      it('a paid order is fulfilled, once, also where its webhook comes twice', async () => {
        const reference = await place('1234')
        const order = await ended(reference)
        assert.deepEqual([order.status, order.fulfilled], ['paid', 1])
        const delivery = receiver.requests.filter(({ url: path }) => path === `/${language.name}`)
        for (const received of delivery) assert.equal(await passOn(received), 200)
        assert.equal((await ended(reference)).fulfilled, 1)
      })

      it('an order that is placed again stays as it is', async () => {
        const reference = await place('1234')
        const order = await ended(reference)
        await place('1234', reference)
        const again = await fetch(`${url}/orders/${reference}`)
        assert.deepEqual(await again.json(), order)
      })

      it('an event of an order of somebody else is acknowledged, one with a new field is read', async () => {
        const reference = await place('0005')
        const told = async (externalId: string) => {
          const request = { amount: 1000, currency: 'XOF', added_later: 1 }
          const data = { externalId, payment: { request } }
          const { body, headers } = await signWebhook(
            { type: 'payment.success', data },
            { secret, id: randomUUID() },
          )
          return (await fetch(`${url}/hooks`, { method: 'POST', headers, body })).status
        }
        for (const other of [`order-${randomUUID()}`, 'link:2026/1'])
          assert.equal(await told(other), 200)
        assert.equal(await told(reference), 200)
        assert.equal((await ended(reference)).status, 'paid')
      })

      it('an order that was not paid is not fulfilled', async () => {
        const order = await ended(await place('0001'))
        assert.deepEqual([order.status, order.fulfilled], ['failed', 0])
      })

      it('a webhook that somebody changed or made up is refused', async () => {
        const reference = await place('0005')
        const [known] = receiver.requests.filter(({ url: path }) => path === `/${language.name}`)
        assert.ok(known)
        const body = Buffer.from(known.body.toString().replace('"}', 'A"}'))
        assert.equal(await passOn({ ...known, body }), 400)
        assert.equal(await passOn({ ...known, headers: { 'content-type': 'text/plain' } }), 400)
        const answer = await fetch(`${url}/orders/${reference}`)
        assert.equal(((await answer.json()) as Order).status, 'pending')
      })
    })
  }
})

function headersOf(headers: Received['headers']): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => /^(webhook-|x-service-)/.test(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}

function startShop(language: Language, environment: Readonly<Record<string, string>>): Program {
  const { folder } = builtPackage()
  const [program, ...parts] = language.command
  const all = { ...language.environment, ...environment }
  if (language.name === 'PHP') {
    const autoload = join(folder, 'autoload.php')
    const library = join(root, 'sdk/php/autoload.php')
    writeFileSync(autoload, `<?php require 'GuzzleHttp/autoload.php'; require '${library}';`)
    const served = ['-S', `127.0.0.1:${environment['PORT']}`, join(root, 'examples/php/shop.php')]
    return startProgram([program, ...parts, ...served], { ...all, SHOP_AUTOLOAD: autoload })
  }
  if (language.name === 'Python') {
    return startProgram([program, ...parts, join(root, 'examples/python/shop.py')], all)
  }
  const shop = join(folder, 'shop.mjs')
  copyFileSync(join(root, 'examples/node/shop.mjs'), shop)
  return startProgram([program, ...parts, shop], all)
}
