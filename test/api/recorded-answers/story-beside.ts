import { randomUUID } from 'node:crypto'
import { type Story, nextPhone } from './story.ts'
import { call, collectionCall, eventually, waitUntilFinal } from '#test/support/call.ts'
import { ordersTo, outboxTo } from '#test/support/orders.ts'
import type { TestService } from '#test/support/service.ts'
import type { Tenant } from '#test/support/tenant.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'

const webhooks = '/v2/webhook_endpoints'

/** Webhooks, rates, numbers, a refund, and addresses where nothing is. */
export async function tellOfTheRest(story: Story): Promise<void> {
  await tellOfWebhooks(story)
  await tellOfCatalogue(story)
  await tellOfRefund(story)
  await tellOfOtherAddresses(story)
}

async function tellOfWebhooks({ tell, live }: Story): Promise<void> {
  const body = {
    url: 'https://shop.example/hook',
    label: 'Boutique',
    events: ['payment.success'],
  }
  const { data } = await tell('an endpoint', `POST ${webhooks}`, { body })
  await tell('an endpoint of all events', `POST ${webhooks}`, { body: { ...body, events: ['*'] } })
  await tell('an endpoint, read', `GET ${webhooks}/${data.id}`)
  await tell('the endpoints', `GET ${webhooks}`)
  const wrong: Readonly<Record<string, object>> = {
    'without TLS': { url: 'http://shop.example/hook' },
    'on a machine of ours': { url: 'https://127.0.0.1/hook' },
    'that is no address': { url: 'rien' },
    'of events that are none': { events: ['rien', 'payment.success'] },
    'of no events': { events: [] },
    'with several faults': { url: 7, label: '', events: 'rien' },
  }
  for (const [about, changes] of Object.entries(wrong)) {
    await tell(`an endpoint ${about}`, `POST ${webhooks}`, { body: { ...body, ...changes } })
  }
  await tell('endpoints of the other mode', `GET ${webhooks}`, {
    caller: 'live',
    key: live.keys.secret,
  })
  await tell('an endpoint, deleted', `DELETE ${webhooks}/${data.id}`)
  await tell('an endpoint, deleted again', `DELETE ${webhooks}/${data.id}`)
  await tell('an endpoint that is deleted', `GET ${webhooks}/${data.id}`)
  await tell('the endpoints that stay', `GET ${webhooks}`)
}

async function tellOfCatalogue({ tell }: Story): Promise<void> {
  const rates = [
    'from=EUR&to=XOF',
    'from=XOF&to=EUR',
    'from=EUR&to=EUR',
    'from=ABC&to=XOF',
    'from=EUR&to=JPY',
  ]
  for (const search of rates) await tell(`a rate of ${search}`, `GET /v2/exchange-rates?${search}`)
  const ways = ['amount=1000', 'amount=1&currency=XOF', 'country=BJ', 'currency=EUR', 'type=payout']
  for (const search of ways)
    await tell(`ways to pay by ${search}`, `GET /v2/payment-methods?${search}`)
  const numbers = {
    'of MTN': { phone: '2290196000001', provider: 'mtn-benin' },
    'of MTN at Moov': { phone: '2290196000001', provider: 'moov-benin' },
    'of Moov': { phone: '+229 01 95 00 00 01', provider: 'auto' },
    'as it is called at home': { phone: '0196000001', country: 'BJ', provider: 'auto' },
    'in eight digits': { phone: '96000001', country: 'BJ', provider: 'auto' },
    'of France': { phone: '33612345678', provider: 'auto' },
  }
  for (const [about, body] of Object.entries(numbers)) {
    await tell(`a number ${about}`, 'POST /v2/phone-numbers/validate', { body })
  }
}

/** A payment of which a part was given back. */
async function tellOfRefund({ tell, service, tenant }: Story): Promise<void> {
  const id = await createPayingRefund(service, tenant)
  await tell('a payment of which a part was given back', `GET /v2/transactions/${id}`)
  await tell('its receipt after that', `GET /v2/transactions/${id}/receipt?format=text`)
  await tell('the balance after that', 'GET /v2/balance')
}

async function tellOfOtherAddresses({ tell }: Story): Promise<void> {
  const addresses = [
    'GET /v2',
    'GET /v2/rien',
    'POST /v2/rien',
    'GET /v2/session/',
    'GET /V2/session',
    'GET /v1/session',
    'GET /rien',
    'GET /staff/api/rien',
    'GET /healthz',
    'GET /readyz',
    `POST /operators/mtn/callbacks/${randomUUID()}`,
    'GET /v2/%ff',
  ]
  for (const request of addresses) {
    const about = request.includes('callbacks') ? 'a callback of nothing' : `at ${request}`
    await tell(about, request)
  }
}

/** A payment of the tenant of which 400 XOF were given back; its id. */
async function createPayingRefund(service: TestService, tenant: Tenant): Promise<string> {
  const { database, temporal: client } = service
  const { secret } = tenant.keys
  const { json } = await call(service, collectionCall(secret, { phone: nextPhone() }))
  const { id } = await waitUntilFinal(service, secret, json.data.id)
  const books = { database, outbox: outboxTo({ database, client }) }
  const refund = await refundOf(books, tenant, { transactionId: id, amount: 400n })
  await ordersTo({ database, client }).approve(refund.id)
  await eventually(async () => {
    const read = await call(service, { path: `/v2/transactions/${id}`, key: secret })
    return read.json.data.refunded_amount > 0
  })
  return id
}
