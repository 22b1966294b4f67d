import assert from 'node:assert/strict'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { password } from '#test/support/people.ts'
import { createPortalMerchant } from '#test/support/portal.ts'
import { act, type AtDesk, atDesk } from '#test/support/staff.ts'

describe('rules that hold funds, at the desk', () => {
  const api = given(() => sharedApiAlone())
  const desk = given(() => atDesk(api.database, 'supervisor'))

  const make = (merchantId: string, by: AtDesk = desk) =>
    act(api, by, {
      path: '/funds-rules',
      body: { kind: 'amount', amount: 1, merchant_id: merchantId, reason: 'Suspicion', password },
    })

  it('are not made twice, in a row or at once: who ends one would leave the other', async () => {
    const [shop, other] = [
      await createPortalMerchant(api.database),
      await atDesk(api.database, 'supervisor'),
    ]
    const answers = await Promise.all([make(shop.merchantId), make(shop.merchantId, other)])
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['201', '409'])
    const again = await make(shop.merchantId)
    assert.deepEqual(refusalOf(again), { status: 409, code: 'funds_rule_exists' })
    const made = answers.find(({ status }) => status === 201)?.json.data
    assert.equal(again.json.error.details.funds_rule_id, made.id)
    const end = { path: `/funds-rules/${made.id}/end`, body: { reason: 'Vérifié', password } }
    const ends = await Promise.all([act(api, desk, end), act(api, other, end)])
    assert.deepEqual(ends.map(({ status }) => String(status)).toSorted(), ['200', '409'])
    assert.equal((await make(shop.merchantId)).status, 201)
  })
})
