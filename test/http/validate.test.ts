import assert from 'node:assert/strict'
import Type, { type TSchema } from 'typebox'
import {
  amountField,
  choiceField,
  currencyField,
  customerNameField,
  descriptionField,
  emailField,
  expiresInField,
  metadataField,
  providerField,
  referenceField,
} from '#http/fields.ts'
import { parseJsonBody } from '#http/json.ts'
import { bodyCheck, fieldErrorsMax } from '#http/validate.ts'

const body = Type.Object({
  amount: amountField,
  currency: currencyField,
  provider: Type.Optional(providerField),
  reference: Type.Optional(referenceField),
  description: Type.Optional(descriptionField),
  expires_in: Type.Optional(expiresInField),
  customer: Type.Optional(
    Type.Object({ name: customerNameField, email: emailField }, { code: 'invalid_customer' }),
  ),
  metadata: Type.Optional(metadataField),
  events: Type.Optional(
    Type.Array(choiceField('invalid_events', ['payment.success', 'payment.failed']), {
      code: 'invalid_events',
      minItems: 1,
      uniqueItems: true,
    }),
  ),
})
const check = bodyCheck(body)

/** Field to code, of a body given as text. */
function errorsOf(text: string): Record<string, string> {
  return Object.fromEntries(check(parseJsonBody(text)).map(({ field, code }) => [field, code]))
}
/** The errors of a payment that is right but for these fields. */
const withFields = (fields: string) =>
  errorsOf(`{"amount":100,"currency":"XOF"${fields && `,${fields}`}}`)

const cpuMicrosMax = 300_000

