import assert from 'node:assert/strict'
import type { Database } from '#db/connect.ts'
import { openWithOpenssl } from '#test/activities/webhooks/openssl-opener.ts'
import { type Received, startReceiver } from '#test/activities/webhooks/receiver.ts'
import {
  call,
  type CallAnswer,
  collectionCall,
  eventually,
  waitUntilFinal,
} from '#test/support/call.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import type { Tenant } from '#test/support/tenant.ts'

type Fields = Readonly<Record<string, unknown>>

/** A whole service, and a merchants' server on loopback with a path for each endpoint. */
export interface WebhookScene {
  readonly baseUrl: string
  readonly database: Database
  readonly temporal: TestService['temporal']
  /** Statuses that the next requests to a path get instead of 200. */
  readonly troubles: Map<string, number[]>
  urlOf(path: string): string
  askEndpoint(tenant: Tenant, path: string, body: Fields): Promise<CallAnswer>
  /** Makes an endpoint by the API; its secret is in this answer alone. */
  createEndpoint(
    tenant: Tenant,
    path: string,
    body: Fields,
  ): Promise<{ readonly id: string; readonly secret: string }>
  /** One collection, as it reads in the end. */
  pay(tenant: Tenant, changes?: Fields): ReturnType<typeof waitUntilFinal>
  requestsTo(path: string): Received[]
  /** Waits for so many requests to this path. */
  arrived(path: string, count: number): Promise<Received[]>
  /** Waits until the one delivery to this path has these columns. */
  untilDelivery(path: string, expected: Fields): Promise<Fields>
  stop(): Promise<void>
}

/** Starts it; `changes` are variables of `.env.example`. */
export async function startWebhookScene(
  changes: Readonly<Record<string, string>>,
): Promise<WebhookScene> {
  const troubles = new Map<string, number[]>()
  const receiver = await startReceiver(({ url }, response) => {
    response.writeHead(troubles.get(url)?.shift() ?? 200).end()
  })
  const host = `127.0.0.1:${receiver.port}`
  const service = await startTestService({ WEBHOOK_PRIVATE_HOSTS: host, ...changes })
  const { database, baseUrl, temporal } = service
  const urlOf = (path: string): string => `https://${host}${path}`
  const requestsTo = (path: string): Received[] =>
    receiver.requests.filter(({ url }) => url === path)
  return {
    baseUrl,
    database,
    temporal,
    troubles,
    urlOf,
    requestsTo,
    ...merchantOf(service, urlOf),
    arrived: (path, count) =>
      eventually(() => {
        const requests = requestsTo(path)
        return Promise.resolve(requests.length >= count && requests)
      }),
    untilDelivery: (path, expected) =>
      eventually(async () => {
        const { rows } = await database.pool.query<Fields>(
          `select d.status, d.attempts, d.last_error from webhook_delivery d
             join webhook_endpoint w on w.id = d.endpoint_id where w.url = $1`,
          [urlOf(path)],
        )
        assert.ok(rows.length <= 1)
        const [row = {}] = rows
        return Object.entries(expected).every(([name, value]) => row[name] === value) && row
      }),
    async stop() {
      await service.stop()
      await receiver.close()
    },
  }
}

/** A header of ours, by the last word of its name. */
export function header(received: Received | undefined, name: string): string {
  const value = received?.headers[`x-service-${name}`]
  return typeof value === 'string' ? value : ''
}

/** What a receiver reads with `openssl` and JSON; fails when the signature is not that of this secret. */
export async function open(
  received: Received | undefined,
  secret = '',
): Promise<{ readonly event: string; readonly data: Fields }> {
  const body = received?.body.toString('utf8') ?? ''
  const opened = await openWithOpenssl(body, header(received, 'signature'), secret)
  return { event: opened.event, data: opened.data as Fields }
}

function merchantOf(
  service: { readonly baseUrl: string },
  urlOf: (path: string) => string,
): Pick<WebhookScene, 'askEndpoint' | 'createEndpoint' | 'pay'> {
  const askEndpoint = (tenant: Tenant, path: string, body: Fields): Promise<CallAnswer> =>
    call(service, {
      method: 'POST',
      path: '/v2/webhook_endpoints',
      key: tenant.keys.secret,
      body: { url: urlOf(path), ...body },
    })
  return {
    askEndpoint,
    async createEndpoint(tenant, path, body) {
      const created = await askEndpoint(tenant, path, body)
      assert.equal(created.status, 201, created.text)
      const { id, secret } = created.json.data
      const address = `/v2/webhook_endpoints/${id}`
      const read = await call(service, { path: address, key: tenant.keys.secret })
      assert.equal(read.json.data.secret_last4, secret.slice(-4))
      assert.ok(!read.text.includes(secret))
      return { id, secret }
    },
    async pay(tenant, changes = {}) {
      const key = tenant.keys.secret
      const accepted = await call(service, collectionCall(key, changes))
      assert.equal(accepted.status, 202, accepted.text)
      return waitUntilFinal(service, key, accepted.json.data.id)
    },
  }
}
