import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { readEnv } from '#platform/env.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { loggedIn, password } from '#test/support/people.ts'
import { act, look } from '#test/support/staff.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'

const codesPath = '/staff/compte/codes'

describe('a desk where nobody works without a second factor', () => {
  const api = given(() => startApiAlone({ STAFF_SECOND_FACTOR: 'required' }))

  const refused = { status: 403, code: 'second_factor_required' }

  it('opens to the password alone nothing but one’s own account, by page and by API; with codes all of it, and they stay', async () => {
    const desk = await deskBrowser(api, 'supervisor')
    const { member } = desk
    const { token } = await loggedIn(api.database, 'staff', member)
    const led = await desk.get('/staff/virements')
    assert.deepEqual([led.status, led.location], [303, codesPath])
    assert.deepEqual(refusalOf(await look(api, { token }, '/bank-transfers')), refused)
    assert.deepEqual(
      refusalOf(await act(api, { token }, { path: '/ledger-proofs', body: {} })),
      refused,
    )
    assert.equal((await look(api, { token }, '/session')).status, 200)

    const begun = await desk.post(`${codesPath}/preparer`, { password })
    const secret = /<code>([A-Z2-7]{16,})<\/code>/.exec(begun.text)?.[1] ?? ''
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const enrolled = await desk.post(`${codesPath}/activer`, { code })
    assert.match(enrolled.text, /Codes de secours/)
    assert.equal((await desk.get('/staff/virements')).status, 200)

    const removed = await desk.post(`${codesPath}/retirer`, { password })
    assert.match(removed.text, /un second facteur|codes à usage unique/)
    assert.notEqual(removed.status, 303)
    assert.equal((await desk.get('/staff/virements')).status, 200)
  })

  it('is each desk of production, whatever is set', () => {
    const isRequired = (variables: Record<string, string>): boolean =>
      readEnv({ MASTER_KEY: 'ab'.repeat(32), ...variables }).isSecondFactorRequired
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://pay.example.com',
      TRUST_PROXY_HOPS: '1',
    }
    assert.equal(isRequired(production), true)
    assert.throws(
      () => isRequired({ ...production, STAFF_SECOND_FACTOR: 'optional' }),
      /STAFF_SECOND_FACTOR/,
    )
    assert.equal(isRequired({}), false)
    assert.equal(isRequired({ STAFF_SECOND_FACTOR: 'required' }), true)
  })
})
