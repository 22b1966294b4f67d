import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { given } from '#test/support/given.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { createTenant } from '#test/support/tenant.ts'
import { drive } from './drive.ts'
import { languages } from './languages.ts'

describe('payment links by each library, against the service itself', function () {
  this.timeout(240_000)
  const api = given(() => sharedApiAlone())

  for (const language of languages) {
    it(`in ${language.name}: made once for a key, read, changed, closed, listed`, async function () {
      if (!language.isHere()) return void this.skip()
      const { keys } = await createTenant(api.database)
      const told = await drive(language, 'links', [api.baseUrl, keys.secret, randomUUID()])
      assert.deepEqual(told, {
        again: true,
        url: true,
        read: [12_500, 'active'],
        gift: [null, 500],
        changed: ['Order 17, again', null],
        closed: 'cancelled',
        listed: ['Gift', 'Order 17, again'],
        wrong: 'invalid_field',
        unknown: 'payment_link_not_found',
        english: 'This payment link does not exist.',
      })
    })
  }
})
