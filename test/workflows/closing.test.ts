import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { OrderState, RequestAnswer } from '#activities/operators/operator.ts'
import { operatorAnswered } from '#use-cases/operators/answered.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { onPool } from '#db/sql.ts'
import { asId, type ActId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { givenOrders } from '#test/support/orders.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { call, eventually } from '#test/support/call.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { accountsOf, authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { settledCollection } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, resultOf } from './runs.ts'
import { paid, scriptedOperator } from './scripted-operator.ts'

const balance = 500_000
const large = 200_000
const unknown: RequestAnswer = { state: 'unknown' }
const silent: OrderState = { state: 'unreachable' }
const notPaid: OrderState = {
  state: 'decided',
  outcome: { status: 'failed', failureCode: 'recipient_rejected', providerReference: 'OP-9' },
}

describe('staff says how a payout or refund ended whose operator stays silent', () => {
  const service = given(() => startSkippedService())
  const orders = givenOrders(service)
  const tenant = givenEach(() => createTenant(service.database))
  beforeEach(async () => {
    await giveBalance(service.database, tenant, balance)
  })
  booksHoldAfterEach(() => service.database)

  const keep = (name: string, subjectId: TransactionId) =>
    keepHistory(client(), 'late-answer', { name, subjectId })
  const accounts = () => accountsOf(service.database, tenant)
  const client = () => service.environment.client

  async function silentPayout(amount = 1000) {
    const operator = scriptedOperator({ isIdempotent: false, answers: [unknown], states: [silent] })
    const phone = await authorizePhone(service.database, tenant)
    const answer = await call(service, payoutCall(tenant.keys.secret, { phone, amount }))
    assert.equal(answer.status, 202, answer.text)
    const id: TransactionId = answer.json.data.id
    service.operators.set(id, operator)
    await handOver(service, id)
    return { id, operator }
  }

  /** A refund of a payment of 1020 XOF, or of much more, that was sent and never answered. */
  async function silentRefund() {
    const { database, heldOutbox } = service
    const outcome = { status: 'succeeded', providerReference: 'OP-1' } as const
    const transactionId = await settledCollection(service, tenant, outcome)
    const operator = scriptedOperator({ isIdempotent: false, answers: [unknown], states: [silent] })
    service.operators.set(transactionId, operator)
    const wish = { transactionId, amount: 500n }
    const { id } = await refundOf({ database, outbox: heldOutbox }, tenant, wish)
    await handOver(service, id)
    await orders.approve(id)
    return { id, transactionId, operator }
  }

  async function notices(kind: string, subject: string): Promise<number> {
    const rows = await onPool(service.database.pool).rows(
      `select id from staff_notice where kind = $1 and coalesce(refund_id, transaction_id) = $2`,
      [kind, subject],
    )
    return rows.length
  }

  const silence = async (kind: string, id: string): Promise<void> => {
    await service.environment.sleep('2 hours')
    await eventually(async () => (await notices(kind, id)) === 1)
  }

  it('not before staff was told that it is silent; then a payout that was paid is spent, with the reference', async () => {
    const { id, operator } = await silentPayout()
    assert.equal(await refusalCode(orders.closePayout(id)), 'action_not_allowed')
    await silence('payout_undecided', id)
    const closed = await orders.closePayout(id, { operatorReference: 'MTN-77' })
    assert.deepEqual([closed.status, closed.providerReference], ['succeeded', 'MTN-77'])
    assert.equal(await resultOf(client(), 'payout', id), 'succeeded')
    assert.deepEqual(await accounts(), { available: balance - 1000 })
    assert.equal(operator.orders.length, 1)
    assert.equal(await refusalCode(orders.closePayout(id)), 'action_not_allowed')
    await keepHistory(client(), 'payout', { name: 'payout-closed-paid', subjectId: id })
  })

  it('a payout that was not paid returns, and nothing is ever sent again', async () => {
    const { id, operator } = await silentPayout()
    await silence('payout_undecided', id)
    const actId = asId<ActId>(randomUUID())
    const by = randomUUID()
    const word = { verdict: 'not_paid', actId, by } as const
    const [closed] = await Promise.all([1, 2, 3].map(() => orders.closePayout(id, word)))
    assert.deepEqual([closed?.status, closed?.failureCode], ['failed', 'not_executed'])
    assert.equal(await resultOf(client(), 'payout', id), 'failed')
    assert.equal((await orders.closePayout(id, word)).status, 'failed', 'the same order again')
    assert.deepEqual(await accounts(), { available: balance })
    assert.equal(operator.orders.length, 1)
  })

  it('above the amount two people must say the same, of whom neither is the other', async () => {
    const { id } = await silentPayout(large)
    await silence('payout_undecided', id)
    const first = randomUUID()
    const say = (by: string, more: object = {}) => orders.closePayout(id, { by, ...more })
    assert.equal((await say(first)).status, 'pending')
    assert.equal(await refusalCode(say(first)), 'second_approver_required')
    assert.equal((await say(first, { operatorReference: 'OP-8' })).status, 'pending', 'corrected')
    assert.equal(
      (await say(randomUUID(), { verdict: 'not_paid' })).status,
      'pending',
      'the contrary',
    )
    assert.equal((await say(first, { operatorReference: 'OP-8' })).status, 'pending')
    assert.equal((await say(randomUUID())).status, 'pending', 'another reference')
    assert.equal((await say(first)).status, 'succeeded')
    assert.equal(await resultOf(client(), 'payout', id), 'succeeded')
  })

  it('two who say the contrary at once: one word ends it', async () => {
    const { id } = await silentPayout()
    await silence('payout_undecided', id)
    const ends = await Promise.allSettled([
      orders.closePayout(id),
      orders.closePayout(id, { verdict: 'not_paid' }),
      orders.closePayout(id),
    ])
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
    await resultOf(client(), 'payout', id)
  })

  it('the operator that says the same afterwards changes nothing', async () => {
    const { id, operator } = await silentPayout()
    await silence('payout_undecided', id)
    await orders.closePayout(id)
    operator.say(paid)
    await handOver(service, id)
    assert.equal(await resultOf(client(), 'late-answer', id), 'closed')
    assert.equal(await notices('closing_contradicted', id), 0)
  })

  it('the operator that says the contrary in the week after: the end stays, the money is kept apart, staff is told', async () => {
    for (const [verdict, word] of [
      ['not_paid', paid],
      ['paid', notPaid],
    ] as const) {
      const { id, operator } = await silentPayout()
      await silence('payout_undecided', id)
      const { status } = await orders.closePayout(id, { verdict })
      const before = await accounts()
      await handOver(service, id)
      await service.environment.sleep('3 days')
      operator.say(word)
      assert.equal(await resultOf(client(), 'late-answer', id), 'closed')
      assert.equal(await notices('closing_contradicted', id), 1)
      assert.equal((await readTransaction(service.database, id)).status, status)
      assert.deepEqual(await accounts(), before)
      if (verdict === 'not_paid') await keep('late-answer-contradicted', id)
    }
  })

  it('a callback long after the closing is looked at', async () => {
    const { id, operator } = await silentPayout()
    await silence('payout_undecided', id)
    const { operatorRequestId } = await orders.closePayout(id, { verdict: 'not_paid' })
    await handOver(service, id)
    assert.equal(await resultOf(client(), 'late-answer', id), 'undecided')
    operator.say(paid)
    const heard = await operatorAnswered(service.database, service.outbox, operatorRequestId)
    assert.equal(heard, id)
    await service.outbox.drain()
    assert.equal(await resultOf(client(), 'late-answer', id), 'closed')
    assert.equal(await notices('closing_contradicted', id), 1)
  })

  it('a refund is closed in the same way: paid, and the payer has it', async () => {
    const { id, transactionId, operator } = await silentRefund()
    assert.equal(await refusalCode(orders.closeRefund(id)), 'action_not_allowed')
    await silence('refund_undecided', id)
    const { status, providerReference } = await orders.closeRefund(id)
    assert.deepEqual([status, providerReference], ['succeeded', 'OP-TICKET-7'])
    assert.equal(await resultOf(client(), 'refund', id), 'succeeded')
    const { refunded } = await readTransaction(service.database, transactionId)
    assert.deepEqual([refunded.minor, operator.orders.length], [500n, 1])
    await keepHistory(client(), 'refund', { name: 'refund-closed-paid', subjectId: id })
  })

  it('a refund that was not paid returns; paid after all, it is kept apart, and staff is told each day before', async () => {
    const { id, operator } = await silentRefund()
    const before = await accounts()
    await silence('refund_undecided', id)
    await service.environment.sleep('3 days')
    await eventually(async () => (await notices('refund_undecided', id)) >= 3)
    assert.equal((await orders.closeRefund(id, { verdict: 'not_paid' })).status, 'failed')
    const after = await accounts()
    assert.equal((after['available'] ?? 0) - (before['available'] ?? 0), 500)
    assert.equal(await resultOf(client(), 'refund', id), 'failed')
    operator.say(paid)
    await handOver(service, id)
    assert.equal(await resultOf(client(), 'late-refund-answer', id), 'closed')
    assert.equal(await notices('closing_contradicted', id), 1)
    assert.equal((await readRefund(service.database, id as RefundId)).status, 'failed')
    assert.deepEqual(await accounts(), after)
    const late = { name: 'late-refund-answer-paid', subjectId: id }
    await keepHistory(client(), 'late-refund-answer', late)
    await keepHistory(client(), 'refund', { name: 'refund-closed-not-paid', subjectId: id })
  })
})
