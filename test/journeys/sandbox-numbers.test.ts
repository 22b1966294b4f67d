import assert from 'node:assert/strict'
import { call, collectionCall, waitUntilFinal } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { startTestService } from '#test/support/service.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

describe('the sandbox numbers decide the outcome of a collection', () => {
  const service = given(() => startTestService({ COLLECTION_EXPIRY: '6s' }))
  const tenant = given(() => createTenant(service.database))

  interface Ending {
    readonly status: string
    readonly code?: string
    readonly funds: string | null
  }
  const outcomes: Readonly<Record<string, Ending>> = {
    '0000': { status: 'succeeded', funds: 'available' },
    '0001': { status: 'failed', code: 'insufficient_funds', funds: null },
    '0002': { status: 'failed', code: 'payer_rejected', funds: null },
    '0003': { status: 'expired', code: 'approval_timeout', funds: null },
    '0005': { status: 'expired', code: 'approval_timeout', funds: null },
    '0006': { status: 'succeeded', funds: 'held' },
    '0007': { status: 'succeeded', funds: 'pending_confirmation' },
    '0008': { status: 'succeeded', funds: 'available' },
    '0009': { status: 'succeeded', funds: 'available' },
    '0010': { status: 'succeeded', funds: 'available' },
    '0011': { status: 'succeeded', funds: 'available' },
  }

  for (const [ending, expected] of Object.entries(outcomes)) {
    it(`${ending} ends ${expected.status} ${expected.code ?? ''}`, async () => {
      const key = tenant.keys.secret
      const accepted = await call(service, collectionCall(key, { phone: freshPhone(ending) }))
      assert.equal(accepted.status, 202, accepted.text)
      assert.equal(accepted.json.data.status, 'pending')
      const final = await waitUntilFinal(service, key, accepted.json.data.id)
      const seen = {
        status: final.status,
        ...(final.failure && { code: final.failure.code }),
        funds: final.funds.status,
      }
      assert.deepEqual(seen, expected)
    })
  }
})
