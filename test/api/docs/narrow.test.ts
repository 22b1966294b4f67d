import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { refusedFields } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'
import { type Description, operationsOf } from './examples.ts'

const card = { number: '4242424242424242', exp_month: 12, exp_year: 2035, cvc: '123' }
const payment = {
  amount: 1000,
  currency: 'XOF',
  provider: 'auto',
  payment_method: 'card',
  customer: { name: 'Awa Dossou', email: 'awa@example.com' },
  card,
}
const amex = { ...card, number: '378282246310005' }
const link = { title: 'Order 1042', amount: 5000, currency: 'XOF' }
const hook = { url: 'https://shop.example/hook', events: ['payment.success'] }
const terminal = { type: 'pos', label: 'Caisse 2', point_of_sale: 'Ganhi' }
const smile = '😀'

/** By operation: a body that is taken, bodies that are not, each by one change, with the field at fault. */
const bodies: Readonly<Record<string, readonly [taken: object, ...refused: [object, string][]]>> = {
  createCollection: [
    payment,
    [{ ...payment, card: { ...card, cvc: '1234' } }, 'card.cvc'],
    [{ ...payment, card: { ...amex, cvc: '123' } }, 'card.cvc'],
    [{ ...payment, description: 'Order\0' }, 'description'],
    [{ ...payment, metadata: { cart: '\0' } }, 'metadata'],
  ],
  validatePhoneNumber: [
    { phone: '+229 (01) 97-00\u202F00.01' },
    [{ phone: '22901••••0001' }, 'phone'],
    [{ phone: '2290197+000001' }, 'phone'],
    [{ phone: 'Awa' }, 'phone'],
    [{ phone: '0197000001' }, 'phone'],
    [{ phone: '97 00 00 01' }, 'phone'],
    [{ phone: '(-)' }, 'phone'],
  ],
  createPaymentLink: [
    { ...link, title: smile.repeat(120), description: smile.repeat(1000) },
    [{ ...link, title: smile.repeat(121) }, 'title'],
    [{ ...link, title: ' \t' }, 'title'],
    [{ ...link, title: 'a\0' }, 'title'],
    [{ ...link, amount: 100_000_000_001 }, 'amount'],
    [{ ...link, success_url: 'http://shop.example/thanks' }, 'success_url'],
    [{ ...link, cancel_url: 'shop.example/cart' }, 'cancel_url'],
    [{ ...link, origin: 'https://shop.example/cart' }, 'origin'],
    [{ ...link, origin: 'http://shop.example' }, 'origin'],
  ],
  createWebhookEndpoint: [
    { ...hook, events: ['*'] },
    [{ ...hook, events: ['*', 'payment.success'] }, 'events'],
    [{ ...hook, events: ['payment.success', 'payment.success'] }, 'events'],
    [{ ...hook, url: 'http://shop.example/hook' }, 'url'],
    [{ ...hook, url: 'shop.example/hook' }, 'url'],
    [{ ...hook, url: 'https://user:password@shop.example/hook' }, 'url'],
    [{ ...hook, url: 'https://shop.example/a hook' }, 'url'],
  ],
  createTerminal: [terminal, [{ ...terminal, point_of_sale: '\0' }, 'point_of_sale']],
}

