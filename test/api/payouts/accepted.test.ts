import assert from 'node:assert/strict'
import { liftPayoutSuspension, suspendPayouts } from '#use-cases/suspensions/desk-acts.ts'
import { revokeAuthorizedAccount } from '#use-cases/authorized-accounts/decide.ts'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
import { isUuid } from '#domain/ids.ts'
import { refusalOf, startApiScene } from '#test/support/api-scene.ts'
import { waitUntilFinal } from '#test/support/call.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import {
  accountsOf,
  authorizeBank,
  authorizePhone,
  giveBalance,
  payoutCall,
} from '#test/support/payouts.ts'
import { addTariff } from '#test/support/tariffs.ts'
import { cause, createStaffMember } from '#test/support/people.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

describe('an accepted payout', () => {
  const scene = given(() => startApiScene())
  const tenant = givenEach(() => createTenant(scene.service.database))
  beforeEach(async () => {
    await giveBalance(scene.service.database, tenant, 10_000)
    const tariff = { level: 'service', type: 'payout', kind: 'percentage', value: '1' } as const
    await addTariff(scene.service.database, tenant, { ...tariff, payer: 'merchant' })
  })
  booksHoldAfterEach(() => scene.service.database)

  const authorize = (ending?: string) =>
    authorizePhone(scene.service.database, tenant, freshPhone(ending))
  const payOut = (changes: object) => scene.call(payoutCall(tenant.keys.secret, { ...changes }))
  const accounts = () => accountsOf(scene.service.database, tenant)

  it('is a pending transaction of type payout, readable at once, whose amount and fee are set apart', async () => {
    const phone = await authorize()
    const sent = {
      amount: 1003,
      phone: `+${phone}`,
      reference: 'retrait:1',
      description: 'Salaire',
    }
    const { status, json, headers } = await payOut({ ...sent, provider: 'auto' })
    assert.equal(status, 202)
    const { id, created_at, display, ...shown } = json.data
    assert.ok(isUuid(id) && created_at.endsWith('Z'))
    assert.equal(headers.get('Location'), `/v2/transactions/${id}`)
    assert.deepEqual([display.amount, display.fees, display.amount_charged], [1003, 12, 1015])
    assert.deepEqual(shown, {
      object: 'transaction',
      type: 'payout',
      status: 'pending',
      pending_reason: 'awaiting_provider',
      mode: 'sandbox',
      channel: 'api',
      reference: 'retrait:1',
      description: 'Salaire',
      amount: 1003,
      currency: 'XOF',
      fees: {
        amount: 12,
        currency: 'XOF',
        payer: 'merchant',
        rule: { kind: 'percentage', value: 1, level: 'service', channel: null, terminal: null },
      },
      amount_charged: 1015,
      charged_currency: 'XOF',
      net_amount: 1003,
      net_currency: 'XOF',
      exchange: null,
      customer: { name: 'Rosine Hounsou', email: null, phone },
      payment_method: { type: 'mobile_money', network: 'mtn', card_last4: null },
      provider: 'mtn-benin',
      terminal: null,
      operator: null,
      payment_link: null,
      failure: null,
      metadata: {},
      available: null,
      funds: null,
      refunded_amount: 0,
      next_action: null,
      completed_at: null,
      payout: null,
    })
    assert.deepEqual(await accounts(), { available: 8985, reserved: 1015 })
    const end = await waitUntilFinal(scene.service, tenant.keys.secret, id)
    assert.deepEqual([end.status, end.pending_reason, end.failure], ['succeeded', null, null])
    assert.deepEqual(await accounts(), { available: 8985 })
  })

  for (const [ending, code] of [
    ['0001', 'operator_float_empty'],
    ['0002', 'recipient_rejected'],
  ] as const) {
    it(`to a number that ends in ${ending} fails with ${code}, and amount and fee return`, async () => {
      const { json } = await payOut({ phone: await authorize(ending) })
      const end = await waitUntilFinal(scene.service, tenant.keys.secret, json.data.id)
      assert.deepEqual([end.status, end.failure.code], ['failed', code])
      assert.deepEqual(await accounts(), { available: 10_000 })
    })
  }

  it('asked for again with its key is the same answer, and takes nothing more', async () => {
    const request = payoutCall(tenant.keys.secret, { phone: await authorize() })
    const [first, ...others] = [await scene.call(request), await scene.call(request)]
    for (const again of others) {
      assert.equal(again.text, first?.text)
      assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
    }
    await waitUntilFinal(scene.service, tenant.keys.secret, first?.json.data.id)
    assert.deepEqual(await accounts(), { available: 8990 })
    const other = { ...request, body: { ...(request.body as object), amount: 2000 } }
    assert.equal(refusalOf(await scene.call(other)).code, 'idempotency_conflict')
  })

  it('has a reference that no other transaction has', async () => {
    const phone = await authorize()
    const { json } = await payOut({ phone, reference: 'r-1' })
    const again = await payOut({ phone, reference: 'r-1' })
    assert.deepEqual(refusalOf(again), {
      status: 409,
      code: 'duplicate_reference',
      field: 'reference',
    })
    assert.equal(again.json.error.details.transaction_id, json.data.id)
    await waitUntilFinal(scene.service, tenant.keys.secret, json.data.id)
  })

  it('is refused to the franc above the balance, which it may empty', async () => {
    const phone = await authorize()
    const refused = await payOut({ phone, amount: 9_902 })
    assert.deepEqual(refusalOf(refused), {
      status: 422,
      code: 'insufficient_balance',
      field: 'amount',
    })
    assert.equal(refused.json.error.details.available, 10_000)
    const { status, json } = await payOut({ phone, amount: 9_901 })
    assert.equal(status, 202)
    assert.equal(json.data.amount_charged, 10_000)
    await waitUntilFinal(scene.service, tenant.keys.secret, json.data.id)
    assert.deepEqual(await accounts(), {})
  })

  it('goes to an active account of this service in this mode alone', async () => {
    const { database } = scene.service
    const phone = await authorize()
    const stranger = await createTenant(database)
    const otherMode = await createTenant(database, { serviceId: tenant.serviceId, mode: 'live' })
    const numbers = [
      freshPhone(),
      await authorizePhone(database, stranger),
      await authorizePhone(database, otherMode),
    ]
    for (const number of numbers) {
      const refused = refusalOf(await payOut({ phone: number }))
      assert.deepEqual(refused, { status: 422, code: 'recipient_not_authorized', field: 'phone' })
    }
    const [account] = await listAuthorizedAccounts(database, tenant.serviceEnvId)
    const { serviceEnvId } = tenant
    assert.ok(account)
    await revokeAuthorizedAccount(database, { serviceEnvId, id: account.id })
    assert.equal(refusalOf(await payOut({ phone })).code, 'recipient_not_authorized')
    await authorizePhone(database, tenant, phone)
    const { json } = await payOut({ phone })
    await waitUntilFinal(scene.service, tenant.keys.secret, json.data.id)
  })

  it('waits while payouts are suspended: those of the service, of its operator, or all of a mode', async () => {
    const { database } = scene.service
    const phone = await authorize()
    const { serviceEnvId } = tenant
    const member = await createStaffMember(database, 'supervisor')
    for (const suspension of [
      { serviceEnvId, provider: null },
      { serviceEnvId, provider: 'mtn-benin' },
      { serviceEnvId: null, provider: 'mtn-benin' },
      { serviceEnvId: null, provider: null },
    ] as const) {
      const all = { ...suspension, mode: 'sandbox', cause: cause() } as const
      const id = await suspendPayouts(database, member, all)
      await assert.rejects(suspendPayouts(database, member, all), { code: 'action_not_allowed' })
      const refused = refusalOf(await payOut({ phone }))
      assert.deepEqual(refused, { status: 422, code: 'payouts_temporarily_unavailable' })
      await liftPayoutSuspension(database, member, { id, cause: cause() })
    }
    const other = { serviceEnvId, provider: 'moov-benin', mode: 'sandbox', cause: cause() } as const
    await suspendPayouts(database, member, other)
    const { json } = await payOut({ phone })
    await waitUntilFinal(scene.service, tenant.keys.secret, json.data.id)
  })

  it('to a bank waits for people: to_process, its account masked, and told as withdrawal.pending', async () => {
    const { database } = scene.service
    const live = await createTenant(database, { mode: 'live' })
    await giveBalance(database, live, 50_000)
    const id = await authorizeBank(database, live)
    const { status, json } = await scene.call(
      payoutCall(live.keys.secret, { provider: 'uba-benin', amount: 20_000, bank_account_id: id }),
    )
    assert.equal(status, 202)
    const { data } = json
    assert.deepEqual(data.payout, {
      state: 'to_process',
      bank: 'uba-benin',
      account_masked: 'BJ••••0042',
      bank_reference: null,
      transfer_on: null,
      returned_at: null,
    })
    assert.deepEqual(
      [data.type, data.pending_reason, data.payment_method.type, data.customer],
      [
        'payout',
        'awaiting_bank_transfer',
        'bank_transfer',
        { name: 'Maison Essai', email: null, phone: null },
      ],
    )
    assert.deepEqual(await accountsOf(database, live), { available: 30_000, reserved: 20_000 })
    const listed = await scene.call({
      path: '/v2/transactions?type=payout',
      key: live.keys.secret,
    })
    assert.deepEqual(listed.json.data, [data])
    const { rows } = await database.pool.query('select type from event where transaction_id = $1', [
      data.id,
    ])
    assert.deepEqual(rows, [{ type: 'withdrawal.pending' }])
  })
})
