import assert from 'node:assert/strict'
import type { Outbox } from '#db/outbox.ts'
import { onPool } from '#db/sql.ts'
import type { PayoutFileId } from '#domain/ids.ts'
import { certificates } from '#test/activities/webhooks/certificates.ts'
import { eventually } from '#test/support/call.ts'
import { accountsOf, giveBalance } from '#test/support/payouts.ts'
import { authorizeAll, numbersOf, sentFile, csv } from '#test/use-cases/payouts/files.ts'
import { givenScene, openScene } from './scene.ts'

/** Each worker is killed within a turn of 250 lines (activities/in-batches.ts). */
const linesTotal = Number(process.env['PAYOUT_LINES'] ?? 400)
const kills = 5
const amountOf = (line: number): number => 500 + 5 * line
const balance = 10_000_000
/** What is announced is left to the relay of a worker. */
const held: Outbox = { kick() {}, relay: async () => 0, drain: async () => {} }

describe(`workers are killed ${kills} times within a file of ${linesTotal} payouts`, function () {
  this.timeout(600_000)
  const scene = givenScene(() => {
    // Made before any connection is opened: nothing else runs meanwhile.
    certificates()
    return openScene()
  })
  let id: PayoutFileId

  before(async () => {
    await giveBalance(scene.database, scene.tenant, balance)
    id = await sent()
    for (let kill = 1; kill <= kills; kill += 1) {
      const worker = await scene.startWorker()
      // Each comes a good way further, and dies while lines are on their way.
      const enough = Math.floor((linesTotal * kill) / (kills + 2))
      await eventually(async () => (await standing()).sent >= enough, 120_000)
      await worker.kill()
      assert.ok((await standing()).sent < linesTotal, 'the file was over before the last kill')
    }
    await scene.startWorker()
    await eventually(async () => (await standing()).state === 'done', 180_000)
    await scene.settleDown(180_000)
  })

  it('each line is one payout, under the id that it had beforehand', async () => {
    assert.deepEqual(await standing(), { state: 'done', sent: linesTotal, refused: 0 })
    const [found] = await rows(
      `select count(*)::int as lines, count(t.id)::int as payouts, count(distinct t.id)::int as different,
         (select count(*)::int from transaction where type = 'payout') as "inAll",
         (count(*) filter (where t.net_amount = l.amount and t.status = 'succeeded'))::int as paid
       from payout_file_line l left join transaction t on t.id = l.payout_id where l.file_id = $1`,
      id,
    )
    const all = linesTotal
    assert.deepEqual(found, { lines: all, payouts: all, different: all, inAll: all, paid: all })
  })

  it('the operator was asked once for each, and its book agrees debit for debit', async () => {
    const differing = await rows(
      `select l.number, r.asked, r.amount from payout_file_line l
       join transaction t on t.id = l.payout_id
       full join sandbox_operator.request r on r.id = t.operator_request_id
       where r.id is null or l.number is null or r.asked <> 1 or r.amount <> l.amount`,
    )
    assert.deepEqual(differing, [])
    const [sum] = await rows('select count(*)::int as orders from sandbox_operator.request')
    assert.deepEqual(sum, { orders: linesTotal })
  })

  it('and the balance is short of just these payouts, each booked once', async () => {
    const [movements] = await rows(
      `select (count(*) filter (where kind = 'payout_reserved'))::int as reserved,
         (count(*) filter (where kind = 'payout_settled'))::int as settled from ledger_movement`,
    )
    assert.deepEqual(movements, { reserved: linesTotal, settled: linesTotal })
    const [taken] = await rows('select sum(amount_charged)::int as charged from transaction')
    const { charged } = taken as { charged: number }
    const left = await accountsOf(scene.database, scene.tenant)
    assert.deepEqual(left, { available: balance - charged })
  })

  async function sent(): Promise<PayoutFileId> {
    const { database, tenant } = scene
    const phones = numbersOf(linesTotal)
    await authorizeAll(database, tenant, phones)
    const lines = phones.map((phone, at) => `${phone};${amountOf(at)};SAL-${at}`)
    const text = csv(...lines)
    return sentFile({ database, outbox: held }, tenant, { text })
  }

  async function standing(): Promise<{ state: string; sent: number; refused: number }> {
    const [row] = await rows<{ state: string; sent: number; refused: number }>(
      'select state, lines_sent as sent, lines_refused as refused from payout_file where id = $1',
      id,
    )
    assert.ok(row)
    return row
  }

  function rows<Row extends object>(text: string, ...values: readonly unknown[]) {
    return onPool(scene.database.pool).rows<Row & Record<string, unknown>>(text, values)
  }
})
