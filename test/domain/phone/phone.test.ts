import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { type CountryCode, getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import {
  belongsToCountry,
  groupedPhone,
  parsePhone,
  phonePattern,
  type PhoneRefusal,
  splitPhone,
} from '#domain/phone/phone.ts'
import { bestTimeMs } from '#test/domain/timing.ts'

describe('phone numbers', () => {
  it('are read with +, 00 or nothing, and with separators', () => {
    const forms = [
      '2290197000001',
      '+2290197000001',
      '002290197000001',
      '+229 01 97 00 00 01',
      '+229\u00A001\u202F97\u00A000\u00A000\u00A001',
      '229-01-97-00-00-01',
      '229.01.97.00.00.01',
      '(+229) 01 97 00 00 01',
      '00 229 (01) 97-00.00 01',
      ' 2290197000001 ',
    ]
    for (const form of forms) accepted(form, '2290197000001', 'BJ')
  })

  it('of the older eight digits of Benin are completed with 01', () => {
    for (const form of ['22997000001', '+22997000001', '0022997000001', '+229 97 00 00 01']) {
      accepted(form, '2290197000001', 'BJ')
    }
    accepted('22921300001', '2290121300001', 'BJ')
  })

  it('of every country are read from its country code', () => {
    accepted('2250701020304', '2250701020304', 'CI')
    accepted('+39 06 1234 5678', '390612345678', 'IT')
    for (const country of getCountries()) {
      const example = getExampleNumber(country, examples)
      if (!example) continue
      const phone = example.number.slice(1)
      for (const form of [example.number, `00${phone}`, example.formatInternational()]) {
        assert.deepEqual(parsePhone(form, { country }), { ok: true, value: { phone, country } })
        assert.match(form, pattern)
        const alone = parsePhone(form)
        assert.ok(alone.ok && alone.value.phone === phone, form)
      }
      assert.equal(parsePhone(phone).ok, phone.length >= 10, phone)
    }
  })

  it('of every country are refused when a digit is added to the longest or taken from the shortest', () => {
    refused('+2290197000001' + '2', 'invalid_phone_number')
    refused('+229019700000', 'invalid_phone_number')
    refused('+33 6 12 34 56 7', 'invalid_phone_number')
    refused('+33 6 12 34 56 789', 'invalid_phone_number')
    refused('+2289012345', 'invalid_phone_number')
    refused('+1 212 555 012', 'invalid_phone_number')
    refused('+234 80312345678901', 'invalid_phone_number')
  })

  it('are refused as national when they start with 0, even after + or 00', () => {
    const national = ['0197000001', '+0197000001', '000197000001', '01 97 00 00 01', '0', '(0)1']
    for (const text of national) {
      refused(text, 'phone_international_required')
      assert.doesNotMatch(text, pattern)
    }
    refused('+002290197000001', 'phone_international_required')
    refused('0002290197000001', 'phone_international_required')
  })

  it('without + or 00 are national unless a known country code begins ten digits or more', () => {
    refused('97000001', 'phone_international_required')
    refused('612345678', 'phone_international_required')
    refused('229970000', 'phone_international_required')
    refused('9991234567', 'phone_international_required')
    refused('2109876543210', 'phone_international_required')
    refused('2299700000', 'invalid_phone_number')
    refused('336123456789', 'invalid_phone_number')
  })

  it('with + or 00 are read from their first digits: an unknown code or a wrong length is invalid', () => {
    refused('+97000001', 'invalid_phone_number')
    refused('+9991234567', 'invalid_phone_number')
    refused('002101234567', 'invalid_phone_number')
    refused('+229', 'invalid_phone_number')
    refused('+80012345678', 'invalid_phone_number')
  })

  it('with other characters are invalid', () => {
    const texts = [
      '+22901970000O1',
      '2290197000001x5',
      '229+0197000001',
      '++2290197000001',
      '229/0197000001',
      '２２９０１９７０００００１',
      '٢٢٩٠١٩٧٠٠٠٠٠١',
      '2290197000001\0',
      'tel:+2290197000001',
      '+',
      '',
      '  ',
      '-',
    ]
    for (const text of texts) {
      refused(text, 'invalid_phone_number')
      assert.doesNotMatch(text, pattern)
    }
  })

  it('of Benin always have 01 and 8 digits, and a cut number is never completed', () => {
    refused('+229 9700000012', 'invalid_phone_number')
    refused('+229 01970000', 'invalid_phone_number')
    refused('22901970000', 'invalid_phone_number')
  })

  it('keep no domestic 0 behind the country code', () => {
    refused('+33 (0)6 12 34 56 78', 'invalid_phone_number')
    refused('+234 0803 123 4567', 'invalid_phone_number')
  })

  it('are refused when the country contradicts the country code or is no country', () => {
    const countries = ['FR', 'TG', 'ZZ', 'XX', 'BEN', 'B', '', '229', 'Bénin', '__proto__']
    for (const country of countries) {
      const read = parsePhone('2290197000001', { country })
      assert.deepEqual(read, { ok: false, code: 'phone_country_mismatch' }, country)
    }
    for (const country of ['BJ', 'bj', undefined, null]) {
      assert.equal(parsePhone('2290197000001', { country }).ok, true)
    }
  })

  it('are never completed by the country', () => {
    const bare: [string, PhoneRefusal][] = [
      ['97000001', 'phone_international_required'],
      ['0197000001', 'phone_international_required'],
      ['+97000001', 'phone_country_mismatch'],
    ]
    for (const [text, code] of bare) {
      assert.deepEqual(parsePhone(text, { country: 'BJ' }), { ok: false, code })
    }
  })

  it('with a shared country code are of the country given, else of the one whose range they are in', () => {
    const rows: [string, string | undefined, CountryCode][] = [
      ['14165550123', undefined, 'CA'],
      ['12125550123', undefined, 'US'],
      ['12125550123', 'CA', 'CA'],
      ['447781123456', undefined, 'GG'],
      ['447781123456', 'GB', 'GB'],
      ['77012345678', undefined, 'KZ'],
      ['79012345678', 'RU', 'RU'],
      ['212612345678', undefined, 'MA'],
      ['19995550123', undefined, 'US'],
    ]
    for (const [text, country, expected] of rows) {
      assert.deepEqual(
        parsePhone(text, { country }),
        { ok: true, value: { phone: text, country: expected } },
        text,
      )
    }
    const contradicted = parsePhone('12125550123', { country: 'GB' })
    assert.deepEqual(contradicted, { ok: false, code: 'phone_country_mismatch' })
  })

  it('belong to one country', () => {
    const read = parsePhone('2290197000001')
    assert.ok(read.ok)
    assert.equal(belongsToCountry(read.value, 'BJ'), true)
    assert.equal(belongsToCountry(read.value, 'TG'), false)
  })

  it('once accepted are digits that read back as themselves', () => {
    const text = fc.oneof(
      fc.stringMatching(/^[+0-9 .()-]{0,40}$/),
      fc.tuple(fc.constantFrom('229', '+229', '00229', '+33', '1', '+44 '), fc.nat()).map(String),
      fc
        .tuple(
          fc.constantFrom('229', '+33', '001', '225', '+234'),
          fc.bigInt({ min: 0n, max: 10n ** 11n }),
        )
        .map(([code, rest]) => code + rest.toString()),
    )
    fc.assert(
      fc.property(text, (input) => {
        const read = parsePhone(input)
        if (!read.ok) return
        const { phone, country } = read.value
        assert.match(phone, /^[1-9]\d{4,14}$/)
        assert.deepEqual(parsePhone(`+${phone}`, { country }), read)
      }),
      { numRuns: 20_000 },
    )
  })

  it('as long as a whole request are refused at once', () => {
    const texts = [
      '1',
      '0',
      '+',
      '(',
      ' ',
      '229 ',
      'a',
      '-1',
      '\u{1F600}',
      '+229 01 97 00 00 01;ext=',
    ].map((unit) => unit.repeat(Math.ceil(32_768 / unit.length)))
    for (const text of texts) {
      refused(text, 'invalid_phone_number')
      assert.ok(bestTimeMs(() => parsePhone(text)) < 1)
    }
  })

  it('are split and grouped for reading', () => {
    assert.deepEqual(splitPhone('2290197000001'), { callingCode: '229', national: '0197000001' })
    assert.deepEqual(splitPhone('33612345678'), { callingCode: '33', national: '612345678' })
    assert.equal(splitPhone('9991234567'), undefined)
    assert.equal(groupedPhone('2290197000001'), '+229 01 97 00 00 01')
  })
})

function accepted(text: string, phone: string, country: CountryCode): void {
  assert.deepEqual(parsePhone(text), { ok: true, value: { phone, country } }, text)
  assert.match(text, pattern)
}

const pattern = new RegExp(phonePattern)

function refused(text: string, code: PhoneRefusal): void {
  assert.deepEqual(parsePhone(text), { ok: false, code }, text.slice(0, 40))
}
