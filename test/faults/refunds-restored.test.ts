import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { asId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { ordersTo, outboxTo } from '#test/support/orders.ts'
import { runReconcile } from '#test/support/processes.ts'
import { createTenant } from '#test/support/tenant.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { backUp } from './backup.ts'
import { givenRestorable, numbers, type Provider, providers } from './live-operators.ts'

/** What becomes of a refund after the backup: paid, followed by an open run when all is lost, or nothing. */
const fates = ['paid', 'followed', 'kept'] as const
type Fate = (typeof fates)[number]
const unreadable = { on: 'read', answer: 'error', isTaken: true } as const

for (const isStoreLost of [false, true]) {
  const named = isStoreLost ? 'is lost as well' : 'is ahead'
  describe(`the database is restored to before refunds were approved, and Temporal ${named}`, function () {
    this.timeout(300_000)
    const { scene, temporal, memories, assertAgreed, assertMoved } = givenRestorable()
    const refunds: { readonly id: RefundId; readonly provider: Provider; readonly fate: Fate }[] =
      []
    const of = (...wanted: readonly Fate[]) => refunds.filter(({ fate }) => wanted.includes(fate))

    before(async () => {
      const payments: TransactionId[] = []
      const tenant = await createTenant(scene.database, { mode: 'live' })
      const api = await scene.startApiHere()
      const worker = await scene.startWorker()
      const parts = { database: scene.database, outbox: outboxTo(places()) }
      const wanted = providers.flatMap((provider) => fates.map((fate) => ({ provider, fate })))
      for (const { provider } of wanted) {
        const order = collectionCall(tenant.keys.secret, { provider, phone: numbers[provider] })
        const asked = await call(api, order)
        assert.equal(asked.status, 202, asked.text)
        payments.push(asId<TransactionId>(asked.json.data.id))
      }
      await scene.untilFinal(payments)
      for (const [at, one] of wanted.entries()) {
        const { [at]: transactionId } = payments
        assert.ok(transactionId)
        const { id } = await refundOf(parts, tenant, { transactionId, amount: 500n })
        refunds.push({ ...one, id })
      }
      await eventually(async () => (await count('outbox')) === 0)
      await api.stop()
      await worker.stop()
      const backup = await backUp(scene.places.databaseUrl)
      const second = await scene.startWorker()
      for (const { id } of of('paid')) await orders().approve(id)
      await eventually(async () => (await count(`refund where status = 'succeeded'`)) === 2)
      for (const memory of Object.values(memories()))
        memory.failNext({ ...unreadable, times: 1000 })
      for (const { id } of of('followed')) await orders().approve(id)
      await eventually(async () => {
        const left = await requests(of('followed'))
        return left.every(({ provider, request }) => memories()[provider].takings(request) === 1)
      })
      await eventually(async () => (await count(`refund where operator_state = 'taken'`)) >= 2)
      await second.stop()
      for (const memory of Object.values(memories())) memory.failNext({ ...unreadable, times: 0 })
      if (isStoreLost) await temporal.lose()
      await backup.restore()
      assert.equal(await count(`refund where status = 'pending'`), refunds.length)
      await scene.startWorker()
      await onPool(scene.database.pool).rows(
        'alter table refund disable trigger refund_keeps_its_terms',
      )
      await onPool(scene.database.pool).rows(
        `update refund set created_at = created_at - interval '1 minute'`,
      )
      await sweep()
    })

    it('each that left is neither rejected nor cancelled while it waits for its approval again', async () => {
      for (const { id } of of('paid', 'followed')) {
        // A run that still follows it refuses it for another reason until it looks again.
        await eventually(
          async () => (await refusedWith(orders().reject(id))) === 'refund_may_have_left',
        )
      }
    })

    it('each that left and is approved again is asked for, not sent again, and ends as paid', async () => {
      for (const { id } of of('paid', 'followed')) {
        await eventually(async () => (await refusedWith(orders().approve(id))) === undefined)
      }
      await eventually(async () => (await count(`refund where status = 'succeeded'`)) === 4)
      for (const { provider, request } of await requests(of('paid', 'followed'))) {
        const { [provider]: memory } = memories()
        assert.deepEqual([memory.takings(request), memory.movements(request)], [1, 1], provider)
      }
    })

    it('one that never left may be rejected once that is certain', async () => {
      for (const { id, provider } of of('kept')) {
        // Moov never says that it does not have an order; with a run that went on, nobody doubts it.
        const isDoubted = isStoreLost && provider === 'moov-benin'
        if (isDoubted) assert.equal(await refusedWith(orders().reject(id)), 'refund_may_have_left')
        else await eventually(async () => (await refusedWith(orders().reject(id))) === undefined)
      }
      for (const { provider, request } of await requests(of('kept'))) {
        assert.equal(memories()[provider].takings(request), 0, provider)
      }
    })

    it('the books of both sides agree to the franc', async () => {
      await assertAgreed()
      assert.deepEqual(await checkInvariants(scene.database), [])
      await assertMoved('amount_charged - refunded_amount')
    })

    const places = () => ({ database: scene.database, client: scene.temporal.client })
    const orders = () => ordersTo(places())

    async function refusedWith(asked: Promise<unknown>): Promise<unknown> {
      try {
        await asked
        return undefined
      } catch (error) {
        return error instanceof Error && 'code' in error ? error.code : String(error)
      }
    }

    /** What Temporal lists may be outdated: the next sweep finds the rest. */
    async function sweep(): Promise<void> {
      await eventually(async () => (await runReconcile(scene.environment())).code === 0)
    }

    const requests = (some: readonly { readonly id: RefundId }[]) =>
      onPool(scene.database.pool).rows<{ provider: Provider; request: string }>(
        'select provider, operator_request_id as request from refund where id = any($1::uuid[])',
        [some.map(({ id }) => id)],
      )

    async function count(from: string): Promise<number> {
      const { count: rows } = await onPool(scene.database.pool).one<{ count: number }>(
        `select count(*)::int as count from ${from}`,
      )
      return rows
    }
  })
}
