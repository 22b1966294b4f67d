import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { OrderState, RequestAnswer } from '#activities/operators/operator.ts'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { operatorAnswered } from '#use-cases/operators/answered.ts'
import { requestLateRefund } from '#use-cases/late-outcomes/desk-acts.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { onPool } from '#db/sql.ts'
import { type ActId, asId, type RefundId, type StaffMemberId } from '#domain/ids.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import { givenOrders } from '#test/support/orders.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { call, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { settledCollection } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, lengthMs, readDetails, readRun, resultOf } from './runs.ts'
import { type ScriptedOperator, scriptedOperator } from './scripted-operator.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const taken: RequestAnswer = { state: 'taken' }
const unavailable: RequestAnswer = { state: 'unavailable' }
const pending: OrderState = { state: 'pending' }
const paidBack: OrderState = {
  state: 'decided',
  outcome: { status: 'succeeded', providerReference: 'OP-R1' },
}
const notPaidBack: OrderState = {
  state: 'decided',
  outcome: { status: 'failed', failureCode: 'recipient_rejected', providerReference: 'OP-R2' },
}

describe('the run of a refund', () => {
  const service = given(() => startSkippedService())
  const tenant = given(() => createTenant(service.database))
  const orders = givenOrders(service)
  before(async () => {
    // So that each whole refund finds its fees in the balance.
    await asked({ answers: [], states: [] })
  })
  booksHoldAfterEach(() => service.database)

  it('waits on staff for 30 days, then is paid once, and the payment shows it', async () => {
    const { id, operator } = await asked({ answers: [taken], states: [pending, paidBack] })
    await service.environment.sleep('30 days')
    assert.match(await details(id), /^Waits for staff to approve or reject/)
    assert.equal((await read(id)).status, 'pending')
    assert.equal((await orders.approve(id)).approvedBy?.length, 36)
    assert.equal(await end(id), 'succeeded')
    const refund = await read(id)
    const { operatorRequestId, phone, reference, refunded } = await paymentOf(refund)
    assert.deepEqual([refund.providerReference, refunded], ['OP-R1', 500n])
    assert.deepEqual(operator.orders, [
      {
        kind: 'refund',
        requestId: refund.operatorRequestId,
        phone,
        amount: { minor: 500n, currency: 'XOF' },
        description: `Remboursement ${reference}`,
        refundOf: operatorRequestId,
        providerReference: null,
      },
    ])
    assert.ok(lengthMs(await run(id)) > 30 * dayMs)
    await keep('refund-paid-after-30-days', id)
  })

  it('ends without the operator when it is rejected, or cancelled by the merchant', async () => {
    for (const act of ['reject', 'cancel'] as const) {
      const { id, operator } = await asked({ answers: [], states: [] })
      const refund = act === 'reject' ? orders.reject(id) : orders.cancel(id, tenant.serviceEnvId)
      const status = act === 'reject' ? 'rejected' : 'cancelled'
      assert.equal((await refund).status, status)
      assert.equal(await end(id), status)
      assert.deepEqual(operator.orders, [])
      assert.equal(await refusalCode(orders.approve(id)), 'action_not_allowed')
      assert.equal(await refusalCode(orders.reject(id)), 'action_not_allowed')
      await keep(`refund-${status}`, id)
    }
  })

  it('above the threshold waits for a second, different member of staff', async () => {
    const { id, operator } = await asked({ answers: [taken], states: [paidBack], isLarge: true })
    const first = randomUUID()
    assert.equal((await orders.approve(id, first)).status, 'pending')
    assert.match(await details(id), /^Waits for a second member of staff/)
    assert.equal(await refusalCode(orders.approve(id, first)), 'second_approver_required')
    assert.deepEqual(operator.orders, [])
    const refund = await orders.approve(id)
    assert.deepEqual([refund.approvedBy, refund.secondApprovedBy === first], [first, false])
    assert.equal(await end(id), 'succeeded')
    await keep('refund-approved-twice', id)
  })

  it('above the threshold is still cancelled after the first approval', async () => {
    const { id } = await asked({ answers: [], states: [], isLarge: true })
    await orders.approve(id)
    assert.equal((await orders.cancel(id, tenant.serviceEnvId)).status, 'cancelled')
    assert.equal(await end(id), 'cancelled')
    await keep('refund-cancelled-after-one-approval', id)
  })

  it('approval racing cancellation, 12 times: exactly one wins, and the operator is asked by no loser', async function () {
    this.timeout(60_000)
    for (let race = 0; race < 12; race += 1) {
      const { id, operator } = await asked({ answers: [taken], states: [paidBack] })
      const cancel = () => orders.cancel(id, tenant.serviceEnvId)
      const rivals = [() => orders.approve(id), cancel, () => orders.approve(id), cancel]
      const order = race % 2 === 0 ? rivals : rivals.toReversed()
      const ends = await Promise.allSettled(order.map((give) => give()))
      const won = ends.filter(({ status }) => status === 'fulfilled')
      assert.equal(won.length, 1)
      const result = await end(id)
      assert.equal(operator.orders.length, result === 'succeeded' ? 1 : 0)
      assert.equal((await read(id)).status, result)
    }
  })

  it('the same order given twice at once, and again after the end, is one order', async () => {
    const { id } = await asked({ answers: [taken], states: [paidBack] })
    const [by, actId] = [randomUUID(), asId<ActId>(randomUUID())]
    await Promise.all([1, 2, 3].map(() => orders.approve(id, by, actId)))
    assert.equal(await end(id), 'succeeded')
    assert.equal((await orders.approve(id, by, actId)).status, 'succeeded')
  })

  it('failed at the operator, its amount returns', async () => {
    const before = await available()
    const { id } = await asked({ answers: [taken], states: [notPaidBack] })
    await orders.approve(id)
    assert.equal(await end(id), 'failed')
    assert.equal((await read(id)).failureCode, 'recipient_rejected')
    assert.equal(await available(), before + 1000n)
    await keep('refund-failed', id)
  })

  it('refused by the operator at once, its amount returns', async () => {
    const answers = [{ state: 'refused', failureCode: 'operator_float_empty' }] as const
    const { id } = await asked({ answers, states: [] })
    await orders.approve(id)
    assert.equal(await end(id), 'failed')
    await keep('refund-refused', id)
  })

  it('an operator that is unavailable is asked again, and given up after three days', async () => {
    const { id, operator } = await asked({ answers: [unavailable], states: [] })
    await orders.approve(id)
    assert.equal(await end(id), 'failed')
    const { failureCode, attentionAt } = await read(id)
    assert.deepEqual([failureCode, attentionAt !== null], ['operator_unavailable', true])
    const length = lengthMs(await run(id))
    assert.ok(length >= 3 * dayMs && length < 3.5 * dayMs, `${length / dayMs} days`)
    assert.ok(operator.orders.length > 40)
    assert.equal(new Set(operator.orders.map(({ requestId }) => requestId)).size, 1)
    await keep('refund-unavailable', id)
  })

  it('an unavailable operator that comes back pays it', async () => {
    const answers = [unavailable, unavailable, taken]
    const { id, operator } = await asked({ answers, states: [paidBack] })
    await orders.approve(id)
    assert.equal(await end(id), 'succeeded')
    assert.equal(operator.orders.length, 3)
    await keep('refund-unavailable-then-paid', id)
  })

  for (const [looks, hours] of [
    [14, 1],
    [60, 24 * 6],
  ] as const) {
    it(`whose fate is unknown for ${looks} looks is never sent again: it stays open, staff is told, the outcome is found`, async () => {
      const unheard = Array.from({ length: looks }, () => ({ state: 'unreachable' }) as const)
      const { id, operator } = await asked({
        answers: [{ state: 'unknown' }],
        states: [...unheard, paidBack],
        isIdempotent: false,
      })
      await orders.approve(id)
      assert.equal(await end(id), 'succeeded')
      assert.equal(operator.orders.length, 1)
      const { attentionAt, completedAt } = await read(id)
      assert.ok(attentionAt && completedAt && attentionAt < completedAt)
      assert.ok(lengthMs(await run(id)) > hours * hourMs)
      if (hours === 1) await keep('refund-unknown-then-paid', id)
    })
  }

  it('that never arrived is sent again where one id is one request, and nowhere else', async () => {
    for (const isIdempotent of [true, false]) {
      const states = [{ state: 'not_found' }, { state: 'not_found' }, paidBack] as const
      const answers = [{ state: 'unknown' }, taken] as const
      const { id, operator } = await asked({ answers, states, isIdempotent })
      await orders.approve(id)
      assert.equal(await end(id), 'succeeded')
      assert.equal(operator.orders.length, isIdempotent ? 3 : 1)
      if (isIdempotent) await keep('refund-sent-again', id)
    }
  })

  it('called back about it, looks at once', async () => {
    const states = [...Array.from({ length: 4 }, () => pending), paidBack]
    const { id, operator } = await asked({ answers: [taken], states })
    await orders.approve(id)
    await eventually(async () => operator.orders.length === 1)
    const { operatorRequestId, transactionId } = await read(id)
    const readsBefore = operator.reads()
    const known = await operatorAnswered(service.database, service.outbox, operatorRequestId)
    await eventually(async () => known !== undefined && operator.reads() > readsBefore)
    assert.equal(await end(id), 'succeeded')
    const again = await operatorAnswered(service.database, service.outbox, operatorRequestId)
    assert.deepEqual([known, again], [transactionId, transactionId])
    await keep('refund-called-back', id)
  })

  it('what was debited after the end is given back by staff, and the expired payment shows it', async () => {
    const { database, heldOutbox } = service
    const expired = { status: 'expired', failureCode: 'expired', providerReference: null } as const
    const transactionId = await settledCollection(service, tenant, expired)
    await bookLateOutcome(database, transactionId, 'OP-L')
    service.operators.set(transactionId, scriptedOperator({ answers: [taken], states: [paidBack] }))
    const before = await available()
    const requested = await requestLateRefund(database, heldOutbox, {
      id: asId<RefundId>(randomUUID()),
      transactionId,
      reason: null,
      requestedBy: asId<StaffMemberId>(randomUUID()),
      approvalAbove: 1_000_000n,
    })
    await handOver(service, requested.id)
    const cancelled = orders.cancel(requested.id, tenant.serviceEnvId)
    assert.equal(await refusalCode(cancelled), 'action_not_allowed')
    await orders.approve(requested.id)
    assert.equal(await end(requested.id), 'succeeded')
    const path = `/v2/transactions/${transactionId}`
    const { data } = (await call(service, { path, key: tenant.keys.secret })).json
    assert.deepEqual([data.status, data.refunded_amount], ['expired', 1020])
    assert.equal(await available(), before)
  })

  it('an order about a refund that nobody has is refused, and one of another merchant', async () => {
    const { id } = await asked({ answers: [], states: [] })
    const stranger = await createTenant(service.database)
    const nobodys = asId<RefundId>(randomUUID())
    assert.equal(await refusalCode(orders.approve(nobodys)), 'refund_not_found')
    const strange = orders.cancel(id, stranger.serviceEnvId)
    assert.equal(await refusalCode(strange), 'refund_not_found')
    await orders.reject(id)
    assert.equal(await end(id), 'rejected')
  })

  /** A refund of 500 XOF of a payment of 1020 that was just paid, waiting on staff; the operator as scripted. */
  async function asked(script: {
    readonly answers: readonly RequestAnswer[]
    readonly states: readonly OrderState[]
    readonly isIdempotent?: boolean
    readonly isLarge?: boolean
  }): Promise<{ id: RefundId; operator: ScriptedOperator }> {
    const { database, heldOutbox } = service
    const outcome = { status: 'succeeded', providerReference: 'OP-1' } as const
    const transactionId = await settledCollection(service, tenant, outcome)
    const operator = scriptedOperator(script)
    service.operators.set(transactionId, operator)
    const wish = { transactionId, amount: 500n, ...(script.isLarge && { approvalAbove: 499n }) }
    const { id } = await refundOf({ database, outbox: heldOutbox }, tenant, wish)
    await handOver(service, id)
    return { id, operator }
  }

  async function paymentOf({ transactionId }: RefundRecord) {
    const payment = await readTransaction(service.database, transactionId)
    const { operatorRequestId, customer, reference, refunded } = payment
    return { operatorRequestId, phone: customer.phone, reference, refunded: refunded.minor }
  }

  async function available(): Promise<bigint> {
    const { balance } = await onPool(service.database.pool).one<{ balance: string }>(
      `select balance::text from ledger_account where service_env_id = $1 and kind = 'available'`,
      [tenant.serviceEnvId],
    )
    return BigInt(balance)
  }

  const read = (id: RefundId) => readRefund(service.database, id)
  const run = (id: RefundId) => readRun(service.environment.client, 'refund', id)
  const end = (id: RefundId) => resultOf(service.environment.client, 'refund', id)
  const details = (id: RefundId) => readDetails(service.environment.client, 'refund', id)
  const keep = (name: string, subjectId: RefundId) =>
    keepHistory(service.environment.client, 'refund', { name, subjectId })
})