describe('the description is as narrow as the service', () => {
  const api = given(() => sharedApiAlone())
  let description: Description
  let tenant: Tenant

  before(async () => {
    description = await (await fetch(`${api.baseUrl}/openapi.json`)).json()
    tenant = await createTenant(api.database)
  })

  for (const [name, [taken, ...refused]] of Object.entries(bodies)) {
    it(`about ${name}: neither allows ${refused.map(([, field]) => field).join(', ')}`, async () => {
      const allows = allowsOf(description, name)
      const { template } = operationOf(description, name)
      const ask = (body: object, at = 0) =>
        call(api, {
          method: 'POST',
          path: template,
          key: tenant.keys.secret,
          body,
          headers: {
            'Service-Version': '2.6.0',
            ...(name === 'createCollection' && { 'Idempotency-Key': `${name}-${at}` }),
          },
        })
      assert.ok(allows(taken), JSON.stringify(allows.errors))
      assert.equal(Math.floor((await ask(taken)).status / 100), 2)
      for (const [at, [body, field]] of refused.entries()) {
        assert.ok(!allows(body), JSON.stringify(body))
        const answer = await ask(body, at + 1)
        assert.deepEqual([answer.status, answer.json.error.details.field], [422, field])
      }
    })
  }

  it('about a card without its number: its security code, of three or of four digits, is no second error', async () => {
    const allows = allowsOf(description, 'createCollection')
    for (const cvc of ['123', '1234']) {
      const { number: _, ...numberless } = { ...card, cvc }
      const body = { ...payment, card: numberless }
      assert.ok(!allows(body))
      const missing = [['required', { missingProperty: 'number' }]]
      assert.deepEqual(
        allows.errors?.map(({ keyword, params }) => [keyword, params]),
        missing,
      )
      const key = tenant.keys.secret
      const headers = { 'Idempotency-Key': `numberless-${cvc}` }
      const answer = await call(api, {
        method: 'POST',
        path: '/v2/collections',
        key,
        body,
        headers,
      })
      assert.deepEqual(refusedFields(answer), { 'card.number': 'missing_field' })
    }
  })

  it('and as wide: what the service takes, the description allows, in each spelling', async () => {
    const spellings: readonly [name: string, body: object, field: string, taken: string[]][] = [
      [
        'createWebhookEndpoint',
        hook,
        'url',
        [
          'HTTPS://SHOP.example:8443?a=@',
          'https://bücher.example/é#x',
          'https://a.example/a|b?{c}',
        ],
      ],
      [
        'createPaymentLink',
        link,
        'success_url',
        ['https://shop.example?a=b c', 'http://localhost:3000', 'http://127.0.0.1/thanks'],
      ],
      [
        'createPaymentLink',
        link,
        'origin',
        ['https://xn--bcher-kva.example:8443', 'https://[2001:db8::1]', 'http://localhost:3000'],
      ],
      ['createPaymentLink', link, 'expires_at', ['2035-01-01T00:00:00+01:00']],
    ]
    for (const [name, body, field, taken] of spellings) {
      const { template: path } = operationOf(description, name)
      const allows = allowsOf(description, name)
      for (const text of taken) {
        const spelled = { ...body, [field]: text }
        const headers = { 'Service-Version': '2.6.0' }
        const request = { method: 'POST', path, key: tenant.keys.secret, body: spelled, headers }
        const answer = await call(api, request)
        assert.equal(answer.status, 201, answer.text)
        assert.ok(allows(spelled), `${field}: ${text}`)
      }
    }
  })

  it('about the texts it answers: the longest that is taken, and nothing longer', async () => {
    const long = smile.repeat(255)
    const texts: readonly [name: string, body: object, field: string][] = [
      ['createPaymentLink', { ...link, title: smile.repeat(120) }, 'title'],
      ['createPaymentLink', { ...link, description: smile.repeat(1000) }, 'description'],
      ['createPaymentLink', { ...link, reference: 'R'.repeat(64) }, 'reference'],
      ['createWebhookEndpoint', { ...hook, label: long }, 'label'],
      ['announceWebhookListener', { label: long }, 'label'],
      ['createTerminal', { ...terminal, label: long }, 'label'],
      ['createTerminal', { ...terminal, serial_number: smile.repeat(64) }, 'serial_number'],
    ]
    for (const [name, body, field] of texts) {
      const { template: path, described } = operationOf(description, name)
      const headers = { 'Service-Version': '2.6.0' }
      const key = tenant.keys.secret
      const { status, json, text } = await call(api, { method: 'POST', path, key, body, headers })
      const schema = described.responses[String(status)].content?.['application/json']?.schema
      assert.ok(schema, text)
      const allows = compiled(description, schema)
      assert.equal(allows(json), true, JSON.stringify(allows.errors))
      const longer = { ...json, data: { ...json.data, [field]: `${json.data[field]}x` } }
      assert.ok(!allows(longer), `${name} ${field}`)
    }
  })
})

function operationOf(description: Description, name: string) {
  const found = operationsOf(description).find((each) => each.name === name)
  assert.ok(found)
  return found
}

/** What the description allows as a body; formats are said in words. */
function allowsOf(description: Description, name: string): ValidateFunction {
  const { schema } = operationOf(description, name).described.requestBody.content[
    'application/json'
  ]
  return compiled(description, schema)
}

function compiled({ components }: Description, schema: object): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  return ajv.compile({ $id: 'api', components, ...schema })
}
