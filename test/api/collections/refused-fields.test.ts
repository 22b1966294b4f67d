import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { recordedIn, refusalOf, refusedFields, sharedApiScene } from '#test/support/api-scene.ts'
import { type CallAnswer, collectionCall } from '#test/support/call.ts'

import {
  amountSources,
  countries,
  currencies,
  descriptions,
  emails,
  euroSources,
  metadata,
  names,
  paymentMethods,
  phones,
  providers,
  references,
} from './refused-values.ts'
import { given } from '#test/support/given.ts'

/** The good body with these changes; undefined takes a field away. */
type Changes = Readonly<Record<string, unknown>>

describe('a field of POST /v2/collections that is refused', () => {
  const scene = given(() => sharedApiScene())

  let idempotencyKey = ''

  /**
   * Refusals that all carry the same idempotency key: had one of them kept it, the next would be a conflict. In the end
   * the good body is accepted with it.
   */
  function group(title: string, define: () => void): void {
    describe(title, () => {
      before(() => (idempotencyKey = randomUUID()))
      define()
      it('leaves its idempotency key to the corrected request', async () => {
        const answer = await scene.call(
          collectionCall(scene.tenant.keys.secret, {}, idempotencyKey),
        )
        assert.equal(answer.status, 202, answer.text)
        assert.equal(answer.headers.get('Idempotent-Replayed'), null)
      })
    })
  }

  /** Refused, and nothing recorded. */
  async function refused(changes: Changes, edit = (text: string) => text): Promise<CallAnswer> {
    const bad = collectionCall(scene.tenant.keys.secret, changes, idempotencyKey)
    const recorded = await recordedIn(scene.service)
    const body = edit(JSON.stringify(bad.body))
    const answer = await scene.call({ ...bad, body })
    assert.equal(answer.status, 422, `${body}: ${answer.text}`)
    assert.deepEqual(await recordedIn(scene.service), recorded)
    return answer
  }

  function refuses(
    title: string,
    [changes, code, field]: readonly [Changes, string, string],
    edit?: (text: string) => string,
  ): void {
    it(`${title} is ${code}`, async () => {
      const answer = await refused(changes, edit)
      assert.deepEqual(refusalOf(answer), { status: 422, code, field })
      assert.deepEqual(refusedFields(answer), { [field]: code })
    })
  }

  group('amount', () => {
    const place = '"here"'
    for (const source of amountSources) {
      refuses(source.slice(0, 30), [{ amount: 'here' }, 'invalid_amount', 'amount'], (text) =>
        text.replace(place, source),
      )
    }
    for (const source of euroSources) {
      refuses(
        `${source} EUR`,
        [{ amount: 'here', currency: 'EUR' }, 'invalid_amount', 'amount'],
        (text) => text.replace(place, source),
      )
    }
    refuses('none', [{ amount: undefined }, 'missing_field', 'amount'])
  })

  group('currency', () => {
    for (const currency of currencies) {
      refuses(JSON.stringify(currency), [{ currency }, 'invalid_currency', 'currency'])
    }
    refuses('none', [{ currency: undefined }, 'missing_field', 'currency'])
  })

  group('provider and payment_method', () => {
    for (const provider of providers) {
      refuses(titleOf(provider), [{ provider }, 'invalid_provider', 'provider'])
    }
    refuses('no provider', [{ provider: undefined }, 'missing_field', 'provider'])
    for (const payment_method of paymentMethods) {
      const title = `payment_method ${JSON.stringify(payment_method)}`
      refuses(title, [{ payment_method }, 'invalid_payment_method', 'payment_method'])
    }
  })

  group('phone and country', () => {
    for (const [code, texts] of Object.entries(phones)) {
      for (const phone of texts) refuses(titleOf(phone), [{ phone }, code, 'phone'])
    }
    for (const country of countries) {
      const title = `country ${JSON.stringify(country)}`
      refuses(title, [{ country }, 'phone_country_mismatch', 'country'])
    }
    refuses('a number that does not say its country, whatever `country` says,', [
      { phone: '97000001', country: 'BJ' },
      'phone_international_required',
      'phone',
    ])
    refuses('no phone', [{ phone: undefined }, 'missing_field', 'phone'])
    refuses('no phone for a direct debit', [
      { phone: undefined, payment_method: 'direct_debit', provider: 'auto' },
      'missing_field',
      'phone',
    ])
  })

  group('customer', () => {
    const name = 'Awa Dossou'
    const email = 'awa@example.com'
    for (const customer of ['Awa', null, 5, [], [{ name, email }], true]) {
      refuses(JSON.stringify(customer), [{ customer }, 'invalid_customer', 'customer'])
    }
    refuses('none', [{ customer: undefined }, 'missing_field', 'customer'])
    refuses('one without a name', [{ customer: { email } }, 'missing_field', 'customer.name'])
    refuses('one without an email', [{ customer: { name } }, 'missing_field', 'customer.email'])
    for (const bad of names) {
      const changes = { customer: { name: bad, email } }
      refuses(`the name ${titleOf(bad)}`, [changes, 'invalid_customer_name', 'customer.name'])
    }
    for (const bad of emails) {
      const changes = { customer: { name, email: bad } }
      refuses(`the e-mail address ${titleOf(bad)}`, [changes, 'invalid_email', 'customer.email'])
    }
  })

  group('reference, description and metadata', () => {
    for (const reference of references) {
      const title = `the reference ${titleOf(reference)}`
      refuses(title, [{ reference }, 'invalid_reference', 'reference'])
    }
    for (const description of descriptions) {
      const title = `the description ${titleOf(description)}`
      refuses(title, [{ description }, 'invalid_description', 'description'])
    }
    for (const value of metadata) {
      const title = `the metadata ${titleOf(value)}`
      refuses(title, [{ metadata: value }, 'invalid_metadata', 'metadata'])
    }
    refuses(
      'the metadata key __proto__',
      [{ metadata: { here: 'a' } }, 'invalid_metadata', 'metadata'],
      (text) => text.replace('"here"', '"__proto__"'),
    )
  })

  group('a name nobody knows', () => {
    const customer = { name: 'Awa Dossou', email: 'awa@example.com' }
    const fields: Readonly<Record<string, Changes>> = {
      ...Object.fromEntries(
        ['channel', 'initBy', 'externalId', 'Amount', 'mode', 'id', 'toString', ''].map((name) => [
          name,
          { [name]: 'api' },
        ]),
      ),
      'customer.fullname': { customer: { ...customer, fullname: 'Awa Dossou' } },
      'customer.phone': { customer: { ...customer, phone: '2290197000001' } },
      'customer.constructor': { customer: { ...customer, constructor: 1 } },
    }
    for (const [field, changes] of Object.entries(fields)) {
      refuses(JSON.stringify(field), [changes, 'unknown_field', field])
    }
    for (const place of ['', 'customer.']) {
      refuses(
        `${place}__proto__`,
        [{ here: 1, customer: { ...customer, there: 1 } }, 'unknown_field', `${place}__proto__`],
        (text) =>
          place === ''
            ? text.replace('"here"', '"__proto__"').replace(',"there":1', '')
            : text.replace('"there"', '"__proto__"').replace(/,"here":1/, ''),
      )
    }

    it('is told without the control characters and lone surrogates in it, and cut', async () => {
      for (const name of ['a\u0000b', 'a\ud800b', 'x'.repeat(5000)]) {
        const answer = await refused({ [name]: 1 })
        const { code, field = '' } = refusalOf(answer)
        assert.equal(code, 'unknown_field')
        assert.ok(field.length <= 100 && field.isWellFormed() && !field.includes('\u0000'))
      }
    })
  })

  group('beside others', () => {
    it('is told with all of them: validation_failed, a code for each', async () => {
      const answer = await refused({
        amount: '1000',
        currency: 'ABC',
        provider: 'orange-ci',
        payment_method: 'cash',
        phone: '97000001',
        customer: { fullname: 'Awa', email: 'awa' },
        reference: 'a b',
        description: 5,
        metadata: [],
        channel: 'api',
      })
      assert.deepEqual(refusalOf(answer), { status: 422, code: 'validation_failed' })
      assert.deepEqual(refusedFields(answer), {
        amount: 'invalid_amount',
        currency: 'invalid_currency',
        provider: 'invalid_provider',
        payment_method: 'invalid_payment_method',
        phone: 'phone_international_required',
        'customer.fullname': 'unknown_field',
        'customer.name': 'missing_field',
        'customer.email': 'invalid_email',
        reference: 'invalid_reference',
        description: 'invalid_description',
        metadata: 'invalid_metadata',
        channel: 'unknown_field',
      })
    })

    it('an empty object tells of every field that is missing', async () => {
      const answer = await refused({}, () => '{}')
      assert.deepEqual(refusedFields(answer), {
        amount: 'missing_field',
        currency: 'missing_field',
        provider: 'missing_field',
        phone: 'missing_field',
        customer: 'missing_field',
      })
    })

    it('a body of a thousand unknown fields is answered with a bounded list', async () => {
      const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`f${at}`, at]))
      const answer = await refused(fields)
      assert.equal(refusalOf(answer).code, 'validation_failed')
      assert.equal(answer.json.error.details.fields.length, 50)
    })
  })
})

function titleOf(value: unknown): string {
  return JSON.stringify(value).slice(0, 40)
}
