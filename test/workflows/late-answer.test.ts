import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import type { OrderState } from '#activities/operators/operator.ts'
import { given } from '#test/support/given.ts'
import { eventually } from '#test/support/call.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { acceptedCollection, callBack, readCollection } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, lengthMs, readDetails, readRun, resultOf, timersOf } from './runs.ts'
import {
  notConfirmed,
  paid,
  refusedByPayer,
  type ScriptedOperator,
  scriptedOperator,
} from './scripted-operator.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const dayMs = 24 * 60 * minuteMs
const pending: OrderState = { state: 'pending' }

describe('an operator that answers after the payment expired', () => {
  const service = given(() => startSkippedService())
  const tenant = given(() => createTenant(service.database))
  booksHoldAfterEach(() => service.database)

  it('debited the payer after all: the amount is kept to be refunded, and the payment stays expired', async () => {
    const { id } = await expiredAt([pending, pending, paid])
    assert.equal(await end(id), 'closed')
    const row = await readCollection(service, id)
    assert.deepEqual(
      [row.status, row.funds_status, row.movements],
      ['expired', null, ['late_outcome_booked']],
    )
    assert.ok(row.late_outcome_at)
    const charged = await chargedOf(id)
    assert.deepEqual(await entriesOf(id), [
      { kind: 'operator_clearing', amount: `-${charged}` },
      { kind: 'to_refund', amount: charged },
    ])
    assert.ok(lengthMs(await read(id)) < 6 * minuteMs, 'seen at the third look')
    await keep('late-answer-paid', id)
  })

  it('was never asked, for the time was nearly up: it ends expired, unsent, and nothing is watched', async () => {
    const operator = scriptedOperator({ answers: [{ state: 'taken' }], states: [paid] })
    const id = await acceptedCollection(service, tenant)
    service.operators.set(id, operator)
    await onPool(service.database.pool).rows(
      `update transaction set created_at = now() - interval '14 minutes', expires_at = now() + interval '14 seconds'
       where id = $1`,
      [id],
    )
    await handOver(service, id)
    assert.equal(await endOf(id), 'expired')
    const { failure_code: code, operator_state: state } = await readCollection(service, id)
    assert.deepEqual([code, state], ['expired', 'unsent'])
    assert.deepEqual([operator.orders.length, operator.reads()], [0, 0])
    assert.equal(await isWatched(id), false)
  })

  it('refused after all: the watch ends, and nothing moves', async () => {
    const { id } = await expiredAt([refusedByPayer])
    assert.equal(await end(id), 'closed')
    const row = await readCollection(service, id)
    assert.deepEqual([row.status, row.movements, row.late_outcome_at], ['expired', [], null])
    await keep('late-answer-refused', id)
  })

  it('says again that it is not sure, then debits the payer after all: that is not lost', async () => {
    const { id } = await expiredAt([notConfirmed, notConfirmed, paid])
    assert.equal(await end(id), 'closed')
    const row = await readCollection(service, id)
    assert.deepEqual([row.status, row.movements], ['expired', ['late_outcome_booked']])
  })

  it('does not find what it never took: believed after a day of looking', async () => {
    const { id } = await expiredAt([{ state: 'unreachable' }, { state: 'not_found' }], 'unknown')
    assert.equal(await isWatched(id), true)
    assert.equal(await end(id), 'closed')
    assert.equal(await isWatched(id), false)
    assert.ok(lengthMs(await read(id)) > dayMs - minuteMs, 'a day')
    assert.deepEqual((await readCollection(service, id)).movements, [])
    assert.deepEqual(await noticesOf(id), [])
    await keep('late-answer-not-found', id)
  })

  for (const heard of ['taken', 'called back'] as const) {
    it(`does not find what it has ${heard}: no word, and the debit that shows hours later is kept to be refunded`, async () => {
      const notFound = { state: 'not_found' } as const
      const { id } = await expiredAt([notFound, notFound, notFound, notFound, paid], heard)
      assert.equal(await end(id), 'closed')
      assert.deepEqual((await readCollection(service, id)).movements, ['late_outcome_booked'])
    })

    it(`never finds what it has ${heard}: after a day staff is told, and nothing is believed`, async () => {
      const { id } = await expiredAt([{ state: 'not_found' }], heard)
      assert.equal(await end(id), 'undecided')
      assert.equal(await isWatched(id), false)
      assert.deepEqual(await noticesOf(id), ['late_answer_silent'])
    })
  }

  it('took it, and never finds it from the first look on: sent again, it stays taken, and staff is told', async () => {
    const operator = scriptedOperator({
      answers: [{ state: 'taken' }, { state: 'unknown' }],
      states: [{ state: 'not_found' }],
    })
    const id = await acceptedAt(operator)
    assert.equal(await endOf(id), 'expired')
    assert.ok(operator.orders.length > 1, 'where one id is one request it is sent again')
    assert.equal((await readCollection(service, id)).operator_state, 'taken')
    assert.equal(await end(id), 'undecided')
    assert.deepEqual(await noticesOf(id), ['late_answer_silent'])
  })

  it('never answers: the watch ends after a day, undecided, for staff to ask', async () => {
    const { id } = await expiredAt([pending, { state: 'unreachable' }])
    assert.equal(await end(id), 'undecided')
    const run = await read(id)
    assert.ok(Math.abs(lengthMs(run) - dayMs) < 5 * secondMs, 'a day')
    const looksAt = timersOf(run).map(({ firedAt = 0 }) =>
      Math.round((firedAt - (timersOf(run)[0]?.startedAt ?? 0)) / secondMs),
    )
    assert.deepEqual(looksAt, [5, 60, 300, 1800, 14_400, 86_400])
    assert.equal(
      await readDetails(service.environment.client, 'late-answer', id),
      'The operator never told the outcome: staff must ask it.',
    )
    await keep('late-answer-undecided', id)
  })

  it('answers in the last minute of that day: seen at the last look', async () => {
    const { id } = await expiredAt([pending, pending, pending, pending, pending, paid])
    assert.equal(await end(id), 'closed')
    assert.deepEqual((await readCollection(service, id)).movements, ['late_outcome_booked'])
  })

  it('calls back six times without an outcome: the watch goes on for its day', async () => {
    const { id, lateLooks } = await expiredAt([pending])
    for (let callbacks = 1; callbacks <= 6; callbacks += 1) {
      const looksBefore = lateLooks()
      await callBack(service, id)
      await eventually(async () => lateLooks() > looksBefore)
    }
    assert.equal(await end(id), 'undecided')
    // A day from the last callback, before which the first look, after five seconds, may have been due.
    assert.ok(Math.abs(lengthMs(await read(id)) - dayMs) < 10 * secondMs)
    await keep('late-answer-called-back-undecided', id)
  })

  it('calls back with the outcome: looked at at once, not at the next look', async () => {
    const { id, lateLooks } = await expiredAt([pending, pending, pending, paid])
    while (lateLooks() < 4) {
      const looksBefore = lateLooks()
      await callBack(service, id)
      await eventually(async () => lateLooks() > looksBefore)
    }
    assert.equal(await end(id), 'closed')
    assert.ok(lengthMs(await read(id)) < minuteMs, 'four looks by itself take five minutes')
    await keep('late-answer-called-back', id)
  })

  it('calls back years after the watch ended, twice: a new watch books the money, once', async () => {
    const { id } = await expiredAt([...Array.from({ length: 6 }, () => pending), paid])
    assert.equal(await end(id), 'undecided')
    await service.environment.sleep('3 days')
    // What has its end is never changed but by this.
    await service.database.pool.query(
      `alter table transaction disable trigger user;
       update transaction set created_at = created_at - interval '3 years',
         expires_at = expires_at - interval '3 years', completed_at = completed_at - interval '3 years'
       where id = '${id}';
       alter table transaction enable trigger user`,
    )
    for (let time = 0; time < 2; time += 1) {
      await callBack(service, id)
      assert.equal(await end(id), 'closed')
    }
    assert.deepEqual((await readCollection(service, id)).movements, ['late_outcome_booked'])
  })

  it('debits a payment that it had refused: kept to be refunded as well', async () => {
    const operator = scriptedOperator({
      answers: [{ state: 'refused', failureCode: 'payer_rejected' }],
      states: [paid],
    })
    const id = await acceptedAt(operator)
    assert.equal(await endOf(id), 'failed')
    await callBack(service, id)
    assert.equal(await end(id), 'closed')
    const row = await readCollection(service, id)
    assert.deepEqual([row.status, row.movements], ['failed', ['late_outcome_booked']])
  })

  /**
   * A collection that was pending at its operator until it expired, however often that was asked, and is watched on;
   * `states` are what it says from then on. One that calls back does so while the payment is pending.
   */
  async function expiredAt(
    states: readonly OrderState[],
    heard: 'taken' | 'called back' | 'unknown' = 'taken',
  ): Promise<{ id: TransactionId; lateLooks: () => number }> {
    const id = await acceptedCollection(service, tenant)
    let lateLooks = 0
    const operator = scriptedOperator({
      answers: [{ state: heard === 'taken' ? 'taken' : 'unknown' }],
      async states() {
        if ((await readCollection(service, id)).status === 'pending') return pending
        lateLooks += 1
        return states[Math.min(lateLooks, states.length) - 1] ?? { state: 'unreachable' }
      },
    })
    service.operators.set(id, operator)
    await handOver(service, id)
    if (heard === 'called back') await callBack(service, id)
    assert.equal(await endOf(id), 'expired')
    assert.ok(operator.reads() > lateLooks, 'looked at while it had time')
    return { id, lateLooks: () => lateLooks }
  }

  async function acceptedAt(operator: ScriptedOperator): Promise<TransactionId> {
    const id = await acceptedCollection(service, tenant)
    service.operators.set(id, operator)
    await handOver(service, id)
    return id
  }

  async function isWatched(id: TransactionId): Promise<boolean> {
    const open = await onPool(service.database.pool).rows(
      'select from late_watch where transaction_id = $1 and closed_at is null',
      [id],
    )
    return open.length > 0
  }

  async function noticesOf(id: TransactionId): Promise<string[]> {
    const rows = await onPool(service.database.pool).rows<{ kind: string }>(
      'select kind from staff_notice where transaction_id = $1',
      [id],
    )
    return rows.map(({ kind }) => kind)
  }

  const chargedOf = async (id: TransactionId): Promise<string> => {
    const { charged } = await onPool(service.database.pool).one<{ charged: string }>(
      'select amount_charged::text as charged from transaction where id = $1',
      [id],
    )
    return charged
  }
  const entriesOf = (id: TransactionId) =>
    onPool(service.database.pool).rows(
      `select a.kind, e.amount::text as amount from ledger_entry e
         join ledger_movement m on m.id = e.movement_id join ledger_account a on a.id = e.account_id
       where m.transaction_id = $1 order by e.amount`,
      [id],
    )
  /** The end of the payment's run; the run of its watch, if there is one, has begun. */
  async function endOf(id: TransactionId): Promise<unknown> {
    const result = await resultOf(service.environment.client, 'collection', id)
    await service.outbox.drain()
    return result
  }
  const end = (id: TransactionId) => resultOf(service.environment.client, 'late-answer', id)
  const read = (id: TransactionId) => readRun(service.environment.client, 'late-answer', id)
  const keep = (name: string, subjectId: TransactionId) =>
    keepHistory(service.environment.client, 'late-answer', { name, subjectId })
})
