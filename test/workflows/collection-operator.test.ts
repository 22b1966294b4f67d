import assert from 'node:assert/strict'
import { claimRequest } from '#use-cases/transactions/request-sent.ts'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { acceptedCollection, callBack, expiryOf, readCollection } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { endedAt, handOver, isPausing, lengthMs, readRun, resultOf, timersOf } from './runs.ts'
import {
  notConfirmed,
  paid,
  refusedByPayer,
  type ScriptedOperator,
  scriptedOperator,
} from './scripted-operator.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const eventsMax = 80
/** As workflows/await-operator.ts has it. */
const callbacksHeardMax = 20
const lookPausesSeconds = [3, 5, 10, 20, 40, 60, 90, 120, 180]
const pending = { state: 'pending' } as const

describe('a collection at operators that fail as operators do', () => {
  const service = given(() => startSkippedService())
  const tenant = given(() => createTenant(service.database))
  booksHoldAfterEach(() => service.database)

  it('unavailable the whole time: asked less and less often, expired in time, and not watched', async () => {
    const { id, operator } = await collectAt({
      answers: [{ state: 'unavailable' }],
      states: [{ state: 'unreachable' }],
    })
    const timeIsUp = await expiryOf(service, id)
    assert.equal(await end(id), 'expired')
    const row = await readCollection(service, id)
    assert.deepEqual(
      [row.failure_code, row.operator_state, row.movements],
      ['expired', 'unsent', []],
    )
    assert.equal(await watches(id), 0)
    const run = await read(id)
    // From its end in the books, for it may have begun late on a slow machine.
    const lateMs = endedAt(run) - timeIsUp
    assert.ok(lateMs >= 0 && lateMs < minuteMs, `${lateMs} ms late`)
    assert.ok(lengthMs(run) > 14 * minuteMs)
    assert.ok(run.events.length <= eventsMax, `${run.events.length} events`)
    assert.ok(operator.orders.length > 8, `asked ${operator.orders.length} times`)
    assert.equal(new Set(operator.orders.map(({ requestId }) => requestId)).size, 1)
    await keep('collection-unavailable', id)
  })

  it('unavailable for minutes, then back: the payment goes on', async () => {
    const unavailable = Array.from({ length: 8 }, () => ({ state: 'unavailable' }) as const)
    const { id, operator } = await collectAt({
      answers: [...unavailable, { state: 'taken' }],
      states: [{ state: 'pending' }, paid],
    })
    assert.equal(await end(id), 'succeeded')
    assert.equal(operator.orders.length, 9)
    await keep('collection-unavailable-then-paid', id)
  })

  for (const refusals of [1, 3, 5, 7, 8, 9]) {
    it(`unavailable ${refusals} times, then silent to the end: its history stays short`, async () => {
      const unavailable = Array.from(
        { length: refusals },
        () => ({ state: 'unavailable' }) as const,
      )
      const { id, operator } = await collectAt({
        answers: [...unavailable, { state: 'unknown' }],
        states: [{ state: 'unreachable' }],
      })
      assert.equal(await end(id), 'expired')
      assert.equal(operator.orders.length, refusals + 1)
      const run = await read(id)
      assert.ok(run.events.length <= eventsMax, `${run.events.length} events`)
      assert.ok((await watches(id)) > 0, 'it may have taken it')
      if (refusals === 8) await keep('collection-unavailable-then-silent', id)
    })
  }

  it('no answer, then unknown to an operator that does not tell repeats apart: never sent again', async () => {
    const { id, operator } = await collectAt({
      isIdempotent: false,
      answers: [{ state: 'unknown' }],
      states: [{ state: 'not_found' }],
    })
    assert.equal(await end(id), 'expired')
    assert.equal(operator.orders.length, 1)
    assert.equal(await watches(id), 1, 'it may have it, and not show it yet')
    const run = await read(id)
    assert.ok(run.events.length <= eventsMax, `${run.events.length} events`)
    await keep('collection-not-found', id)
  })

  it('no answer, then unknown to an operator that tells repeats apart: sent again under the same id', async () => {
    const { id, operator } = await collectAt({
      answers: [{ state: 'unknown' }, { state: 'taken' }],
      states: [{ state: 'not_found' }, { state: 'pending' }, paid],
    })
    assert.equal(await end(id), 'succeeded')
    assert.equal(operator.orders.length, 2)
    assert.deepEqual(operator.orders[0], operator.orders[1])
    await keep('collection-sent-again', id)
  })

  it('refused when it is sent again: that is its end, not fifteen minutes of waiting', async () => {
    const { id } = await collectAt({
      answers: [{ state: 'unknown' }, { state: 'refused', failureCode: 'payer_limit_reached' }],
      states: [{ state: 'not_found' }],
    })
    assert.equal(await end(id), 'failed')
    assert.equal((await readCollection(service, id)).failure_code, 'payer_limit_reached')
    assert.ok(lengthMs(await read(id)) < minuteMs)
  })

  it('refused when it is asked: settled in the first step, nothing waited for', async () => {
    const { id, operator } = await collectAt({
      answers: [{ state: 'refused', failureCode: 'insufficient_funds' }],
      states: [],
    })
    assert.equal(await end(id), 'failed')
    assert.equal((await readCollection(service, id)).failure_code, 'insufficient_funds')
    assert.deepEqual(timersOf(await read(id)), [])
    assert.equal(operator.reads(), 0)
    await keep('collection-refused', id)
  })

  it('unknown at first, found later: settled by what it says then, and asked once', async () => {
    const { id, operator } = await collectAt({
      isIdempotent: false,
      answers: [{ state: 'unknown' }],
      states: [{ state: 'not_found' }, { state: 'unreachable' }, { state: 'pending' }, paid],
    })
    assert.equal(await end(id), 'succeeded')
    assert.equal(operator.orders.length, 1)
    assert.deepEqual((await readCollection(service, id)).movements, ['collection_settled'])
  })

  it('ended in a way that the operator is not sure of: ended so, and watched on', async () => {
    const { id } = await collectAt({ answers: [{ state: 'taken' }], states: [notConfirmed] })
    assert.equal(await end(id), 'expired')
    assert.equal((await readCollection(service, id)).failure_code, 'approval_timeout')
    assert.ok((await watches(id)) > 0)
  })

  it('named by its operator when it is taken: asked about by that name', async () => {
    const { id, operator } = await collectAt({
      answers: [{ state: 'taken', providerReference: 'OP-9' }],
      states: [{ state: 'pending' }, paid],
    })
    assert.equal(await end(id), 'succeeded')
    assert.deepEqual(operator.asked(), ['OP-9', 'OP-9'])
  })

  it('decided at the last moment: what the operator says at the end counts, not the clock', async () => {
    for (const [last, status] of [
      [paid, 'succeeded'],
      [refusedByPayer, 'failed'],
    ] as const) {
      // By the clock: on a slow machine it is asked less often in its fifteen minutes.
      let timeIsUp = Number.POSITIVE_INFINITY
      const states = async () =>
        (await service.environment.currentTimeMs()) < timeIsUp ? pending : last
      const operator = scriptedOperator({ answers: [{ state: 'taken' }], states })
      const id = await accepted(operator)
      timeIsUp = await expiryOf(service, id)
      await handOver(service, id)
      assert.equal(await end(id), status)
      assert.ok(operator.reads() > 3, `asked ${operator.reads()} times`)
      assert.equal(await watches(id), 0)
    }
  })

  it('a worker lost between writing down the request and sending it: asked about, never sent blindly', async () => {
    const operator = scriptedOperator({ isIdempotent: false, answers: [], states: [paid] })
    const id = await accepted(operator)
    assert.equal((await claimRequest(service.database, id)).state, 'claimed')
    await handOver(service, id)
    assert.equal(await end(id), 'succeeded')
    assert.equal(operator.orders.length, 0)
    await keep('collection-claimed-before', id)
  })

  it('called back early, twice and after the end: one settlement, one movement, nothing watched', async () => {
    const operator = scriptedOperator({ answers: [{ state: 'taken' }], states: [paid] })
    const id = await accepted(operator)
    await callBack(service, id)
    await handOver(service, id)
    await Promise.all([callBack(service, id), callBack(service, id)])
    assert.equal(await end(id), 'succeeded')
    await callBack(service, id)
    assert.deepEqual((await readCollection(service, id)).movements, ['collection_settled'])
    assert.equal(await watches(id), 0)
  })

  it('called back while nothing is decided: it looks each time, and its own looks keep their times', async () => {
    const operator = scriptedOperator({ answers: [{ state: 'taken' }], states: [pending] })
    const id = await accepted(operator)
    await handOver(service, id)
    // The world's time passes too, so that a pause may go to its end before the callback comes.
    for (let callbacks = 0; callbacks < callbacksHeardMax; callbacks += 1) {
      if ((await cutShort(id)) >= 3) break
      await callBackInPause(id, operator)
    }
    operator.say(paid)
    assert.equal(await end(id), 'succeeded')
    const waits = timersOf(await read(id))
    // The next pause comes after one that went to its end.
    const looksBefore = (at: number) =>
      waits.slice(0, at).filter(({ firedAt }) => firedAt !== undefined).length
    assert.deepEqual(
      waits.map(({ durationMs }) => durationMs / secondMs),
      waits.map((_, at) => lookPausesSeconds[looksBefore(at)]),
    )
    assert.ok((await cutShort(id)) >= 3, 'three pauses were cut short')
    await keep('collection-called-back-undecided', id)
  })

  it('called back without end: twenty callbacks are looked at, then it looks at its own times alone', async () => {
    const { id, operator } = await collectAt({ answers: [{ state: 'taken' }], states: [pending] })
    for (let callbacks = 1; callbacks <= callbacksHeardMax; callbacks += 1)
      await callBackInPause(id, operator)
    // One at the very end of a pause, which the world's time may bring, shares its look with it.
    const shared = (await ownLooks(id)).length
    for (let callbacks = 1; callbacks <= 5; callbacks += 1) await callBack(service, id)
    assert.equal(await end(id), 'expired')
    const own = (await ownLooks(id)).length
    assert.ok(own + shared >= 11)
    const heard = operator.reads() - own
    assert.ok(heard <= callbacksHeardMax && heard >= callbacksHeardMax - shared, `${heard} heard`)
  })

  it('a run started again for a payment that has its end asks nobody, and tells that end', async () => {
    const { id, operator } = await collectAt({ answers: [{ state: 'taken' }], states: [paid] })
    await end(id)
    const { client } = service.environment
    const start = { taskQueue: 'payments', args: [{ transactionId: id }] }
    const again = await client.workflow.execute('collection', {
      ...start,
      workflowId: `collection/${id}/after-retention`,
    })
    assert.equal(again, 'succeeded')
    assert.deepEqual([operator.orders.length, operator.reads()], [1, 1])
    assert.deepEqual((await readCollection(service, id)).movements, ['collection_settled'])
  })

  async function collectAt(
    script: Parameters<typeof scriptedOperator>[0],
  ): Promise<{ id: TransactionId; operator: ScriptedOperator }> {
    const operator = scriptedOperator(script)
    const id = await accepted(operator)
    await handOver(service, id)
    return { id, operator }
  }

  async function accepted(operator: ScriptedOperator): Promise<TransactionId> {
    const id = await acceptedCollection(service, tenant)
    service.operators.set(id, operator)
    return id
  }

  /** Calls back once the run has begun its next pause, and waits until it has looked. */
  async function callBackInPause(id: TransactionId, operator: ScriptedOperator): Promise<void> {
    await eventually(async () => isPausing(await read(id)))
    const readsBefore = operator.reads()
    await callBack(service, id)
    await eventually(async () => operator.reads() > readsBefore)
  }

  const ownLooks = async (id: TransactionId) =>
    timersOf(await read(id)).filter(({ firedAt }) => firedAt !== undefined)
  const cutShort = async (id: TransactionId): Promise<number> =>
    (await read(id)).events.filter(({ eventType }) => eventType.endsWith('TIMER_CANCELED')).length
  const end = (id: TransactionId) => resultOf(service.environment.client, 'collection', id)
  const read = (id: TransactionId) => readRun(service.environment.client, 'collection', id)
  const keep = (name: string, subjectId: TransactionId) =>
    keepHistory(service.environment.client, 'collection', { name, subjectId })
  const watches = async (id: TransactionId): Promise<number> => {
    // First what is announced: its entry goes once the run is there, and stands for a moment more.
    const announced = await onPool(service.database.pool).rows(
      `select id from outbox where subject_id = $1 and kind = 'late-answer'`,
      [id],
    )
    const started = await service.environment.client.workflow
      .getHandle(`late-answer/${id}`)
      .describe()
      .then(() => 1)
      .catch(() => 0)
    return Math.max(started, announced.length)
  }
})