describe('checks of a body', () => {
  it('tells all errors at once, each with its path and its own code', () => {
    const errors = errorsOf(
      `{"amount":"1","provider":"MTN Benin","reference":"a b","description":5,"expires_in":59,
        "customer":{"email":"x","fullname":"A"},"metadata":{"Color":"x"},"events":["payment.*"],"channel":"api"}`,
    )
    assert.deepEqual(errors, {
      amount: 'invalid_amount',
      currency: 'missing_field',
      provider: 'invalid_provider',
      reference: 'invalid_reference',
      description: 'invalid_description',
      expires_in: 'invalid_expires_in',
      'customer.name': 'missing_field',
      'customer.email': 'invalid_email',
      'customer.fullname': 'unknown_field',
      metadata: 'invalid_metadata',
      events: 'invalid_events',
      channel: 'unknown_field',
    })
  })

  it('takes what is at the limits and refuses what is just beyond', () => {
    const text = (length: number) => JSON.stringify('é'.repeat(length))
    const keys = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v'])))
    const pairs: [string, string][] = [
      [`"description":${text(255)}`, `"description":${text(256)}`],
      [`"description":"${'😀'.repeat(255)}"`, `"description":"${'😀'.repeat(256)}"`],
      [`"reference":"${'a'.repeat(64)}"`, `"reference":"${'a'.repeat(65)}"`],
      ['"reference":"_.:/-aZ9"', '"reference":""'],
      ['"expires_in":60', '"expires_in":59'],
      ['"expires_in":900', '"expires_in":901'],
      ['"expires_in":300.0', '"expires_in":300.5'],
      [`"metadata":${keys(20)}`, `"metadata":${keys(21)}`],
      [`"metadata":{"${'k'.repeat(40)}":""}`, `"metadata":{"${'k'.repeat(41)}":""}`],
      [`"metadata":{"k":${text(500)}}`, `"metadata":{"k":${text(501)}}`],
      ['"metadata":{"services_":"x"}', '"metadata":{"service_x":"x"}'],
      ['"metadata":{"_proto_":"x"}', '"metadata":{"__proto__":"x"}'],
      ['"metadata":{}', '"metadata":{"":"x"}'],
      ['"metadata":{"k":"x"}', '"metadata":{"k":1}'],
      [
        `"customer":{"name":${text(255)},"email":"a@b.bj"}`,
        `"customer":{"name":${text(256)},"email":"a@b.bj"}`,
      ],
      ['"events":["payment.failed"]', '"events":["payment.failed","payment.failed"]'],
    ]
    for (const [taken, refused] of pairs) {
      assert.deepEqual(withFields(taken), {}, taken.slice(0, 60))
      assert.equal(Object.keys(withFields(refused)).length, 1, refused.slice(0, 60))
    }
  })

  it('null is no value of a field', () => {
    assert.deepEqual(withFields('"description":null,"customer":null,"metadata":null'), {
      description: 'invalid_description',
      customer: 'invalid_customer',
      metadata: 'invalid_metadata',
    })
  })

  it('a prototype is neither a field nor a value', () => {
    assert.deepEqual(
      withFields('"__proto__":{"description":5},"constructor":1,"hasOwnProperty":2'),
      {
        __proto__: undefined,
        constructor: 'unknown_field',
        hasOwnProperty: 'unknown_field',
        ...JSON.parse('{"__proto__":"unknown_field"}'),
      },
    )
    assert.deepEqual(
      errorsOf('{"__proto__":{"amount":1,"currency":"XOF"}}')['amount'],
      'missing_field',
    )
  })

  it('NUL and halves of surrogate pairs are refused with the code of their field, in values and in keys', () => {
    for (const bad of [
      '\\u0000',
      'a\\u0000b',
      '\\ud800',
      '\\udc00',
      'a\\udfffb',
      '\\ud800\\ud800',
    ]) {
      assert.deepEqual(
        withFields(`"description":"${bad}"`),
        { description: 'invalid_description' },
        bad,
      )
      assert.deepEqual(withFields(`"reference":"${bad}"`), { reference: 'invalid_reference' })
      assert.deepEqual(withFields(`"customer":{"name":"${bad}","email":"a@b.bj"}`), {
        'customer.name': 'invalid_customer_name',
      })
      assert.deepEqual(withFields(`"customer":{"name":"A","email":"${bad}@b.bj"}`), {
        'customer.email': 'invalid_email',
      })
      assert.deepEqual(withFields(`"metadata":{"k":"${bad}"}`), { metadata: 'invalid_metadata' })
      assert.deepEqual(withFields(`"metadata":{"${bad}":"v"}`), { metadata: 'invalid_metadata' })
      const [[field, code] = []] = Object.entries(withFields(`"${bad}":1`))
      assert.equal(code, 'unknown_field')
      assert.ok(field?.isWellFormed() && !field.includes('\0'))
    }
    assert.deepEqual(withFields('"description":"\\ud83d\\ude00\\n\\t"'), {})
  })

  it('amounts are read from their source text, by the decimals of their currency', () => {
    const taken = [
      '1',
      '1.0',
      '1e3',
      '1E+3',
      '1000.000',
      '0.1e1',
      '999999999999999',
      '100e-2',
      '1e14',
    ]
    const refused = [
      '0',
      '-0',
      '0.0',
      '0e5',
      '-1',
      '-1000',
      '1.5',
      '0.001',
      '1e-1',
      '1000.0000000000000001',
      '1.0000000001',
      '9007199254740992',
      '9007199254740993',
      '1234567890123456',
      '1e16',
      '1e400',
      '1e-400',
      '1e99999999999',
      `1${'0'.repeat(400)}`,
      `0.${'0'.repeat(400)}1`,
      '"1000"',
      '"1"',
      'null',
      'true',
      '[]',
      '[1]',
      '{}',
      '{"value":1}',
      '""',
    ]
    for (const number of taken)
      assert.deepEqual(errorsOf(`{"amount":${number},"currency":"XOF"}`), {}, number)
    for (const number of refused) {
      assert.deepEqual(
        errorsOf(`{"amount":${number},"currency":"XOF"}`),
        { amount: 'invalid_amount' },
        number.slice(0, 40),
      )
    }
    const euro = (number: string) =>
      Object.keys(errorsOf(`{"currency":"EUR","amount":${number}}`)).length === 0
    assert.deepEqual(['12.5', '12.50', '0.01', '12.500', '0.29', '1.005', '0.001'].map(euro), [
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ])
    assert.deepEqual(errorsOf('{"amount":1.234,"currency":"ZZZ"}'), {
      currency: 'invalid_currency',
    })
    assert.deepEqual(errorsOf('{"amount":1.2345,"currency":"ZZZ"}'), {
      amount: 'invalid_amount',
      currency: 'invalid_currency',
    })
  })

  it('no more errors are told than anyone reads, in little time, whatever the body', () => {
    const many = (make: (at: number) => string) =>
      Array.from({ length: 2500 }, (_, at) => make(at)).join(',')
    const long = (text: string) => text.repeat(Math.floor(32_000 / text.length))
    const hostile = [
      many((at) => `"f${at}":1`),
      `"metadata":{${many((at) => `"k${at}":1`)}}`,
      `"events":[${many(() => '"x"')}]`,
      `"events":[${many((at) => `"${at}"`)}]`,
      ...[
        'a',
        'a@',
        '@',
        'a.',
        'a@a',
        'a@a.',
        '-',
        ' ',
        '__',
        'service_',
        '😀',
        '\\u0000',
        '\\ud800',
      ].flatMap((part) => [
        `"customer":{"name":"${long(part)}","email":"${long(part)}"}`,
        `"customer":{"name":"x","email":"a@${long(part)}"}`,
        `"reference":"${long(part)}","provider":"${long(part)}"`,
        `"metadata":{"${long(part)}":"${long(part)}"}`,
      ]),
    ]
    for (const fields of hostile) {
      const parsed = parseJsonBody(`{"amount":1,"currency":"XOF",${fields}}`)
      // Processor time: what else runs on the machine is no fault of the check. A quadratic one takes seconds.
      const before = process.cpuUsage()
      const errors = check(parsed)
      const { user, system } = process.cpuUsage(before)
      assert.ok(user + system < cpuMicrosMax, fields.slice(0, 60))
      assert.ok(errors.length > 0 && errors.length <= fieldErrorsMax)
      assert.ok(JSON.stringify(errors).length < 16_000)
    }
  })

  it('a schema without codes still refuses with a code', () => {
    const plain: TSchema = Type.Object({ a: Type.Array(Type.Object({ b: Type.Integer() })) })
    assert.deepEqual(bodyCheck(plain)({ a: [{ b: 'x' }, { c: 1 }] }), [
      { field: 'a.0.b', code: 'invalid_field' },
      { field: 'a.1.b', code: 'missing_field' },
      { field: 'a.1.c', code: 'unknown_field', details: { allowed_values: ['b'] } },
    ])
  })
})
