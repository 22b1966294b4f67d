import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { addAuthorizedAccount } from '#use-cases/authorized-accounts/add.ts'
import { refusalOf, startApiScene } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { payoutCall, readyToPayOut } from '#test/support/payouts.ts'
import { password } from '#test/support/people.ts'
import { silentPayoutRun, silentRefundRun } from '#test/support/silence.ts'
import { act, actsOf, atDesk, type AtDesk, look } from '#test/support/staff.ts'
import { createTenant } from '#test/support/tenant.ts'

const reason = 'relevé de l’opérateur du 21 novembre'
const evidence = { verdict: 'not_paid', operator_reference: 'TICKET-12', reason }

describe('money out with the staff in the loop, at the desk', () => {
  const scene = given(() => startApiScene())
  booksHoldAfterEach(() => scene.service.database)

  const agent = () => atDesk(scene.service.database, 'agent')
  const supervisor = () => atDesk(scene.service.database, 'supervisor')
  const order = (desk: AtDesk, path: string, body: object = { reason }) =>
    act(scene, desk, { path, body })
  const logOf = async (desk: AtDesk) =>
    (await actsOf(scene.service.database, desk)).map(
      ({ act: what, outcome }) => `${what} ${outcome}`,
    )
  const listed = async (desk: AtDesk, path: string) =>
    (await look(scene, desk, path)).json.data as readonly { id: string; transaction_id?: string }[]
  const isIn = async (desk: AtDesk, path: string, id: string) =>
    (await listed(desk, path)).some((each) => each.id === id)

  it('a payout that stays without outcome is closed by a supervisor with evidence, once, and the log has it', async () => {
    const [desk, other] = [await supervisor(), await agent()]
    const id = await silentPayoutRun(scene.service)
    assert.ok(await isIn(other, '/payouts?limit=100', id))
    const path = `/payouts/${id}/close`
    assert.equal(refusalOf(await order(other, path, evidence)).code, 'operation_not_allowed')
    const bare = refusalOf(await order(desk, path, { verdict: 'paid', reason }))
    const field = 'operator_reference'
    assert.deepEqual(bare, { status: 422, code: 'missing_field', field })
    const answers = await Promise.all([order(desk, path, evidence), order(desk, path, evidence)])
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '409'])
    const { json } = await look(scene, desk, `/payouts/${id}`)
    assert.equal(json.data.status, 'failed')
    const [word] = json.data.closings
    assert.deepEqual([word.verdict, word.closed_by.id], ['not_paid', desk.member.id])
    assert.ok(!(await isIn(desk, '/payouts?limit=100', id)))
    assert.ok(await isIn(desk, '/payouts?state=closed&limit=100', id))
    assert.ok(!(await isIn(desk, '/payouts?state=contradicted&limit=100', id)))
    const log = await logOf(desk)
    assert.deepEqual(log.toSorted(), ['payout.close action_not_allowed', 'payout.close done'])
  })

  it('a large one needs two supervisors who say the same', async () => {
    const [first, second] = [await supervisor(), await supervisor()]
    const id = await silentPayoutRun(scene.service, 2_000_000)
    const path = `/payouts/${id}/close`
    const large = { ...evidence, operator_reference: 'TICKET-13' }
    assert.equal((await order(first, path, large)).json.data.status, 'pending')
    const again = refusalOf(await order(first, path, large))
    assert.deepEqual(again, { status: 409, code: 'second_approver_required' })
    const same = { ...large, operator_reference: 'ticket-13 ' }
    const done = await order(second, path, same)
    assert.deepEqual([done.json.data.status, done.json.data.closings.length], ['failed', 2])
  })

  it('a refund that stays without outcome is closed in the same way, neither without the password', async () => {
    const desk = await supervisor()
    const id = await silentRefundRun(scene.service)
    const paid = { ...evidence, verdict: 'paid', operator_reference: 'TICKET-14' }
    for (const kind of ['refunds', 'payouts']) {
      const path = `/${kind}/${kind === 'refunds' ? id : await silentPayoutRun(scene.service)}/close`
      const unsure = refusalOf(await order(desk, path, { ...paid, password: 'pas celui-ci' }))
      assert.equal(unsure.code, 'wrong_password', kind)
      const bare = refusalOf(await order(desk, path, { ...paid, password: undefined }))
      assert.deepEqual(bare, { status: 422, code: 'missing_field', field: 'password' })
    }
    const { json } = await order(desk, `/refunds/${id}/close`, paid)
    assert.deepEqual(
      [json.data.status, json.data.provider_reference, json.data.closings[0].ended_at !== null],
      ['succeeded', 'TICKET-14', true],
    )
    const again = refusalOf(await order(desk, `/refunds/${id}/close`, paid))
    assert.deepEqual(again, { status: 409, code: 'action_not_allowed' })
  })

  it('a reference that another order of the operator has is told before the verdict counts with it, and logged', async () => {
    const desk = await supervisor()
    const one = {
      ...evidence,
      verdict: 'paid',
      operator_reference: `MOVED-${randomUUID()}`.toUpperCase(),
    }
    const first = await silentPayoutRun(scene.service)
    assert.equal((await order(desk, `/payouts/${first}/close`, one)).status, 200)
    const typed = { ...one, operator_reference: one.operator_reference.toLowerCase() }
    for (const word of [one, { ...one, verdict: 'not_paid' }, typed]) {
      const other = await silentPayoutRun(scene.service)
      const path = `/payouts/${other}/close`
      const refused = await order(desk, path, word)
      assert.equal(refused.json.error.code, 'operator_reference_used')
      assert.ok(refused.json.error.details.transaction_ids.split(' ').includes(first))
      assert.equal((await look(scene, desk, `/payouts/${other}`)).json.data.status, 'pending')
      const confirmed = await order(desk, path, { ...word, same_reference: 'confirmed' })
      assert.equal(confirmed.status, 200)
    }
    const refund = await silentRefundRun(scene.service)
    const path = `/refunds/${refund}/close`
    assert.equal(refusalOf(await order(desk, path, one)).code, 'operator_reference_used')
    assert.equal((await order(desk, path, { ...one, same_reference: 'confirmed' })).status, 200)
    const acts = await actsOf(scene.service.database, desk)
    const ticked = acts.filter(({ details }) => details?.['same_reference'] === 'confirmed')
    assert.equal(ticked.length > 0, true)
  })

  it('payouts of a service are stopped for a reason, listed, and taken again', async () => {
    const { database } = scene.service
    const [desk, other] = [await supervisor(), await supervisor()]
    const tenant = await createTenant(database)
    const phone = await readyToPayOut(database, tenant, { balance: 10_000 })
    const payOut = () => scene.call(payoutCall(tenant.keys.secret, { phone }))
    const stop = { mode: 'sandbox', service_env_id: tenant.serviceEnvId, reason }
    const sure = { reason, password }
    const made = await order(desk, '/payout-suspensions', stop)
    assert.equal(made.status, 201)
    assert.equal(refusalOf(await payOut()).code, 'payouts_temporarily_unavailable')
    const twice = refusalOf(await order(other, '/payout-suspensions', stop))
    assert.equal(twice.code, 'action_not_allowed')
    const wrong = { ...stop, mode: 'live' }
    assert.equal(refusalOf(await order(desk, '/payout-suspensions', wrong)).code, 'invalid_field')
    const { id, suspended_by: by } = made.json.data
    assert.equal(by.id, desk.member.id)
    assert.ok(await isIn(desk, '/payout-suspensions?limit=100', id))
    const unsure = await order(other, `/payout-suspensions/${id}/lift`, { reason })
    assert.equal(unsure.status, 422)
    const lifted = await order(other, `/payout-suspensions/${id}/lift`, sure)
    assert.equal(lifted.json.data.lifted_by.id, other.member.id)
    assert.ok(!(await isIn(desk, '/payout-suspensions?limit=100', id)))
    assert.equal((await payOut()).status, 202)
    const late = refusalOf(await order(desk, `/payout-suspensions/${id}/lift`, sure))
    assert.equal(late.code, 'action_not_allowed')
    const nobody = refusalOf(await order(desk, `/payout-suspensions/${randomUUID()}/lift`, sure))
    assert.deepEqual(nobody, { status: 404, code: 'payout_suspension_not_found' })
    assert.deepEqual(await logOf(other), ['payouts.resume done'])
  })

  it('an account is verified by who reads its number, then revoked for good', async () => {
    const { database } = scene.service
    const desk = await agent()
    const { serviceEnvId } = await createTenant(database, { mode: 'live' })
    const account = { type: 'bank', provider: 'uba-benin', holderName: 'Maison' } as const
    const accountNumber = 'BJ0660000000004242'
    const id = await addAuthorizedAccount(database, serviceEnvId, { ...account, accountNumber })
    const { json } = await look(scene, desk, '/authorized-accounts?mode=live&limit=100')
    const shown = json.data.find((each: { id: string }) => each.id === id)
    assert.ok(!JSON.stringify(json).includes(accountNumber))
    assert.deepEqual([shown.status, shown.service_env_id], ['pending', serviceEnvId])
    const whole = await look(scene, desk, `/authorized-accounts/${id}/number`)
    assert.equal(whole.json.data.number, accountNumber)
    const path = (verb: string) => `/authorized-accounts/${id}/${verb}`
    assert.equal((await order(desk, path('verify'))).json.data.status, 'active')
    assert.equal((await order(desk, path('revoke'))).json.data.status, 'revoked')
    const dead = refusalOf(await order(desk, path('verify')))
    assert.deepEqual(dead, { status: 409, code: 'action_not_allowed' })
    const mine = `/authorized-accounts?status=revoked&merchant_id=${shown.merchant.id}`
    assert.ok(await isIn(desk, mine, id))
    assert.deepEqual(await logOf(desk), [
      'authorized_account.verify action_not_allowed',
      'authorized_account.revoke done',
      'authorized_account.verify done',
      'authorized_account.read_number done',
    ])
  })

  it('notices are listed from the oldest, and acknowledged once', async () => {
    const [desk, other] = [await agent(), await agent()]
    const ids = [await silentPayoutRun(scene.service), await silentPayoutRun(scene.service)]
    const open = await listed(desk, '/notices?kind=payout_undecided&limit=100')
    const mine = open.filter(({ transaction_id: of = '' }) => ids.some((id) => id === of))
    assert.deepEqual(
      mine.map(({ transaction_id: of }) => of),
      ids,
    )
    const id = mine[0]?.id ?? ''
    const answers = await Promise.all(
      [desk, other].map((by) => order(by, `/notices/${id}/acknowledge`, {})),
    )
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '409'])
    assert.ok(!(await isIn(desk, '/notices?limit=100', id)))
    assert.ok(await isIn(desk, '/notices?state=acknowledged&limit=100', id))
    const nobody = refusalOf(await order(desk, '/notices/999999999/acknowledge', {}))
    assert.deepEqual(nobody, { status: 404, code: 'notice_not_found' })
  })
})
