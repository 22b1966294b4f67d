// A shop that fulfils an order when its webhook says that it is paid.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import {
  PaymentService,
  PaymentServiceError,
  verifyWebhook,
  WebhookError,
} from 'payment-service-sdk'

const {
  PAYMENTS_API_KEY: apiKey = '',
  PAYMENTS_BASE_URL: baseUrl = '',
  WEBHOOK_SECRET: secret = '',
  PORT: port = '4242',
  ORDERS_FOLDER: folder = 'orders',
} = process.env
// Two separated by a comma while it is renewed.
const secrets = secret.split(',')
const payments = new PaymentService({ apiKey, baseUrl })
mkdirSync(folder, { recursive: true })

createServer(async (request, response) => {
  const answer = (status, body) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  try {
    const body = await textOf(request)
    if (request.url === '/hooks') return answer(200, await hook(body, request.headers))
    if (request.url === '/orders') return answer(201, await place(JSON.parse(body)))
    return answer(200, readOrder(request.url.split('/').at(-1)))
  } catch (error) {
    const status =
      error instanceof WebhookError ? 400 : error instanceof PaymentServiceError ? 422 : 500
    return answer(status, { error: error.message })
  }
}).listen(Number(port), '127.0.0.1')

/** The order is written down before money is asked for: should this program die in between, it is asked for again. */
async function place({ reference, amount, phone }) {
  const isKnown = existsSync(orderFile(reference))
  const made = { reference, amount, currency: 'XOF', status: 'pending', fulfilled: 0 }
  const order = isKnown ? readOrder(reference) : made
  if (order.status !== 'pending') return order
  if (!isKnown) writeOrder(order)
  await payments.collections.create({
    amount: order.amount,
    currency: 'XOF',
    provider: 'auto',
    phone,
    reference,
    customer: { name: 'Awa Dossou', email: 'awa@example.com' },
  })
  return order
}

async function hook(body, headers) {
  const { type, data, isTest } = await verifyWebhook(body, headers, { secrets })
  if (isTest || !type.startsWith('payment.') || !isOrder(data.externalId)) return { ignored: true }
  const order = readOrder(data.externalId)
  // A delivery that was already handled is acknowledged, and not handled again.
  if (order.status === 'paid') return order
  const isPaid = type === 'payment.success' && isSameSum(order, data.payment.request)
  const done = { ...order, status: isPaid ? 'paid' : 'failed', fulfilled: isPaid ? 1 : 0 }
  writeOrder(done)
  return done
}

function isSameSum(order, { amount, currency }) {
  return amount === order.amount && currency === order.currency
}

/** A payment may be another one's: a payment link's, say. */
function isOrder(reference) {
  return /^[\w-]{1,64}$/.test(reference) && existsSync(orderFile(reference))
}

function orderFile(reference) {
  if (!/^[\w-]{1,64}$/.test(reference)) throw new Error('no such order')
  return join(folder, `${reference}.json`)
}

function readOrder(reference) {
  return JSON.parse(readFileSync(orderFile(reference), 'utf8'))
}

function writeOrder(order) {
  writeFileSync(orderFile(order.reference), JSON.stringify(order))
}

async function textOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
