import assert from 'node:assert/strict'
import { failureCodes, failureMessage } from '#domain/errors/errors.ts'
import { call, collectionCall, eventually, waitUntilFinal } from '#test/support/call.ts'
import { createdCheckout, scanCall, untilCheckout } from '#test/support/checkouts.ts'
import { given } from '#test/support/given.ts'
import { sharedService } from '#test/support/service.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

const french = failureCodes.payer_rejected.message
const english = failureMessage('payer_rejected', 'en')
const phone = () => freshPhone('0002')

describe('why a payment failed, in the language of the request', () => {
  const service = given(() => sharedService())
  const tenant = given(() => createTenant(service.database))

  async function read(path: string, language?: string) {
    const headers = language === undefined ? undefined : { 'Accept-Language': language }
    const answer = await call(service, {
      path,
      key: tenant.keys.secret,
      ...(headers && { headers }),
    })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('Cache-Control'), 'no-store', 'none is kept for another reader')
    return answer.json.data
  }

  async function failed(): Promise<string> {
    const { json } = await call(service, collectionCall(tenant.keys.secret, { phone: phone() }))
    await waitUntilFinal(service, tenant.keys.secret, json.data.id)
    return json.data.id
  }

  it('is English for who asks for it, and French for everybody else', async () => {
    const path = `/v2/transactions/${await failed()}`
    const said: readonly [string | undefined, string][] = [
      [undefined, french],
      ['fr', french],
      ['de', french],
      ['fr, en;q=0.5', french],
      ['en', english],
      ['en-GB, fr;q=0.5', english],
    ]
    assert.notEqual(english, french)
    for (const [language, message] of said) {
      const { failure } = await read(path, language)
      assert.deepEqual(failure, { code: 'payer_rejected', message }, language)
    }
    const waited = await read(`${path}?wait=1`, 'en')
    assert.equal(waited.failure.message, english)
  })

  it('in the list too', async () => {
    const id = await failed()
    for (const [language, message] of [
      ['en', english],
      ['fr', french],
    ] as const) {
      const [latest] = await read('/v2/transactions?limit=1', language)
      assert.deepEqual([latest.id, latest.failure.message], [id, message])
    }
  })

  it('at a cash desk and to the payer of its code', async () => {
    const { secret: key } = tenant.keys
    const id = await createdCheckout(service, key)
    const { json } = await call(service, scanCall(id, { phone: phone() }))
    await waitUntilFinal(service, key, json.data.id)
    await untilCheckout(service, { key, id }, 'open')
    for (const [language, message] of [
      ['en', english],
      ['fr', french],
    ] as const) {
      const { transaction } = await read(`/v2/checkouts/${id}`, language)
      assert.deepEqual([transaction.id, transaction.failure.message], [json.data.id, message])
      const paid = await read(`/v2/payment-links/${id}/transactions/${json.data.id}`, language)
      assert.equal(paid.failure.message, message)
    }
  })

  it('but an event says what its webhook said: French', async () => {
    const id = await failed()
    const headers = { 'Accept-Language': 'en', 'Service-Version': '2.6.0' }
    const asked = { path: '/v2/events?type=payment.failed&limit=100', headers }
    // A transaction that others have open may keep an event from the list for a while.
    const told = await eventually(async () => {
      const { json } = await call(service, { ...asked, key: tenant.keys.secret })
      const found = json.data.filter((event: object) => JSON.stringify(event).includes(id))
      return found.length > 0 && found
    })
    assert.equal(told.length, 1)
    assert.ok(JSON.stringify(told).includes(french))
    assert.ok(!JSON.stringify(told).includes(english))
  })
})
