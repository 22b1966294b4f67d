import assert from 'node:assert/strict'
import { readRefund } from '#use-cases/refunds/find.ts'
import { onPool } from '#db/sql.ts'
import { asId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { call, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { type Orders, ordersTo, outboxTo } from '#test/support/orders.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'
import { open, startWebhookScene } from './webhook-scene.ts'

describe('a refund, and funds that are held, from the request to the merchant’s receiver', function () {
  this.timeout(240_000)
  let orders: Orders

  before(needsOpenssl)
  const scene = given(() => startWebhookScene({ SANDBOX_OPERATOR_DELAY: '50ms' }))
  before(() => {
    orders = ordersTo({ database: scene.database, client: scene.temporal })
  })
  booksHoldAfterEach(() => scene.database)

  type End = 'success' | 'failed' | 'rejected' | 'cancelled'
  const ends: Readonly<Record<End, { ending: string; status: string }>> = {
    success: { ending: '1234', status: 'SUCCEEDED' },
    failed: { ending: '0012', status: 'FAILED' },
    rejected: { ending: '1234', status: 'REJECTED' },
    cancelled: { ending: '1234', status: 'CANCELLED' },
  }
  for (const [end, { ending, status }] of Object.entries(ends) as [End, (typeof ends)[End]][]) {
    it(`refund.pending and refund.${end} have the fields of the specification`, async () => {
      const tenant = await createTenant(scene.database)
      const path = `/refund-${end}`
      const events = [`refund.pending`, `refund.${end}`]
      const { secret } = await scene.createEndpoint(tenant, path, { events })
      const paid = await scene.pay(tenant, { phone: freshPhone(ending) })
      assert.equal(paid.status, 'succeeded')
      const id = await ask(tenant, paid.id, 250n)
      const decide = {
        rejected: () => orders.reject(id),
        cancelled: () => orders.cancel(id, tenant.serviceEnvId),
        success: () => orders.approve(id),
        failed: () => orders.approve(id),
      }
      await scene.arrived(path, 1)
      await decide[end]()
      const received = await scene.arrived(path, 2)
      const opened = await Promise.all(received.map((each) => open(each, secret)))
      const data = {
        transactionId: id,
        paymentId: paid.id,
        amount: 250,
        currency: 'XOF',
        status: 'PENDING',
        reason: 'article rendu',
        origin: 'merchant',
        mode: 'SANDBOX',
      }
      assert.deepEqual(opened, [
        { event: 'refund.pending', data },
        { event: `refund.${end}`, data: { ...data, status } },
      ])
      const shown = await read(tenant, paid.id)
      assert.equal(shown.refunded_amount, end === 'success' ? 250 : 0)
      assert.equal(await available(tenant), end === 'success' ? 750 : 1000)
    })
  }

  it('several refunds of one payment each have their events', async () => {
    const tenant = await createTenant(scene.database)
    const { secret } = await scene.createEndpoint(tenant, '/several', { events: ['*'] })
    const paid = await scene.pay(tenant)
    const ids = await Promise.all([100n, 200n, 300n].map((amount) => ask(tenant, paid.id, amount)))
    for (const id of ids) await orders.approve(id)
    const received = await scene.arrived('/several', 7)
    const opened = await Promise.all(received.map((each) => open(each, secret)))
    const told = opened.map(({ event, data }) => `${event} ${String(data['transactionId'])}`)
    const expected = ids.flatMap((id) => [`refund.pending ${id}`, `refund.success ${id}`])
    assert.deepEqual(told.toSorted(), [`payment.success ${paid.id}`, ...expected].toSorted())
    assert.equal((await read(tenant, paid.id)).refunded_amount, 600)
  })

  const scenarios = {
    '0004': 'succeeded',
    '0008': 'succeeded',
    '0009': 'succeeded',
    '0010': 'succeeded',
    '0011': 'succeeded',
    '0012': 'failed',
  }
  it('the sandbox numbers decide the outcome of a refund', async () => {
    const tenant = await createTenant(scene.database)
    await scene.pay(tenant)
    const seen = await Promise.all(
      Object.keys(scenarios).map(async (ending) => {
        const paid = await scene.pay(tenant, { phone: freshPhone(ending) })
        assert.equal(paid.status, 'succeeded', ending)
        const id = await ask(tenant, paid.id, null)
        await orders.approve(id)
        return [ending, await endOf(id)] as const
      }),
    )
    assert.deepEqual(Object.fromEntries(seen), scenarios)
  })

  const releases = {
    '0006': { act: 'release', reason: 'verification' },
    '0007': { act: 'confirm', reason: 'collection_confirmation' },
  } as const
  for (const [ending, { act, reason }] of Object.entries(releases)) {
    it(`funds.held and funds.released have the fields of the specification (${ending}, ${reason})`, async () => {
      const tenant = await createTenant(scene.database)
      const path = `/funds-${ending}`
      const events = ['funds.held', 'funds.released']
      const { secret } = await scene.createEndpoint(tenant, path, { events })
      const paid = await scene.pay(tenant, { phone: freshPhone(ending), reference: path })
      await scene.arrived(path, 1)
      const balance = await readBalance(tenant)
      assert.equal(balance.pending_confirmation_count, act === 'confirm' ? 1 : 0)
      await orders.about(act, asId<TransactionId>(paid.id))
      const received = await scene.arrived(path, 2)
      const [held, released] = await Promise.all(received.map((each) => open(each, secret)))
      const funds = { state: 'held', held_at: webhookTime(paid.completed_at), released_at: null }
      const data = {
        transactionId: paid.id,
        status: 'VALIDATED',
        funds: { ...funds, reason },
        amount: paid.amount_charged,
        currency: 'XOF',
        available_amount: paid.net_amount,
        externalId: path,
        message: null,
        mode: 'SANDBOX',
      }
      assert.deepEqual(held, { event: 'funds.held', data })
      const releasedFunds = released?.data['funds'] as Record<string, unknown>
      assert.match(String(releasedFunds['released_at']), /^\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}$/)
      assert.deepEqual(
        {
          ...released,
          data: { ...released?.data, funds: { ...releasedFunds, released_at: null } },
        },
        {
          event: 'funds.released',
          data: { ...data, funds: { ...funds, reason, state: 'released' } },
        },
      )
      const shown = await read(tenant, paid.id)
      assert.deepEqual([shown.available, shown.funds.status], [true, 'available'])
      const after = await readBalance(tenant)
      assert.deepEqual([after.available, after.pending_confirmation_count], [1000, 0])
    })
  }

  it('with an availability delay the net is pending in the balance, then available', async () => {
    const tenant = await createTenant(scene.database)
    await onPool(scene.database.pool).rows(
      `update service_env set availability_delay = interval '2 seconds' where id = $1`,
      [tenant.serviceEnvId],
    )
    const paid = await scene.pay(tenant)
    assert.deepEqual([paid.available, paid.funds.status], [false, 'pending'])
    const { pending, available: before } = await readBalance(tenant)
    assert.deepEqual([pending, before], [1000, 0])
    await eventually(async () => (await read(tenant, paid.id)).available === true)
    const after = await readBalance(tenant)
    assert.deepEqual([after.pending, after.available], [0, 1000])
  })

  async function ask(tenant: Tenant, payment: string, amount: bigint | null): Promise<RefundId> {
    const { database, temporal: client } = scene
    const transactionId = asId<TransactionId>(payment)
    const outbox = outboxTo({ database, client })
    const { id } = await refundOf({ database, outbox }, tenant, { transactionId, amount })
    return id
  }

  const endOf = (id: RefundId) =>
    eventually(async () => {
      const { status, completedAt } = await readRefund(scene.database, id)
      return completedAt !== null && status
    }, 30_000)

  async function read(tenant: Tenant, id: string) {
    const answer = await call(scene, { path: `/v2/transactions/${id}`, key: tenant.keys.secret })
    return answer.json.data
  }

  async function readBalance(tenant: Tenant) {
    const answer = await call(scene, { path: '/v2/balance', key: tenant.keys.secret })
    return answer.json.data
  }

  const available = async (tenant: Tenant): Promise<unknown> =>
    (await readBalance(tenant)).available
})

/** `2026-01-31T12:34:56Z` as webhooks write it: `31-01-2026 12:34:56`, UTC. */
function webhookTime(iso: string): string {
  const [date = '', time = ''] = iso.replace('Z', '').split('T')
  return `${date.split('-').toReversed().join('-')} ${time}`
}
