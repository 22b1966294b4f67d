import assert from 'node:assert/strict'
import type { OrderState, RequestAnswer } from '#activities/operators/operator.ts'
import { onPool } from '#db/sql.ts'
import { setOperatorAccount } from '#use-cases/operators/set-account.ts'
import type { TransactionId } from '#domain/ids.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { mtnCollections } from '#test/support/operator-settings.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { acceptedCollection, callBack, expiryOf, readCollection } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { endedAt, handOver, readRun, regularSteps, resultOf, type Run } from './runs.ts'
import { paid, type ScriptedOperator, scriptedOperator } from './scripted-operator.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const taken: RequestAnswer = { state: 'taken' }
const unreachable: OrderState = { state: 'unreachable' }
const pending: OrderState = { state: 'pending' }

describe('the last look at a collection whose time is up', () => {
  const service = given(() => startSkippedService())
  const tenant = given(() => createTenant(service.database, { mode: 'live' }))
  // Never called: each payment has an operator of the test.
  before(() =>
    setOperatorAccount(service.database, { serviceEnvId: tenant.serviceEnvId }, mtnCollections),
  )
  booksHoldAfterEach(() => service.database)

  it('an operator that cannot be asked at that moment is asked again: what was paid is not called expired', async () => {
    const { id } = await silentUntil(minuteMs, paid)
    assert.equal(await end(id), 'succeeded')
    assert.deepEqual((await readCollection(service, id)).movements, ['collection_settled'])
  })

  it('one that cannot be asked for minutes is left in peace: five looks in all, then it expires and is watched', async () => {
    const { id, operator, timeIsUp } = await silentUntil(Number.POSITIVE_INFINITY, paid)
    assert.equal(await end(id), 'expired')
    const lateMs = endedAt(await read(id)) - timeIsUp
    assert.ok(lateMs > 3 * minuteMs && lateMs < 5 * minuteMs, `${lateMs} ms after its time`)
    assert.equal(operator.lateReads(), 5)
    assert.ok(await isWatched(id))
    const steps = regularSteps(await read(id)).filter((step) => step.startsWith('expirePayment'))
    assert.equal(steps.length, 1, 'the looks in between are not in its history')
  })

  it('it calls back between two looks: that counts at once, not after the pause', async () => {
    const { id, operator, timeIsUp } = await silentUntil(Number.POSITIVE_INFINITY, paid, 4)
    assert.equal(await end(id), 'succeeded')
    assert.deepEqual((await readCollection(service, id)).movements, ['collection_settled'])
    const lateMs = endedAt(await read(id)) - timeIsUp
    assert.ok(lateMs < 2.5 * minuteMs, `${lateMs} ms after its time, of which the pauses take 3:45`)
    assert.equal(operator.lateReads(), 5)
    await keep('collection-called-back-between-last-looks', id)
  })

  it('called back between two looks without an end, it is looked at as often as planned', async () => {
    const { id, operator } = await silentUntil(Number.POSITIVE_INFINITY, unreachable, 2)
    assert.equal(await end(id), 'expired')
    assert.equal(operator.lateReads(), 6)
    assert.ok(await isWatched(id))
  })

  it('failures of our own before take none of these looks', async () => {
    const id = await acceptedCollection(service, tenant)
    const timeIsUp = await expiryOf(service, id)
    let lateReads = 0
    const states = async (): Promise<OrderState> => {
      if ((await service.environment.currentTimeMs()) < timeIsUp) return unreachable
      lateReads += 1
      if (lateReads <= 6) throw Object.assign(new Error('no books'), { code: 'ECONNREFUSED' })
      return lateReads <= 10 ? unreachable : paid
    }
    service.operators.set(id, scriptedOperator({ answers: [taken], states }))
    await handOver(service, id)
    assert.equal(await end(id), 'succeeded')
    assert.equal(lateReads, 11)
  })

  it('what is looked for after its end leaves the way to payments, however much that is', async () => {
    const { id } = await silentUntil(Number.POSITIVE_INFINITY, paid)
    assert.equal(await end(id), 'expired')
    await handOver(service, id)
    await resultOf(service.environment.client, 'late-answer', id)
    const watch = await readRun(service.environment.client, 'late-answer', id)
    assert.ok(watch.events.some((event) => event.activityTaskScheduledEventAttributes))
    assert.deepEqual(urgencies(watch), new Set([5]))
    assert.deepEqual(urgencies(await read(id)), new Set([undefined]))
  })

  it('one that answers, and has not decided, is not waited for', async () => {
    const { id, operator, timeIsUp } = await silentUntil(0, pending)
    assert.equal(await end(id), 'expired')
    assert.ok(endedAt(await read(id)) - timeIsUp < 10 * secondMs)
    assert.equal(operator.lateReads(), 1)
  })

  it('by the clock of the books: while Temporal’s is ahead, the payment is followed on', async () => {
    await service.environment.sleep('20 minutes')
    const operator = scriptedOperator({ answers: [taken], states: [pending, pending, paid] })
    const id = await acceptedCollection(service, tenant)
    await inWorldTime(id)
    service.operators.set(id, operator)
    await handOver(service, id)
    assert.equal(await end(id), 'succeeded')
    await keep('collection-clock-ahead', id)
  })

  it('ahead while the operator is unavailable, it is asked on', async () => {
    await service.environment.sleep('20 minutes')
    const unavailable: RequestAnswer = { state: 'unavailable' }
    const answers = [unavailable, unavailable, taken]
    const operator = scriptedOperator({ answers, states: [pending, paid] })
    const id = await acceptedCollection(service, tenant)
    await inWorldTime(id)
    service.operators.set(id, operator)
    await handOver(service, id)
    assert.equal(await end(id), 'succeeded')
    assert.equal(operator.orders.length, 3)
  })

  it('ahead, it expires all the same once its time is up in the books', async () => {
    await service.environment.sleep('20 minutes')
    let reads = 0
    const states = async () => {
      reads += 1
      if (reads === 4) await isOver(id)
      return pending
    }
    const operator = scriptedOperator({ answers: [taken], states })
    const id = await acceptedCollection(service, tenant)
    await inWorldTime(id)
    service.operators.set(id, operator)
    await handOver(service, id)
    assert.equal(await end(id), 'expired')
    assert.ok(reads >= 5, `${reads} looks`)
  })

  /**
   * The operator took it, cannot be asked until so long after its time, or until it has called back at one of the late
   * looks, and says this from then on.
   */
  async function silentUntil(
    afterMs: number,
    state: OrderState,
    callsBackAt?: number,
  ): Promise<{
    id: TransactionId
    operator: ScriptedOperator & { readonly lateReads: () => number }
    timeIsUp: number
  }> {
    let lateReads = 0
    const id = await acceptedCollection(service, tenant)
    const timeIsUp = await expiryOf(service, id)
    const states = async (): Promise<OrderState> => {
      const now = await service.environment.currentTimeMs()
      if (now >= timeIsUp) lateReads += 1
      if (lateReads === callsBackAt) await callBack(service, id)
      const isHeardOf = now >= timeIsUp + afterMs || lateReads > (callsBackAt ?? Infinity)
      return isHeardOf ? state : unreachable
    }
    const operator = scriptedOperator({ answers: [taken], states })
    service.operators.set(id, operator)
    await handOver(service, id)
    return { id, operator: { ...operator, lateReads: () => lateReads }, timeIsUp }
  }

  /** The books' clock is the world's, which the run's is ahead of. */
  async function inWorldTime(id: TransactionId): Promise<void> {
    service.inWorldTime.add(id)
    await onPool(service.database.pool).rows(
      `update transaction set expires_at = created_at + interval '15 minutes' where id = $1`,
      [id],
    )
  }

  async function isOver(id: TransactionId): Promise<void> {
    await onPool(service.database.pool).rows(
      `update transaction set created_at = now() - interval '16 minutes', expires_at = now() - interval '1 minute'
       where id = $1`,
      [id],
    )
  }

  async function isWatched(id: TransactionId): Promise<boolean> {
    const open = await onPool(service.database.pool).rows(
      'select from late_watch where transaction_id = $1 and closed_at is null',
      [id],
    )
    return open.length > 0
  }

  /** How urgent the regular steps of a run are; 3 if nothing is said, and less the higher it is. */
  const urgencies = ({ events }: Run): ReadonlySet<number | undefined> =>
    new Set(
      events.flatMap(({ activityTaskScheduledEventAttributes: step }) =>
        step === undefined ? [] : [step.priority?.priorityKey],
      ),
    )

  const end = (id: TransactionId) => resultOf(service.environment.client, 'collection', id)
  const read = (id: TransactionId) => readRun(service.environment.client, 'collection', id)
  const keep = (name: string, subjectId: TransactionId) =>
    keepHistory(service.environment.client, 'collection', { name, subjectId })
})
