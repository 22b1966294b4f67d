import assert from 'node:assert/strict'
import { claimRequest } from '#use-cases/transactions/request-sent.ts'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import type { OrderState } from '#activities/operators/operator.ts'
import { call, eventually } from '#test/support/call.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { accountsOf, authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { callBack, readCollection } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, lengthMs, readDetails, readRun, resultOf, summariesOf } from './runs.ts'
import { paid, type ScriptedOperator, scriptedOperator } from './scripted-operator.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const balance = 10_000

describe('the run of a payout', () => {
  const service = given(() => startSkippedService())
  const tenant = givenEach(() => createTenant(service.database))
  beforeEach(async () => {
    await giveBalance(service.database, tenant, balance)
  })
  booksHoldAfterEach(() => service.database)

  const end = (id: TransactionId) => resultOf(service.environment.client, 'payout', id)
  const read = (id: TransactionId) => readRun(service.environment.client, 'payout', id)
  const row = (id: TransactionId) => readCollection(service, id)
  const accounts = () => accountsOf(service.database, tenant)
  const keep = (name: string, subjectId: TransactionId) =>
    keepHistory(service.environment.client, 'payout', { name, subjectId })

  async function accepted(ending?: string): Promise<TransactionId> {
    const phone = await authorizePhone(service.database, tenant, freshPhone(ending))
    const { json, text, status } = await call(service, payoutCall(tenant.keys.secret, { phone }))
    assert.equal(status, 202, text)
    const aheadMs = (await service.environment.currentTimeMs()) - Date.now()
    await onPool(service.database.pool).rows(
      `update transaction set expires_at = expires_at + $2::float8 * interval '1 ms' where id = $1`,
      [json.data.id, aheadMs],
    )
    return json.data.id
  }

  async function payOutAt(
    script: Parameters<typeof scriptedOperator>[0],
  ): Promise<{ id: TransactionId; operator: ScriptedOperator }> {
    const operator = scriptedOperator(script)
    const id = await accepted()
    service.operators.set(id, operator)
    await handOver(service, id)
    return { id, operator }
  }

  async function notices(id: TransactionId): Promise<number> {
    const rows = await onPool(service.database.pool).rows(
      `select id from staff_notice where transaction_id = $1 and kind = 'payout_undecided'`,
      [id],
    )
    return rows.length
  }

  for (const [ending, status, left] of [
    ['1234', 'succeeded', 9000],
    ['0001', 'failed', balance],
    ['0002', 'failed', balance],
    ['0003', 'failed', balance],
    ['0004', 'succeeded', 9000],
    ['0008', 'succeeded', 9000],
    ['0009', 'succeeded', 9000],
    ['0010', 'succeeded', 9000],
    ['0011', 'succeeded', 9000],
  ] as const) {
    it(`to a sandbox number that ends in ${ending}: ${status}, and the balance is ${left}`, async () => {
      const id = await accepted(ending)
      await handOver(service, id)
      assert.equal(await end(id), status)
      assert.deepEqual(await accounts(), { available: left })
      if (['1234', '0001', '0004'].includes(ending)) await keep(`payout-${ending}`, id)
    })
  }

  it('is asked for what the beneficiary gets, once, and called a payout', async () => {
    const { id, operator } = await payOutAt({ answers: [{ state: 'taken' }], states: [paid] })
    assert.equal(await end(id), 'succeeded')
    const [order, ...others] = operator.orders
    assert.deepEqual(others, [])
    assert.deepEqual([order?.kind, order?.amount.minor], ['payout', 1000n])
    assert.deepEqual(summariesOf(await read(id)).slice(0, 2), [
      'Pay out 1000 XOF by mtn-benin',
      'Ask the operator to pay out',
    ])
  })

  it('no answer, and unreachable for weeks: it never fails, staff is told each day, and it ends by the operator’s word', async () => {
    const states: OrderState[] = Array.from({ length: 130 }, () => ({ state: 'unreachable' }))
    const { id, operator } = await payOutAt({
      isIdempotent: false,
      answers: [{ state: 'unknown' }],
      states: [...states, paid],
    })
    await eventually(async () => operator.reads() > 0)
    await service.environment.sleep(2 * hourMs)
    await eventually(async () => (await notices(id)) === 1)
    const details = await readDetails(service.environment.client, 'payout', id)
    assert.match(details, /gave no answer .* Staff was told\.$/)
    assert.deepEqual(
      [(await row(id)).status, await accounts()],
      ['pending', { available: 9000, reserved: 1000 }],
    )
    await service.environment.sleep(10 * dayMs)
    assert.equal((await row(id)).status, 'pending')
    assert.ok((await notices(id)) >= 9)
    assert.equal(await end(id), 'succeeded')
    assert.equal(operator.orders.length, 1, 'never sent blindly again')
    assert.deepEqual(await accounts(), { available: 9000 })
    const run = await read(id)
    assert.ok(run.events.length < 1200, `${run.events.length} events`)
    await keep('payout-undecided', id)
  })

  it('never heard of by an operator that does not tell repeats apart: neither sent again nor given back', async () => {
    const { id, operator } = await payOutAt({
      isIdempotent: false,
      answers: [{ state: 'unknown' }],
      states: [{ state: 'not_found' }],
    })
    await eventually(async () => operator.reads() > 0)
    await service.environment.sleep(3 * dayMs)
    assert.equal(operator.orders.length, 1)
    const { status, movements } = await row(id)
    assert.deepEqual([status, movements], ['pending', ['payout_reserved']])
    await service.environment.client.workflow.getHandle(`payout/${id}`).terminate()
  })

  it('unavailable for a day: asked again all that time, then given up, for it never left; all returns', async () => {
    const { id, operator } = await payOutAt({
      answers: [{ state: 'unavailable' }],
      states: [{ state: 'unreachable' }],
    })
    assert.equal(await end(id), 'failed')
    const { failure_code, movements } = await row(id)
    assert.equal(failure_code, 'operator_unavailable')
    assert.deepEqual(movements, ['payout_reserved', 'payout_returned'])
    assert.ok(Math.abs(lengthMs(await read(id)) - dayMs) < minuteMs)
    assert.equal(operator.reads(), 0)
    assert.equal(new Set(operator.orders.map(({ requestId }) => requestId)).size, 1)
  })

  it('given up as soon as its time is up, and not before', async () => {
    const operator = scriptedOperator({ answers: [{ state: 'unavailable' }], states: [] })
    const id = await accepted()
    service.operators.set(id, operator)
    await onPool(service.database.pool).rows(
      `update transaction set expires_at = expires_at - interval '1 day' + interval '1 minute' where id = $1`,
      [id],
    )
    await handOver(service, id)
    assert.equal(await end(id), 'failed')
    assert.ok(Math.abs(lengthMs(await read(id)) - minuteMs) < 5000)
    await keep('payout-given-up', id)
  })

  it('a worker lost between writing down the request and sending it: asked about, never sent blindly', async () => {
    const operator = scriptedOperator({ isIdempotent: false, answers: [], states: [paid] })
    const id = await accepted()
    service.operators.set(id, operator)
    assert.equal((await claimRequest(service.database, id)).state, 'claimed')
    await handOver(service, id)
    assert.equal(await end(id), 'succeeded')
    assert.equal(operator.orders.length, 0)
    await keep('payout-claimed-before', id)
  })

  it('called back early, twice and after the end: one settlement, nothing watched', async () => {
    const { id } = await payOutAt({
      answers: [{ state: 'taken' }],
      states: [{ state: 'pending' }, paid],
    })
    await eventually(async () => (await row(id)).operator_state === 'taken')
    await Promise.all([callBack(service, id), callBack(service, id)])
    assert.equal(await end(id), 'succeeded')
    await callBack(service, id)
    const { movements } = await row(id)
    assert.deepEqual(movements, ['payout_reserved', 'payout_settled'])
    const owed = await onPool(service.database.pool).rows(
      'select id from outbox where subject_id = $1',
      [id],
    )
    assert.deepEqual(owed, [])
    await keep('payout-called-back', id)
  })

  it('refused when it is asked: it failed at once, and all returns', async () => {
    const { id } = await payOutAt({
      answers: [{ state: 'refused', failureCode: 'recipient_cannot_receive' }],
      states: [],
    })
    assert.equal(await end(id), 'failed')
    assert.equal((await row(id)).failure_code, 'recipient_cannot_receive')
    assert.deepEqual(await accounts(), { available: balance })
    await keep('payout-refused', id)
  })
})
