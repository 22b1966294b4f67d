import assert from 'node:assert/strict'
import { recordedIn, refusalOf, refusedFields, sharedApiScene } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'

describe('POST /v2/phone-numbers/validate', () => {
  const scene = given(() => sharedApiScene())

  const validate = (body: unknown, key = scene.tenant.keys.secret) =>
    scene.call({ method: 'POST', path: '/v2/phone-numbers/validate', key, body })

  const valid: readonly (readonly [object, string, string])[] = [
    [{ phone: '2290197000001' }, '2290197000001', 'BJ'],
    [{ phone: '+229 01 97 00 00 01' }, '2290197000001', 'BJ'],
    [{ phone: '00229-01.97.00.00.01' }, '2290197000001', 'BJ'],
    [{ phone: '(229) 0197000001', country: 'BJ' }, '2290197000001', 'BJ'],
    [{ phone: '22997000001', provider: 'mtn-benin' }, '2290197000001', 'BJ'],
    [{ phone: '+22997000001', provider: 'auto' }, '2290197000001', 'BJ'],
    [{ phone: '2290195000001', provider: 'mtn-benin' }, '2290195000001', 'BJ'],
    [{ phone: '2250701020304' }, '2250701020304', 'CI'],
    [{ phone: '+33612345678', country: 'FR' }, '33612345678', 'FR'],
    [{ phone: '+22890123456', provider: 'auto' }, '22890123456', 'TG'],
    [{ phone: '14165550123' }, '14165550123', 'CA'],
    [{ phone: '12125550123', country: 'US' }, '12125550123', 'US'],
  ]
  for (const [body, phone, country] of valid) {
    it(`${JSON.stringify(body)} is ${phone} of ${country}`, async () => {
      for (const key of Object.values(scene.tenant.keys)) {
        const { status, json, text } = await validate(body, key)
        assert.equal(status, 200, text)
        assert.deepEqual(json.data, { id: phone, object: 'phone_number', phone, country })
      }
    })
  }

  const refused: readonly (readonly [object, string, string])[] = [
    [{ phone: '0197000001' }, 'phone_international_required', 'phone'],
    [{ phone: '+0197000001' }, 'phone_international_required', 'phone'],
    [{ phone: '00 01 97 00 00 01' }, 'phone_international_required', 'phone'],
    [{ phone: '97000001' }, 'phone_international_required', 'phone'],
    [{ phone: '97000001', country: 'BJ' }, 'phone_international_required', 'phone'],
    [{ phone: '229970000' }, 'phone_international_required', 'phone'],
    [{ phone: '9991234567' }, 'phone_international_required', 'phone'],
    [{ phone: '+9991234567' }, 'invalid_phone_number', 'phone'],
    [{ phone: '+229970000' }, 'invalid_phone_number', 'phone'],
    [{ phone: '2290297000001' }, 'invalid_phone_number', 'phone'],
    [{ phone: '22901970000011' }, 'invalid_phone_number', 'phone'],
    [{ phone: '22901970000O1' }, 'invalid_phone_number', 'phone'],
    [{ phone: '' }, 'invalid_phone_number', 'phone'],
    [{ phone: '2290197000001\u0000' }, 'invalid_phone_number', 'phone'],
    [{ phone: '2'.repeat(30_000) }, 'invalid_phone_number', 'phone'],
    [{ phone: 2290197000001 }, 'invalid_phone_number', 'phone'],
    [{ phone: null }, 'invalid_phone_number', 'phone'],
    [{ phone: '+22890123456', provider: 'mtn-benin' }, 'invalid_phone_number', 'phone'],
    [{ phone: '2290197000001', country: 'TG' }, 'phone_country_mismatch', 'country'],
    [{ phone: '2290197000001', country: 'ZZ' }, 'phone_country_mismatch', 'country'],
    [{ phone: '2290197000001', country: '' }, 'phone_country_mismatch', 'country'],
    [{ phone: '2290197000001', country: 5 }, 'phone_country_mismatch', 'country'],
    [{ phone: '2290197000001', provider: 'orange-ci' }, 'invalid_provider', 'provider'],
    [{ phone: '2290197000001', provider: 'uba-benin' }, 'invalid_provider', 'provider'],
    [{ phone: '2290197000001', number: 1 }, 'unknown_field', 'number'],
    [{}, 'missing_field', 'phone'],
  ]
  for (const [body, code, field] of refused) {
    it(`${JSON.stringify(body).slice(0, 80)} is ${code}`, async () => {
      assert.deepEqual(refusalOf(await validate(body)), { status: 422, code, field })
    })
  }

  it('tells of a phone and a provider that are both wrong', async () => {
    const answer = await validate({ phone: '97000001', provider: 'orange-ci', x: 1 })
    assert.equal(refusalOf(answer).code, 'validation_failed')
    assert.deepEqual(refusedFields(answer), {
      phone: 'phone_international_required',
      provider: 'invalid_provider',
      x: 'unknown_field',
    })
  })

  it('carries the phone code itself when number and country are both wrong', async () => {
    const answer = await validate({ phone: '97000001', country: 'ZZZ' })
    assert.match(refusalOf(answer).code, /^(phone_|invalid_phone_number)/)
    assert.deepEqual(Object.keys(refusedFields(answer)).toSorted(), ['country', 'phone'])
  })

  it('agrees with what a collection to the same operator takes, and records nothing', async () => {
    const before = await recordedIn(scene.service)
    await validate({ phone: '2290197000001', provider: 'mtn-benin' })
    assert.deepEqual(await recordedIn(scene.service), before)
    const { json } = await scene.accept({ phone: '22997000001', provider: 'mtn-benin' })
    assert.equal(json.data.customer.phone, '2290197000001')
  })
})
