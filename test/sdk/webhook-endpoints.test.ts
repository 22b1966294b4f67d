import assert from 'node:assert/strict'
import { given } from '#test/support/given.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { createTenant } from '#test/support/tenant.ts'
import { drive } from './drive.ts'
import { languages } from './languages.ts'

describe('webhook endpoints by each library, against the service itself', function () {
  this.timeout(240_000)
  const api = given(() => sharedApiAlone())

  for (const language of languages) {
    it(`in ${language.name}: made, changed, switched off and on, tested, given another secret, deleted`, async function () {
      if (!language.isHere()) return void this.skip()
      const { keys } = await createTenant(api.database)
      const told = await drive(language, 'hooks', [api.baseUrl, keys.secret])
      assert.deepEqual(told, {
        made: ['enabled', true],
        changed: ['Shop in Cotonou', ['payment.failed']],
        cleared: [null, ['payment.failed']],
        disabled: 'disabled',
        refused: 'webhook_disabled',
        enabled: 'enabled',
        tested: 'payment.success',
        rotated: [true, true],
        later: [true, true],
        listed: true,
        types: true,
        deleted: true,
        gone: 'webhook_endpoint_not_found',
      })
    })
  }
})
