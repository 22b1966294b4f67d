import assert from 'node:assert/strict'
import Type from 'typebox'
import { amountField, currencyField, emailField, phoneField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { parseAmount } from '#domain/money/money.ts'
import { payHeaders, readJson, refusal, startToyService, type ToyService } from './toy-service.ts'

const seen: object[] = []
const checked = route({
  method: 'POST',
  path: '/v2/checked',
  keys: ['secret'],
  summary: 'Vérifier',
  body: Type.Object({ amount: amountField, currency: currencyField, phone: phoneField }),
  query: Type.Object({ dry: Type.Optional(Type.Boolean()) }),
  idempotency: 'required',
  checkFields({ body, query, numberText }) {
    seen.push({ ...body, ...query, source: numberText('amount') })
    return body.phone?.startsWith('0')
      ? [{ field: 'phone', code: 'phone_international_required' }]
      : []
  },
  handler({ body, numberText, idempotencyKey, canonicalRequest, caller }) {
    const amount = parseAmount(numberText('amount') ?? '', body.currency)
    const minor = amount.ok ? amount.value.minor.toString() : null
    return {
      body: { data: { minor, key: idempotencyKey.length, canonicalRequest, mode: caller.mode } },
    }
  },
})

const demanding = route({
  method: 'POST',
  path: '/v2/demanding',
  keys: ['secret'],
  summary: 'Exiger',
  body: Type.Object({ customer: Type.Optional(Type.Object({ email: emailField })) }),
  checkFields: ({ body }) =>
    body.customer === undefined ? [{ field: 'customer', code: 'missing_field' }] : [],
  handler: () => ({ body: { data: {} } }),
})

describe('routes', () => {
  let service: ToyService
  before(async () => (service = await startToyService([checked, demanding])))
  after(() => service.close())
  const send = (body: string, path = '/v2/checked') =>
    fetch(`${service.url}${path}`, { method: 'POST', headers: payHeaders, body })

  it('own checks see the fields the schema took, and their errors join the others', async () => {
    const one = await refusal(send('{"amount":1,"currency":"XOF","phone":"0197"}'))
    assert.deepEqual(
      [one.status, one.code, one.details.field],
      [422, 'phone_international_required', 'phone'],
    )
    const two = await refusal(
      send('{"amount":"1","currency":"XOF","phone":"0197","x":1}', '/v2/checked?dry=perhaps'),
    )
    assert.equal(two.code, 'validation_failed')
    assert.deepEqual(two.details.fields?.map(({ field, code }) => `${field} ${code}`).toSorted(), [
      'amount invalid_amount',
      'dry invalid_parameter',
      'phone phone_international_required',
      'x unknown_field',
    ])
    assert.deepEqual(seen.at(-1), { currency: 'XOF', phone: '0197', source: undefined })
  })

  it('a field that the schema refused, at whatever depth, is not told of as missing too', async () => {
    const wrong = await refusal(send('{"customer":{"email":"awa"}}', '/v2/demanding'))
    assert.deepEqual([wrong.code, wrong.details.field], ['invalid_email', 'customer.email'])
    const missing = await refusal(send('{}', '/v2/demanding'))
    assert.deepEqual([missing.code, missing.details.field], ['missing_field', 'customer'])
  })

  it('the same request in another spelling has the same canonical text, another path has not', async () => {
    type Echo = { data: { minor: string; canonicalRequest: string } }
    const echo = async (body: string) => (await readJson<Echo>(send(body))).json.data
    const first = await echo('{"amount":12.5,"currency":"EUR","phone":"2290197000000"}')
    const second = await echo('{ "phone":"2290197000000", "currency":"EUR", "amount":1.250e1 }')
    assert.deepEqual(first, second)
    assert.equal(first.minor, '1250')
    assert.match(first.canonicalRequest, /^POST \/v2\/checked\n\{/)
  })

  it('two handlers never share a body', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        readJson<{ data: { minor: string } }>(
          send(`{"amount":${at + 1},"currency":"XOF","phone":"1"}`),
        ),
      ),
    )
    assert.deepEqual(
      answers.map(({ json }) => json.data.minor),
      Array.from({ length: 50 }, (_, at) => String(at + 1)),
    )
    assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, 50)
  })
})
