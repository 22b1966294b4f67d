import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Received, type Receiver, startReceiver } from '#test/activities/webhooks/receiver.ts'
import { call, type CallAnswer, eventually } from '#test/support/call.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'
import { installed, type Order, plugins, type Saved, standIn } from './woocommerce-plugin.ts'
import { findWordPress, startWordPress, type WordPress } from './wordpress.ts'

/** A shop with the plugin, which the service sends its webhooks. Undefined where a shop cannot be had. */
export async function startStore(): Promise<Store | undefined> {
  const parts = findWordPress()
  if (parts === undefined) return undefined
  const store = new Store()
  try {
    await store.open(parts)
    return store
  } catch (error) {
    await store.stop()
    throw error
  }
}

export class Store {
  readonly orders = temporaryFolder('orders')
  /** While true, what the service sends is received, and never reaches the shop. */
  isCut = false
  settings: Record<string, string> = {}
  /** The same service's, in the other mode, which has no webhook. */
  liveKey = ''
  #service: TestService | undefined
  #receiver: Receiver | undefined
  #shop: WordPress | undefined
  #tenant: Tenant | undefined
  #lastOrder = 0

  async open(parts: NonNullable<ReturnType<typeof findWordPress>>): Promise<void> {
    this.#receiver = await startReceiver((received, response) => {
      const status = this.isCut ? Promise.resolve(200) : this.passOn(received)
      void status.then((code) => response.writeHead(code).end())
    })
    const address = `127.0.0.1:${this.#receiver.port}`
    this.#service = await startTestService({ WEBHOOK_PRIVATE_HOSTS: address })
    this.#tenant = await createTenant(this.#service.database)
    const live = { mode: 'live', serviceId: this.#tenant.serviceId } as const
    this.liveKey = (await createTenant(this.#service.database, live)).keys.secret
    const made = await call(this.#service, {
      method: 'POST',
      path: '/v2/webhook_endpoints',
      key: this.key,
      body: { url: `https://${address}/hooks`, events: ['*'] },
    })
    this.settings = {
      enabled: 'yes',
      base_url: this.#service.baseUrl,
      api_key: this.key,
      webhook_secret: made.json.data.secret,
    }
    const folders = { woocommerce: standIn, 'payment-service': installed() }
    this.#shop = await startWordPress(parts, folders, { ORDERS_FOLDER: this.orders })
    const active = await this.shop.run('owner.php', 'activate', ...plugins)
    assert.deepEqual(active, ['active', 'active'])
    const { available, said } = await this.save(this.settings)
    assert.deepEqual([available, said], [true, ''])
  }

  async stop(): Promise<void> {
    await this.#shop?.stop()
    await this.#service?.stop()
    await this.#receiver?.close()
  }

  get service(): TestService {
    assert.ok(this.#service)
    return this.#service
  }

  get shop(): WordPress {
    assert.ok(this.#shop)
    return this.#shop
  }

  get tenant(): Tenant {
    assert.ok(this.#tenant)
    return this.#tenant
  }

  get key(): string {
    return this.tenant.keys.secret
  }

  /** What the service has sent so far. */
  get webhooks(): readonly Received[] {
    return this.#receiver?.requests ?? []
  }

  async save(form: Record<string, string>): Promise<Saved> {
    return (await this.shop.run('owner.php', 'save', JSON.stringify(form))) as Saved
  }

  /** What stands before the shop and has its certificate. */
  async passOn({ headers, body }: Received, server = 0): Promise<number> {
    const kept = Object.entries(headers).filter(([name]) => /^(webhook-|x-service-)/.test(name))
    const { status } = await fetch(`${this.shop.urls[server]}/?wc-api=payment_service`, {
      method: 'POST',
      headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body),
    })
    return status
  }

  newOrder(total: string): number {
    this.#lastOrder += 1
    const row = {
      id: this.#lastOrder,
      key: `wc_order_${randomUUID()}`,
      total,
      currency: 'XOF',
      payment_method: 'payment_service',
      status: 'pending',
      notes: [],
    }
    writeFileSync(this.file(row.id), JSON.stringify(row))
    return row.id
  }

  file(id: number): string {
    return join(this.orders, `${id}.json`)
  }

  async checkOut(total: string): Promise<{ id: number; link: string }> {
    const id = this.newOrder(total)
    return { id, link: await this.pressed(id) }
  }

  async pressed(id: number): Promise<string> {
    const answer = await fetch(`${this.shop.urls[0]}/?checkout=${id}`, { method: 'POST' })
    const said = (await answer.json()) as { result: string; redirect?: string }
    assert.equal(said.result, 'success', `${JSON.stringify(said)} ${this.shop.output()}`)
    return said.redirect?.split('/').at(-1) ?? ''
  }

  /** Changes an order as somebody in the shop would. */
  change(id: number, to: Readonly<Record<string, unknown>>): void {
    const row = JSON.parse(readFileSync(this.file(id), 'utf8'))
    writeFileSync(this.file(id), JSON.stringify({ ...row, ...to }))
  }

  async read(id: number): Promise<Order> {
    const answer = await fetch(`${this.shop.urls[0]}/?order=${id}`)
    return (await answer.json()) as Order
  }

  /** Pays a link while the webhook cannot reach the shop, and what it would have sent. */
  async payUnheard(link: string, ending = '1234'): Promise<{ id: string; webhook: Received }> {
    const earlier = this.webhooks.length
    this.isCut = true
    try {
      const { json } = await this.pay(link, ending)
      const webhook = await eventually(async () => this.webhooks[earlier])
      return { id: json.data.id, webhook }
    } finally {
      this.isCut = false
    }
  }

  /** Mails to the owner so far, as text. */
  mails(): string {
    const file = join(this.orders, 'mails')
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }

  /** The order once it has a note. */
  noted(id: number): Promise<Order> {
    return eventually(async () => {
      const order = await this.read(id)
      return order.notes.length > 0 && order
    })
  }

  /** The order once it has this status. */
  become(id: number, status: string): Promise<Order> {
    return eventually(async () => {
      const order = await this.read(id)
      return order.status === status && order
    })
  }

  pay(link: string, ending = '1234'): Promise<CallAnswer> {
    return call(this.service, {
      method: 'POST',
      path: `/v2/payment-links/${link}/collections`,
      headers: { 'Idempotency-Key': randomUUID() },
      body: { provider: 'auto', phone: freshPhone(ending), customer: { name: 'Awa Dossou' } },
    })
  }
}
