import assert from 'node:assert/strict'
import type { OrderState, RequestAnswer } from '#activities/operators/operator.ts'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { call, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { givenOrders } from '#test/support/orders.ts'
import { authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { readCollection, settledCollection } from './arrange.ts'
import { workflowId } from '#workflows/contract.ts'
import { signals } from '#workflows/contract/messages.ts'
import { keepHistory } from './corpus.ts'
import { handOver, lengthMs, readRun, resultOf } from './runs.ts'
import { type ScriptedOperator, scriptedOperator } from './scripted-operator.ts'

const hourMs = 3_600_000
const taken: RequestAnswer = { state: 'taken' }
const unavailable: RequestAnswer = { state: 'unavailable' }
const paidOut: OrderState = {
  state: 'decided',
  outcome: { status: 'succeeded', providerReference: 'OP-O' },
}

describe('money out whose operator was unavailable before an outage of ours', function () {
  this.timeout(120_000)
  const service = given(() => startSkippedService())
  const tenant = given(() => createTenant(service.database))
  const orders = givenOrders(service)
  before(() => giveBalance(service.database, tenant, 100_000))
  booksHoldAfterEach(() => service.database)

  for (const answers of [
    [unavailable, taken],
    [unavailable, unavailable, unavailable, taken],
  ]) {
    it(`a refund of four days ago is asked for ${answers.length} times, and paid`, async () => {
      const { id, operator } = await refundAt(answers)
      assert.equal(await resultOf(service.environment.client, 'refund', id), 'succeeded')
      assert.equal(operator.orders.length, answers.length)
      const name = `refund-after-outage-${answers.length}`
      await keepHistory(service.environment.client, 'refund', { name, subjectId: id })
    })

    it(`a payout of two days ago is asked for ${answers.length} times, and paid`, async () => {
      const { id, operator } = await payoutAt(answers)
      assert.equal(await resultOf(service.environment.client, 'payout', id), 'succeeded')
      assert.equal(operator.orders.length, answers.length)
      const name = `payout-after-outage-${answers.length}`
      await keepHistory(service.environment.client, 'payout', { name, subjectId: id })
    })
  }

  for (const kind of ['payout', 'refund'] as const) {
    it(`a ${kind} whose run is told three times to look now is asked for as often by itself afterwards`, async () => {
      const answers = [...Array.from({ length: 6 }, () => unavailable), taken]
      const { id, operator } = await (kind === 'payout' ? payoutAt(answers) : refundAt(answers))
      for (let asks = 1; asks <= 3; asks += 1) {
        await eventually(async () => operator.orders.length === asks)
        await lookNow(kind, id)
      }
      await eventually(async () => operator.orders.length === 4)
      assert.equal(await resultOf(service.environment.client, kind, id), 'succeeded')
      assert.equal(operator.orders.length, answers.length)
      const name = `${kind}-after-outage-told-to-look`
      await keepHistory(service.environment.client, kind, { name, subjectId: id })
    })
  }

  it('a refund that leaves as somebody asks to look, two days late, is soon looked at', async () => {
    const startedAt = (await service.environment.currentTimeMs()) - 2 * 24 * hourMs
    const { id, operator } = await refundAt([unavailable, taken], { startedAt, looks: 30 })
    await eventually(async () => operator.orders.length === 1)
    await lookNow('refund', id)
    assert.equal(await resultOf(service.environment.client, 'refund', id), 'succeeded')
    const tookMs = lengthMs(await readRun(service.environment.client, 'refund', id))
    assert.ok(tookMs < hourMs / 12, `${tookMs} ms`)
  })

  it('a payout that never arrived, and is sent again as somebody asks to look, is soon looked at', async () => {
    const { id, operator } = await payoutAt([{ state: 'unknown' }, taken], '0 days')
    operator.say({ state: 'unreachable' })
    await service.environment.sleep('10 hours')
    operator.say({ state: 'not_found' })
    await lookNow('payout', id)
    await eventually(async () => operator.orders.length === 2)
    operator.say(paidOut)
    assert.equal(await resultOf(service.environment.client, 'payout', id), 'succeeded')
    const tookMs = lengthMs(await readRun(service.environment.client, 'payout', id))
    assert.ok(tookMs < 10.1 * hourMs, `${tookMs} ms`)
  })

  const lookNow = (kind: 'payout' | 'refund', id: string) =>
    service.environment.client.workflow.getHandle(workflowId(kind, id)).signal(signals.lookNow)

  it('at an operator that stays unavailable both are given up within the hour, and the money returns', async () => {
    const { id: refundId } = await refundAt([unavailable])
    assert.equal(await resultOf(service.environment.client, 'refund', refundId), 'failed')
    const { failureCode } = await readRefund(service.database, refundId)
    assert.equal(failureCode, 'operator_unavailable')
    assert.ok(lengthMs(await readRun(service.environment.client, 'refund', refundId)) < hourMs)
    const { id } = await payoutAt([unavailable])
    assert.equal(await resultOf(service.environment.client, 'payout', id), 'failed')
    const row = await readCollection(service, id)
    assert.deepEqual([row.failure_code, row.operator_state], ['operator_unavailable', 'unsent'])
    assert.ok(lengthMs(await readRun(service.environment.client, 'payout', id)) < hourMs)
  })

  async function refundAt(
    answers: readonly RequestAnswer[],
    earlier: { readonly startedAt?: number; readonly looks?: number } = {},
  ) {
    const { database, heldOutbox } = service
    const outcome = { status: 'succeeded', providerReference: 'OP-O' } as const
    const transactionId = await settledCollection(service, tenant, outcome)
    const operator = scriptedOperator({ answers, states: [paidOut] })
    service.operators.set(transactionId, operator)
    const wish = { transactionId, amount: 500n }
    const { id } = await refundOf({ database, outbox: heldOutbox }, tenant, wish)
    await onPool(database.pool).rows('delete from outbox where subject_id = $1', [id])
    const startedAt = (await service.environment.currentTimeMs()) - 4 * 24 * hourMs
    await service.environment.client.workflow.start('refund', {
      taskQueue: 'payments',
      workflowId: workflowId('refund', id),
      args: [{ refundId: id, before: { startedAt, looks: 5, isSent: false, told: 4, ...earlier } }],
    })
    await orders.approve(id)
    return { id, operator }
  }

  async function payoutAt(
    answers: readonly RequestAnswer[],
    ago = '2 days',
  ): Promise<{ id: TransactionId; operator: ScriptedOperator }> {
    const phone = await authorizePhone(service.database, tenant, freshPhone())
    const { json, text, status } = await call(service, payoutCall(tenant.keys.secret, { phone }))
    assert.equal(status, 202, text)
    const id: TransactionId = json.data.id
    const aheadMs = (await service.environment.currentTimeMs()) - Date.now()
    await onPool(service.database.pool).rows(
      `update transaction set created_at = created_at - $3::interval,
         expires_at = expires_at + $2::float8 * interval '1 ms' - $3::interval where id = $1`,
      [id, aheadMs, ago],
    )
    const operator = scriptedOperator({ answers, states: [paidOut] })
    service.operators.set(id, operator)
    await handOver(service, id)
    return { id, operator }
  }
})
