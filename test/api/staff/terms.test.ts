import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { password } from '#test/support/people.ts'
import { act, type AtDesk, atDesk, look } from '#test/support/staff.ts'
import { createTenant } from '#test/support/tenant.ts'

const reason = 'Contrat'
const sheet = {
  collection_kind: 'percentage',
  collection_value: '1.5',
  collection_payer: 'customer',
  payout_kind: 'fixed',
  payout_value: '100',
  exchange_fee_percent: '0',
  exchange_fee_payer: 'customer',
  exchange_margin_percent: '0',
  exchange_margin_payer: 'customer',
  availability_delay_hours: 0,
  reason,
  password,
}

describe('terms and rules on funds, by the API of the desk', () => {
  const api = given(() => sharedApiAlone())
  let [asker, other]: AtDesk[] = []
  before(async () => {
    asker = await atDesk(api.database, 'supervisor')
    other = await atDesk(api.database, 'supervisor')
  })
  const by = (desk: AtDesk | undefined, path: string, body: object = { password }) => {
    assert.ok(desk)
    return act(api, desk, { path, body })
  }

  it('terms are asked for by one, once, and put in force by another alone', async () => {
    const { serviceEnvId } = await createTenant(api.database, { mode: 'live' })
    const path = `/services/${serviceEnvId}`
    const asked = await by(asker, `${path}/terms-changes`, sheet)
    assert.deepEqual([asked.status, asked.json.data.state], [201, 'waiting'])
    const twice = refusalOf(await by(other, `${path}/terms-changes`, sheet))
    assert.deepEqual(twice, { status: 409, code: 'terms_change_waits' })
    const change = `/terms-changes/${asked.json.data.id}`
    const alone = refusalOf(await by(asker, `${change}/approve`))
    assert.equal(alone.code, 'second_approver_required')
    const done = await by(other, `${change}/approve`)
    assert.deepEqual([done.json.data.state, done.json.data.collection_value], ['done', 1.5])
    const late = refusalOf(await by(other, `${change}/refuse`))
    assert.equal(late.code, 'action_not_allowed')
    assert.ok(asker)
    const { json } = await look(api, asker, `${path}/terms`)
    assert.deepEqual([json.data.collection_value, json.data.payout_value], [1.5, 100])
  })

  it('a fixed fee is of whole francs: a thousand and a half with a point or a comma is none of two', async () => {
    const { serviceEnvId } = await createTenant(api.database, { mode: 'live' })
    const path = `/services/${serviceEnvId}/terms-changes`
    const wrong = await by(asker, path, { ...sheet, payout_value: '1.500' })
    assert.deepEqual(
      [wrong.status, wrong.json.error?.details.fields?.[0]?.field],
      [422, 'payout_value'],
    )
    const right = await by(asker, path, { ...sheet, payout_value: '1500' })
    assert.deepEqual([right.status, right.json.data.payout_value], [201, 1500])
  })

  it('what is not there is told: a service, a change, a rule', async () => {
    const nobody = randomUUID()
    const answers = [
      ['merchant_not_found', await by(asker, `/services/${nobody}/terms-changes`, sheet)],
      ['terms_change_not_found', await by(asker, `/terms-changes/${nobody}/approve`)],
      ['funds_rule_not_found', await by(asker, `/funds-rules/${nobody}/end`, { reason, password })],
    ] as const
    for (const [code, answer] of answers)
      assert.deepEqual(refusalOf(answer), { status: 404, code }, code)
  })

  it('a rule needs the field of its kind, and no other', async () => {
    const rule = { kind: 'amount', reason, password }
    const none = refusalOf(await by(asker, '/funds-rules', rule))
    assert.deepEqual(none, { status: 422, code: 'missing_field', field: 'amount' })
    const both = refusalOf(await by(asker, '/funds-rules', { ...rule, amount: 5000, days: 3 }))
    assert.deepEqual(both, { status: 422, code: 'invalid_field', field: 'days' })
    const whose = { ...rule, amount: 5000, merchant_id: randomUUID() }
    const stranger = refusalOf(await by(asker, '/funds-rules', whose))
    assert.deepEqual(stranger, { status: 422, code: 'invalid_field', field: 'merchant_id' })
  })
})
