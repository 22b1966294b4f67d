import assert from 'node:assert/strict'
import { markTransferred, rejectTransfer, takeTransfer } from '#use-cases/transfers/orders.ts'
import { openEventData } from '#db/event-data.ts'
import { onPool } from '#db/sql.ts'
import type { EventId, StaffMemberId, TransactionId } from '#domain/ids.ts'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { call, waitUntilFinal } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import {
  acceptedTransfer,
  authorizeBank,
  authorizePhone,
  giveBalance,
  payoutCall,
} from '#test/support/payouts.ts'
import { newStaff } from '#test/support/people.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'
import { open, startWebhookScene } from './webhook-scene.ts'
import { actingOn } from '#test/support/orders.ts'

describe('withdrawal events tell a merchant’s server where its money went', function () {
  this.timeout(240_000)
  let staff: StaffMemberId

  before(needsOpenssl)
  const scene = given(() => startWebhookScene({}))
  before(async () => {
    staff = await newStaff(scene.database)
  })
  booksHoldAfterEach(() => scene.database)

  const acting = () => actingOn({ database: scene.database, client: scene.temporal })
  const rich = async (mode: 'live' | 'sandbox'): Promise<Tenant> => {
    const tenant = await createTenant(scene.database, { mode })
    await giveBalance(scene.database, tenant, 100_000)
    return tenant
  }
  async function eventsAt(path: string, count: number, secret: string) {
    const received = await scene.arrived(path, count)
    const opened = await Promise.all(received.map((each) => open(each, secret)))
    return new Map(opened.map(({ event, data }) => [event, data]))
  }

  it('withdrawal.success of a Mobile Money payout, and withdrawal.failed with its reason', async () => {
    const tenant = await rich('sandbox')
    const endpoint = await scene.createEndpoint(tenant, '/mobile', { events: ['*'] })
    for (const [ending, event, status] of [
      ['1234', 'withdrawal.success', 'VALIDATED'],
      ['0001', 'withdrawal.failed', 'FAILED'],
    ] as const) {
      const phone = await authorizePhone(scene.database, tenant, freshPhone(ending))
      const reference = `retrait-${ending}`
      const { json } = await call(scene, payoutCall(tenant.keys.secret, { phone, reference }))
      const { id } = json.data
      const end = await waitUntilFinal(scene, tenant.keys.secret, id)
      const events = await eventsAt('/mobile', ending === '1234' ? 1 : 2, endpoint.secret)
      const { transaction_created_at, completed_at, transferReference, ...data } =
        events.get(event) ?? {}
      for (const at of [transaction_created_at, completed_at]) {
        assert.match(String(at), /^\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}$/)
      }
      assert.match(String(transferReference), /^SBX-/)
      assert.deepEqual(data, {
        status,
        transactionId: id,
        identifier: id,
        amount: 1000,
        currency: 'XOF',
        fees: 0,
        gateway: { provider: 'mtn-benin', amount: 1000, currency: 'XOF' },
        beneficiary: { type: 'mobile_money', phone, bank: null, account_masked: null },
        externalId: reference,
        message: end.failure?.message ?? null,
        mode: 'SANDBOX',
      })
    }
  })

  it('withdrawal.pending of a bank transfer, then .success, .failed or .cancelled', async () => {
    const tenant = await rich('live')
    await authorizeBank(scene.database, tenant)
    const order = async () => ({
      transactionId: await acceptedTransfer(scene, tenant),
      staffId: staff,
    })
    const [made, refused, recalled] = [await order(), await order(), await order()]
    await takeTransfer(acting(), made)
    await markTransferred(acting(), {
      ...made,
      bankReference: 'VIR-7',
      transferOn: '2026-11-20',
      mayShareReference: true,
    })
    await takeTransfer(acting(), refused)
    await rejectTransfer(acting(), { ...refused, reason: 'Compte clôturé' })
    await call(scene, {
      method: 'POST',
      path: `/v2/transactions/${recalled.transactionId}/cancel`,
      key: tenant.keys.secret,
    })
    const bank = 'uba-benin'
    const beneficiary = { type: 'bank', phone: null, bank, account_masked: 'BJ••••0042' }
    const said = { transferReference: null, message: null, mode: 'LIVE', beneficiary }
    const message =
      'La banque a refusé le virement. Le montant et les frais sont revenus sur votre solde.'
    const pending = ['withdrawal.pending', { ...said, status: 'PENDING' }]
    assert.deepEqual(await toldOf(made.transactionId), [
      pending,
      ['withdrawal.success', { ...said, status: 'VALIDATED', transferReference: 'VIR-7' }],
    ])
    assert.deepEqual(await toldOf(refused.transactionId), [
      pending,
      ['withdrawal.failed', { ...said, status: 'FAILED', message }],
    ])
    assert.deepEqual(await toldOf(recalled.transactionId), [
      pending,
      ['withdrawal.cancelled', { ...said, status: 'CANCELLED' }],
    ])
  })

  /** The events of a transfer as they were sealed: in live nothing is sent to a certificate that nobody vouches for. */
  async function toldOf(id: TransactionId): Promise<unknown[]> {
    const rows = await onPool(scene.database.pool).rows<{
      id: EventId
      type: string
      data_sealed: Buffer
    }>('select id, type, data_sealed from event where transaction_id = $1 order by id', [id])
    return rows.map(({ id: event, type, data_sealed: sealed }) => {
      const data = JSON.parse(openEventData(scene.database.keyring, event, sealed))
      assert.deepEqual([data.transactionId, data.identifier], [id, id])
      const { status, transferReference, message, mode, beneficiary } = data
      return [type, { transferReference, message, mode, beneficiary, status }]
    })
  }
})
