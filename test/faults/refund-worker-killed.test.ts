import assert from 'node:assert/strict'
import { asId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { ordersTo, outboxTo } from '#test/support/orders.ts'
import { openFailpoints, type Place } from './failpoints.ts'
import { assertOneDelivery } from './mailbox.ts'
import { givenScene } from './scene.ts'

/** Where each refund's worker stands when it dies; the payments' references are these words. */
const points = {
  settling: settledAt('settling'),
  'before-send': {
    table: 'sandbox_operator.request',
    at: 'insert',
    when: `exists (select from refund r join transaction t on t.id = r.transaction_id
      where r.operator_request_id = new.id and t.reference = 'before-send')`,
  },
  'after-send': takenAt('after-send'),
  'taken-noted': takenAt('taken-noted'),
} as const satisfies Readonly<Record<string, Place>>
type Point = keyof typeof points
const names = Object.keys(points) as Point[]

function takenAt(reference: string): Place {
  return {
    table: 'refund',
    at: 'update',
    when: `${isOf(reference)} and old.operator_state = 'sent' and new.operator_state = 'taken'`,
  }
}

function settledAt(reference: string): Place {
  return {
    table: 'refund',
    at: 'update',
    when: `${isOf(reference)} and old.status = 'processing' and new.status = 'succeeded'`,
  }
}

function isOf(reference: string): string {
  return `exists (select from transaction t where t.id = new.transaction_id and t.reference = '${reference}')`
}

describe('a worker is killed before and after a refund is sent, and while funds wait; another takes over', function () {
  this.timeout(240_000)
  const scene = givenScene()
  const failpoints = given(() => openFailpoints(scene.database))
  let waitingId: string
  const refunds = new Map<Point, RefundId>()

  before(async () => {
    const [api, worker] = await scene.serveHere()
    const { database, temporal, tenant } = scene
    const parts = { database, client: temporal.client }
    const paid = await Promise.all(names.map((reference) => scene.pay(api, { reference })))
    await scene.untilFinal(paid)
    await sql(`update service_env set availability_delay = interval '12 seconds' where id = $1`, [
      tenant.serviceEnvId,
    ])
    const held = await failpoints.holdAll(points)
    waitingId = await scene.pay(api, { reference: 'waiting' })
    await scene.untilFinal([waitingId])
    // The service waits five seconds for a statement, and goes another way when it is given up.
    for (const [at, reference] of names.entries()) {
      const transactionId = asId<TransactionId>(paid[at] ?? '')
      const wish = { transactionId, amount: 500n }
      const refund = await refundOf({ database, outbox: outboxTo(parts) }, tenant, wish)
      refunds.set(reference, refund.id)
      await ordersTo(parts).approve(refund.id)
      await held[reference].reached()
    }
    await worker.kill()
    const [row] = await sql(`select funds_status from transaction where id = $1`, [waitingId])
    assert.equal(row?.['funds_status'], 'pending')
    // What had left the worker happens after its death, or never.
    for (const name of names) {
      await (name === 'taken-noted' ? held[name].letGo() : held[name].undo())
    }
    await scene.startWorker()
    await eventually(async () => (await openRefunds()) === 0)
    await eventually(async () => {
      const [funds] = await sql('select funds_status from transaction where id = $1', [waitingId])
      return funds?.['funds_status'] === 'available'
    }, 30_000)
    await scene.settleDown()
  })

  for (const name of names) {
    it(`killed at "${name}": the operator was asked once, and the payer is paid back once`, async () => {
      const rows = await sql(
        `select r.status, o.asked, o.status as paid, o.amount::int, t.refunded_amount::int as refunded
         from refund r join transaction t on t.id = r.transaction_id
           join sandbox_operator.request o on o.id = r.operator_request_id where r.id = $1`,
        [refunds.get(name)],
      )
      const expected = { status: 'succeeded', asked: 1, paid: 'succeeded', amount: 500 }
      assert.deepEqual(rows, [{ ...expected, refunded: 500 }])
    })

    it(`killed at "${name}": refund.success arrives once`, async () => {
      const letters = scene.mailbox.lettersOf(refunds.get(name) ?? '')
      assert.deepEqual(letters.map(({ event }) => event).toSorted(), [
        'refund.pending',
        'refund.success',
      ])
      assertOneDelivery(letters.slice(1), [1])
    })
  }

  it('funds that waited through the death of their worker are available, once', async () => {
    const rows = await sql(
      `select kind from ledger_movement where transaction_id = $1 order by kind`,
      [waitingId],
    )
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['collection_settled', 'funds_made_available'],
    )
  })

  async function sql(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Record<string, unknown>[]> {
    const { rows } = await scene.database.pool.query<Record<string, unknown>>(text, [...values])
    return rows
  }

  async function openRefunds(): Promise<unknown> {
    const [row] = await sql(`select count(*)::int as open from refund where completed_at is null`)
    return row?.['open']
  }
})
