import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { ScheduleOverlapPolicy } from '@temporalio/client'
import { ensureDailyProof } from '#worker/scheduling.ts'
import { dailyProof } from '#workflows/contract/schedules.ts'
import { onPool } from '#db/sql.ts'
import { type MoovEmulator, startMoovEmulator } from '#dev/emulators/moov.ts'
import { type MtnEmulator, startMtnEmulator } from '#dev/emulators/mtn.ts'
import { asId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { call, collectionCall, eventually, waitUntilFinal } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { moovSettings, mtnSettings } from '#test/support/operator-settings.ts'
import { ordersTo, outboxTo } from '#test/support/orders.ts'
import { payoutCall, readyToPayOut } from '#test/support/payouts.ts'
import { startTestService } from '#test/support/service.ts'
import { act, atDesk, look } from '#test/support/staff.ts'
import { endedAt, today } from '#test/support/statements.ts'
import { createTenant } from '#test/support/tenant.ts'

const settings = { delayMs: 100, float: 1_000_000 }

const secondMs = 1000

describe('what operators say they did against what we know, and the books each night', function () {
  this.timeout(240_000)
  const phones: string[] = []
  const logged: string[] = []

  const mtn = given(() => startMtnEmulator(settings))
  const moov = given(() => startMoovEmulator({ ...settings, findsBy: 'own_reference' }))
  const service = given(() => {
    const operators = { ...mtnSettings(mtn.account), ...moovSettings(moov.account) }
    const write = (line: string) => void logged.push(line)
    return startTestService({ COLLECTION_EXPIRY: '12s', ...operators }, { write })
  })
  const tenant = given(() => createTenant(service.database, { mode: 'live' }))
  const desk = given(() => atDesk(service.database, 'agent'))

  it('their statements agree with the books, but for what an operator took and never told', async () => {
    const paid = await pay('mtn-benin', '1234')
    const refused = await pay('mtn-benin', '0001')
    // Moov took it, its answer was lost, and it finds nothing under our id.
    const lost = await pay('moov-benin', '0106')
    const agreed = await pay('moov-benin', '1234')
    const payout = await payOut()
    assert.equal(await statusOf(paid), 'succeeded')
    const refund = await giveBack(paid)
    assert.deepEqual(await Promise.all([refused, lost, agreed, payout].map(statusOf)), [
      'failed',
      'expired',
      'succeeded',
      'succeeded',
    ])
    await endedAt(service.database, [paid, agreed, payout, refund, lost])
    const first = await reconcile(mtn, 'mtn-benin')
    assert.deepEqual([first.lines_total, first.lines_agreed, first.differences.total], [4, 4, 0])
    const second = await reconcile(moov, 'moov-benin')
    assert.deepEqual([second.lines_total, second.differences.total], [2, 1])
    const { json } = await look(service, desk, `/differences?reconciliation_id=${second.id}`)
    const [difference] = json.data
    assert.deepEqual(
      [difference.kind, difference.ours.transaction_id, difference.ours.status],
      ['status_differs', lost, 'expired'],
    )
    await nothingPersonal()
    assert.deepEqual(await checkInvariants(service.database), [])
  })

  it('the books are proven by Temporal’s own schedule, and what does not hold reaches staff, log and figures', async () => {
    const schedule = service.temporal.schedule.getHandle(dailyProof.scheduleId)
    await eventually(async () => (await schedule.describe().catch(() => undefined)) !== undefined)
    // Whoever starts later, or twice, leaves one schedule; and one that is paused.
    await schedule.pause('on purpose')
    await ensureDailyProof(service.temporal)
    const described = await schedule.describe()
    assert.equal(described.state.paused, true)
    assert.equal(described.policies.overlap, 'SKIP')
    assert.equal(described.policies.catchupWindow, 86_400_000)
    assert.deepEqual(described.spec.calendars?.[0]?.hour, [{ start: 2, end: 2, step: 1 }])
    await schedule.trigger()
    const [holds] = await proofs(1)
    assert.deepEqual([holds.state, holds.ordered_by, holds.run_url], ['holds', null, null])
    await service.database.pool.query(
      `begin; set local session_replication_role = replica;
       insert into ledger_account (service_env_id, mode, kind, currency, balance)
         values ('${tenant.serviceEnvId}', 'live', 'withheld', 'XOF', 100); commit`,
    )
    // Temporal may not have heard yet that the first one has ended, and names runs by the second they are triggered in.
    await pause(secondMs)
    await schedule.trigger(ScheduleOverlapPolicy.ALLOW_ALL)
    const [differs] = await proofs(2)
    assert.equal(differs.state, 'differs')
    assert.deepEqual(
      differs.first_differences.map(({ rule }: { rule: string }) => rule),
      ['balance_differs'],
    )
    const { rows } = await service.database.pool.query('select kind, proof_id from staff_notice')
    assert.deepEqual(rows, [{ kind: 'books_differ', proof_id: differs.id }])
    assert.ok(logged.some((line) => line.includes('the books do not hold')))
    const figures = await (await fetch(`${service.baseUrl}/metrics`)).text()
    assert.match(figures, /^ledger_proofs_total\{state="differs"\} 1$/m)
    assert.match(figures, /^ledger_proof_differences 1$/m)
  })

  async function pay(provider: string, ending: string): Promise<string> {
    const phone = `22901${provider === 'mtn-benin' ? '97' : '95'}${10 + phones.length}${ending}`
    phones.push(phone)
    const request = collectionCall(tenant.keys.secret, { provider, phone })
    const answer = await call(service, request)
    assert.equal(answer.status, 202, answer.text)
    return answer.json.data.id
  }

  async function payOut(): Promise<string> {
    const phone = await readyToPayOut(service.database, tenant, {
      balance: 100_000,
      phone: '2290197991234',
    })
    phones.push(phone)
    const answer = await call(service, payoutCall(tenant.keys.secret, { phone }))
    assert.equal(answer.status, 202, answer.text)
    return answer.json.data.id
  }

  async function giveBack(id: string): Promise<RefundId> {
    const parts = { database: service.database, client: service.temporal }
    const wish = { transactionId: asId<TransactionId>(id), amount: 300n }
    const books = { database: service.database, outbox: outboxTo(parts) }
    const refund = await refundOf(books, tenant, wish)
    await ordersTo(parts).approve(refund.id)
    await eventually(async () => {
      const [row] = await onPool(service.database.pool).rows<{ status: string }>(
        'select status from refund where id = $1',
        [refund.id],
      )
      return row?.status === 'succeeded'
    })
    return refund.id
  }

  const statusOf = async (id: string): Promise<string> =>
    (await waitUntilFinal(service, tenant.keys.secret, id)).status

  /** Imports the statement that the operator prints, and waits for its end. */
  async function reconcile(operator: MtnEmulator | MoovEmulator, provider: string) {
    const csv = await (await fetch(`${operator.baseUrl}/emulator/statement`)).text()
    assert.match(csv, /2290197|2290195/, 'a real statement names payers')
    const body = { provider, from: today, to: today, csv }
    const answer = await act(service, desk, { path: '/reconciliations', body })
    assert.equal(answer.status, 201, answer.text)
    const path = `/reconciliations/${answer.json.data.id}`
    return eventually(async () => {
      const { data } = (await look(service, desk, path)).json
      return data.state === 'done' && data
    })
  }

  /** No table of statements, and no history of a run, has a payer's number. */
  async function nothingPersonal(): Promise<void> {
    const { rows } = await service.database.pool.query<{ text: string }>(
      `select l::text as text from operator_statement_line l union all select d::text from reconciliation_difference d
       union all select r::text from reconciliation r`,
    )
    const texts = rows.map(({ text }) => text)
    const runs = service.temporal.workflow.list({ query: `WorkflowType = 'reconciliation'` })
    for await (const { workflowId } of runs) {
      const handle = service.temporal.workflow.getHandle(workflowId)
      texts.push(JSON.stringify(await handle.fetchHistory()))
    }
    assert.ok(texts.length > 8)
    for (const phone of phones) assert.ok(!texts.some((text) => text.includes(phone)))
  }

  /** The proofs, the latest first, once so many have ended. */
  function proofs(count: number) {
    return eventually(async () => {
      const { data } = (await look(service, desk, '/ledger-proofs')).json
      const ended = data.filter(({ state }: { state: string }) => state !== 'running')
      return ended.length === count && ended
    })
  }
})
