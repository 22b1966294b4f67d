import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  type ApiScene,
  recordedIn,
  refusalOf,
  refusedFields,
  startApiScene,
} from '#test/support/api-scene.ts'
import { type CallAnswer, collectionCall } from '#test/support/call.ts'

/** The good body with these changes; undefined takes a field away. */
type Changes = Readonly<Record<string, unknown>>

describe('a field of POST /v2/collections that is refused', () => {
  let scene: ApiScene

  before(async function () {
    this.timeout(60_000)
    scene = await startApiScene()
  })
  after(() => scene?.stop())

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
    const sources = [
      ...['0', '0.0', '0e5', '-0', '-1', '-1000', '-1e3', '1e400', '-1e400', '1e-400', '1e99999'],
      ...['10.5', '1000.01', '1e-1', '1000.0000000001', '9007199254740992', '9007199254740993'],
      ...['1234567890123456', '1e16', '1e22', '0.1e1000000000000', '99999999999999999999'],
      `1${'0'.repeat(40)}`,
      `0.${'0'.repeat(300)}1`,
      ...['"1000"', '"1e3"', '"NaN"', '""', 'null', 'true', '[1000]', '{"value":1000}'],
    ]
    for (const source of sources) {
      refuses(source.slice(0, 30), [{ amount: 'here' }, 'invalid_amount', 'amount'], (text) =>
        text.replace(place, source),
      )
    }
    for (const source of ['12.345', '0.001', '1e-3', '90071992547409.93']) {
      refuses(
        `${source} EUR`,
        [{ amount: 'here', currency: 'EUR' }, 'invalid_amount', 'amount'],
        (text) => text.replace(place, source),
      )
    }
    refuses('none', [{ amount: undefined }, 'missing_field', 'amount'])
  })

  group('currency', () => {
    for (const currency of [
      'ABC',
      'xof',
      'XO',
      'XOFF',
      '',
      ' XOF',
      '952',
      'XOF\u0000',
      '__proto__',
    ]) {
      refuses(JSON.stringify(currency), [{ currency }, 'invalid_currency', 'currency'])
    }
    for (const currency of [952, null, ['XOF'], { code: 'XOF' }, true]) {
      refuses(JSON.stringify(currency), [{ currency }, 'invalid_currency', 'currency'])
    }
    refuses('none', [{ currency: undefined }, 'missing_field', 'currency'])
  })

  group('provider and payment_method', () => {
    const providers = [
      'mtn',
      'MTN-BENIN',
      'mtn-benin ',
      'orange-ci',
      '',
      'AUTO',
      'uba-benin',
      'toString',
    ]
    for (const provider of [...providers, '\u0000', 'a'.repeat(2000), 1, null, ['auto'], {}]) {
      const title = JSON.stringify(provider).slice(0, 30)
      refuses(title, [{ provider }, 'invalid_provider', 'provider'])
    }
    refuses('no provider', [{ provider: undefined }, 'missing_field', 'provider'])
    for (const payment_method of ['cash', 'CARD', '', 'bank_transfer', 0, null, ['card']]) {
      const title = `payment_method ${JSON.stringify(payment_method)}`
      refuses(title, [{ payment_method }, 'invalid_payment_method', 'payment_method'])
    }
  })

  group('phone and country', () => {
    const phones: Readonly<Record<string, readonly unknown[]>> = {
      phone_international_required: [
        ...[
          '0197000001',
          '+0197000001',
          '00 0197000001',
          '97000001',
          '01 97 00 00 01',
          '229970000',
        ],
        ...['9991234567', '(0)197000001'],
      ],
      invalid_phone_number: [
        ...[
          '',
          ' ',
          '+',
          'abc',
          '22901970000O1',
          '+9991234567',
          '+229',
          '229019700000',
          '2299700000',
        ],
        ...['22901970000011', '2290297000001', '+33612345678', '33612345678', '2250701020304'],
        ...['tel:+2290197000001', '++2290197000001', '2290197000001\u0000', '229019700000\ud800'],
        ...['2'.repeat(41), '+2290197000001;ext=5', '２２９０１９７０００００１'],
        ...[2290197000001, null, true, ['2290197000001'], { number: '2290197000001' }],
      ],
    }
    for (const [code, texts] of Object.entries(phones)) {
      for (const phone of texts) {
        refuses(JSON.stringify(phone).slice(0, 30), [{ phone }, code, 'phone'])
      }
    }
    for (const country of ['FR', 'TG', 'ZZ', 'BEN', 'B', '', 'Bénin', '229', '__', 229, null]) {
      refuses(`country ${JSON.stringify(country)}`, [
        { country },
        'phone_country_mismatch',
        'country',
      ])
    }
    refuses('a number that does not say its country, whatever `country` says,', [
      { phone: '97000001', country: 'BJ' },
      'phone_international_required',
      'phone',
    ])
    refuses('no phone', [{ phone: undefined }, 'missing_field', 'phone'])
    refuses('no phone for a direct debit', [
      { phone: undefined, payment_method: 'direct_debit' },
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
    for (const bad of [
      '',
      'a'.repeat(256),
      'A\u0000wa',
      'Awa\ud83d',
      '\udc00',
      5,
      null,
      ['Awa'],
      {},
    ]) {
      const title = `the name ${JSON.stringify(bad).slice(0, 20)}`
      refuses(title, [{ customer: { name: bad, email } }, 'invalid_customer_name', 'customer.name'])
    }
    const emails = [
      '',
      'awa',
      'awa@',
      '@example.com',
      'a@b@c.com',
      'awa @example.com',
      'awa@ex ample.com',
    ]
    const more = [
      'a\u0000wa@example.com',
      'awa@example..com',
      'awa\n@example.com',
      `a@${'a'.repeat(250)}.bj`,
    ]
    for (const bad of [...emails, ...more, `a@${'a-'.repeat(12_000)}`, 5, null, {}, [email]]) {
      const title = `the e-mail address ${JSON.stringify(bad).slice(0, 20)}`
      refuses(title, [{ customer: { name, email: bad } }, 'invalid_email', 'customer.email'])
    }
  })

  group('reference and description', () => {
    const references = [
      '',
      'a'.repeat(65),
      'a b',
      'é',
      'a,b',
      'a\u0000',
      'a\n',
      '🙂',
      'a\\b',
      'a?b',
      'a#b',
    ]
    for (const reference of [...references, 42, null, ['a'], {}, true]) {
      const title = `the reference ${JSON.stringify(reference).slice(0, 20)}`
      refuses(title, [{ reference }, 'invalid_reference', 'reference'])
    }
    for (const description of ['a'.repeat(256), 'a\u0000b', '\ud800', 5, null, ['a'], {}]) {
      const title = `the description ${JSON.stringify(description).slice(0, 20)}`
      refuses(title, [{ description }, 'invalid_description', 'description'])
    }
  })

  group('metadata', () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`key_${at}`, 'value']))
    const forms: readonly unknown[] = [
      ...[null, 'text', 5, [], ['a'], keys(21), keys(200), { order: 5 }, { order: null }],
      ...[{ order: true }, { order: { id: '5' } }, { order: ['a'] }, { order: 'a'.repeat(501) }],
      ...[{ order: 'a\u0000b' }, { order: '\udfff' }, { 'a\u0000': 'b' }, { '\ud800': 'b' }],
      ...[
        { '': 'a' },
        { Order: 'a' },
        { 'order-id': 'a' },
        { 'order.id': 'a' },
        { 'order id': 'a' },
      ],
      ...[{ é: 'a' }, { ['a'.repeat(41)]: 'b' }, { service_: 'a' }, { service_id: 'a' }],
    ]
    for (const metadata of forms) {
      refuses(JSON.stringify(metadata).slice(0, 40), [{ metadata }, 'invalid_metadata', 'metadata'])
    }
    refuses(
      'the key __proto__',
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
