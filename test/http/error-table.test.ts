import assert from 'node:assert/strict'
import fc from 'fast-check'
import {
  type ErrorCode,
  errorMessage,
  errorTable,
  fail,
  failureCodes,
  failureMessage,
  fieldsError,
  messageIn,
} from '#domain/errors/errors.ts'

const codes = Object.keys(errorTable) as ErrorCode[]
const typesOfStatus: Record<number, readonly string[]> = {
  400: ['invalid_request'],
  401: ['authentication_error'],
  403: ['permission_error'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  409: ['conflict'],
  410: ['gone'],
  413: ['invalid_request'],
  422: ['validation_error', 'payment_failed'],
  429: ['rate_limited'],
  500: ['server_error'],
  501: ['not_implemented'],
  503: ['server_error'],
}
/** See docs/api.md#errors. */
const specified: Record<number, string> = {
  401: 'missing_api_key invalid_api_key',
  403: 'secret_key_required',
  404: 'route_not_found checkout_not_found',
  409: `duplicate_reference idempotency_conflict request_in_progress cannot_cancel checkout_not_cancellable
    payment_link_already_paid payment_link_in_progress webhook_limit_reached`,
  410: 'payment_link_expired payment_link_cancelled',
  413: 'request_too_large',
  422: `validation_failed unknown_field invalid_amount invalid_email phone_international_required invalid_phone_number
    phone_country_mismatch invalid_expires_in recipient_not_authorized insufficient_balance payout_amount_too_small
    payouts_temporarily_unavailable bank_account_ambiguous`,
  429: 'rate_limited sandbox_rate_limited',
  501: 'not_implemented',
}

describe('table of errors', () => {
  it('has every code of the specification, with its status', () => {
    for (const [status, list] of Object.entries(specified)) {
      for (const code of list.split(/\s+/)) {
        assert.equal(errorTable[code as ErrorCode]?.http, Number(status), code)
      }
    }
    assert.ok('insufficient_funds' in failureCodes)
  })

  it('ties each type to its status, and names codes in snake_case', () => {
    for (const code of codes) {
      const { http, type } = errorTable[code]
      assert.ok(typesOfStatus[http]?.includes(type), code)
      assert.match(code, /^[a-z]+(_[a-z]+)*$/)
    }
  })

  it('speaks whole French sentences, typographically right', () => {
    const texts = [
      ...codes.flatMap((code) => [
        errorTable[code].message,
        errorTable[code].cause,
        errorTable[code].remedy,
      ]),
      ...Object.values(failureCodes).flatMap(({ message, remedy }) => [message, remedy]),
    ]
    for (const text of texts) {
      assert.match(text, /^\p{Lu}.*\.$/u, text)
      assert.doesNotMatch(text, /'| [:;!?»]|« |\p{L}[;!?»]| {2}/u, text)
    }
  })

  it('every placeholder stands in a part that can be left out, so no message needs a detail', () => {
    for (const code of codes) assert.doesNotMatch(errorMessage(code), /[[\]{}]\w|undefined/, code)
    assert.equal(errorMessage('amount_too_small'), 'Le montant est trop petit.')
    assert.equal(
      errorMessage('amount_out_of_bounds', {
        min_amount: 100,
        max_amount: 2_000_000,
        currency: 'XOF',
      }),
      'Le montant est hors des limites de l’opérateur\u00a0: de 100 à 2\u00a0000\u00a0000 XOF.',
    )
    assert.equal(
      messageIn('en', 'insufficient_balance', { available: 12_345.5, currency: 'EUR' }),
      'The available balance is too low: 12,345.5 EUR available.',
    )
    assert.equal(
      errorMessage('amount_out_of_bounds', { min_amount: 100, currency: 'XOF' }),
      'Le montant est hors des limites de l’opérateur.',
    )
  })

  it('a detail of a caller cannot bend a message', () => {
    const hostile = ['{field}', '[x]', '$&', '$1', '\ud800', 'x'.repeat(10_000), '__proto__', '']
    for (const field of hostile) {
      const { message } = fail('unknown_field', { field })
      assert.ok(
        message.startsWith('Ce champ n’existe pas') &&
          message.endsWith('.') &&
          message.length < 120,
      )
      assert.ok(message.isWellFormed())
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (field) => {
        assert.ok(fail('unknown_field', { field }).message.includes(field.toWellFormed()))
      }),
    )
    assert.equal(
      errorMessage('unknown_field', { field: { toString: 'x' } }),
      'Ce champ n’existe pas.',
    )
  })
})

describe('refusal of fields', () => {
  it('one error stands at the top with its own code, and as the one entry of fields', () => {
    const error = fieldsError([{ field: 'amount', code: 'invalid_amount' }])
    assert.equal(error.code, 'invalid_amount')
    assert.deepEqual(error.details, {
      field: 'amount',
      fields: [
        { field: 'amount', code: 'invalid_amount', message: errorMessage('invalid_amount') },
      ],
    })
  })

  it('several are validation_failed, each with its message', () => {
    const error = fieldsError([
      { field: 'a.b', code: 'unknown_field' },
      { field: 'phone', code: 'invalid_phone_number' },
    ])
    assert.equal(error.code, 'validation_failed')
    assert.deepEqual(Object.keys(error.details), ['fields'])
    assert.match(JSON.stringify(error.details), /«\sa\.b\s»/u)
  })

  it('a phone number that is the only refusal carries the phone code, with field phone or country', () => {
    const one = (code: ErrorCode) => fieldsError([{ field: 'phone', code }])
    assert.deepEqual(
      [one('invalid_phone_number').code, one('invalid_phone_number').details['field']],
      ['invalid_phone_number', 'phone'],
    )
    assert.equal(one('phone_international_required').details['field'], 'phone')
    assert.equal(one('phone_country_mismatch').code, 'phone_country_mismatch')
    assert.equal(one('phone_country_mismatch').details['field'], 'country')
    const both = fieldsError([
      { field: 'phone', code: 'phone_international_required' },
      { field: 'country', code: 'phone_country_mismatch' },
    ])
    assert.deepEqual([both.code, both.details['field']], ['phone_international_required', 'phone'])
  })

  it('no error is no refusal', () => {
    assert.throws(() => fieldsError([]), TypeError)
  })
})

describe('failure codes', () => {
  it('each has its sentence, and one the table lost is told as an error of the operator', () => {
    assert.equal(failureMessage('insufficient_funds'), failureCodes.insufficient_funds.message)
    for (const code of ['', 'unknown', 'constructor', '__proto__', 'toString']) {
      assert.equal(failureMessage(code), failureCodes.operator_error.message)
    }
  })
})
