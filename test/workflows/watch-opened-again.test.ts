import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import type { OrderState } from '#activities/operators/operator.ts'
import { given } from '#test/support/given.ts'
import { eventually } from '#test/support/call.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { workflowId } from '#workflows/contract.ts'
import { signals } from '#workflows/contract/messages.ts'
import { acceptedCollection, callBack, readCollection } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, lengthMs, readRun, resultOf } from './runs.ts'
import { paid, scriptedOperator } from './scripted-operator.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Looks of a collection until its time is up, the last one included. */
const looksBeforeExpiry = 12
const pending: OrderState = { state: 'pending' }

describe('the watch over a payment that expired, whose operator', () => {
  const service = given(() => startSkippedService())
  const tenant = given(() => createTenant(service.database))
  booksHoldAfterEach(() => service.database)

  for (const how of ['calls back', 'is reported to be wrong'] as const) {
    it(`${how} minutes before the last look: the watch lasts a day from then`, async () => {
      const { id, operator } = await expired()
      await service.environment.sleep('5 hours')
      await eventually(async () => operator.reads() === looksBeforeExpiry + 5)
      await service.environment.sleep('18.8 hours')
      if (how === 'calls back') {
        await callBack(service, id)
        await eventually(async () => operator.reads() === looksBeforeExpiry + 6)
      } else {
        await service.database.pool.query(
          'update late_watch set opened_at = now() where transaction_id = $1',
          [id],
        )
      }
      await service.environment.sleep('20 minutes')
      await eventually(async () => operator.reads() >= looksBeforeExpiry + 6)
      await service.environment.sleep('20 hours')
      assert.ok(await isWatched(id), 'twenty hours after its report')
      operator.say(paid)
      assert.equal(await end(id), 'closed')
      assert.deepEqual((await readCollection(service, id)).movements, ['late_outcome_booked'])
      assert.ok(lengthMs(await read(id)) < 2 * dayMs + minuteMs)
      if (how === 'calls back') await keep('late-answer-called-back-near-its-end', id)
    })
  }

  it('was looked at 25 times because somebody asked: a callback is heard all the same', async () => {
    const { id, operator } = await expired()
    const run = service.environment.client.workflow.getHandle(workflowId('late-answer', id))
    const looked = async (tell: () => Promise<unknown>) => {
      const readsBefore = operator.reads()
      await tell()
      await eventually(async () => operator.reads() > readsBefore, 20_000)
    }
    // The next look by itself is twenty minutes away.
    await service.environment.sleep('10 minutes')
    await eventually(async () => operator.reads() === looksBeforeExpiry + 3)
    for (let looks = 1; looks <= 25; looks += 1) await looked(() => run.signal(signals.lookNow))
    operator.say(paid)
    await looked(() => callBack(service, id))
    assert.equal(await end(id), 'closed')
  })

  async function expired() {
    const operator = scriptedOperator({ answers: [{ state: 'taken' }], states: [pending] })
    const id = await acceptedCollection(service, tenant)
    service.operators.set(id, operator)
    await handOver(service, id)
    assert.equal(await resultOf(service.environment.client, 'collection', id), 'expired')
    await service.outbox.drain()
    return { id, operator }
  }

  async function isWatched(id: TransactionId): Promise<boolean> {
    const open = await onPool(service.database.pool).rows(
      'select from late_watch where transaction_id = $1 and closed_at is null',
      [id],
    )
    return open.length > 0
  }

  const end = (id: TransactionId) => resultOf(service.environment.client, 'late-answer', id)
  const read = (id: TransactionId) => readRun(service.environment.client, 'late-answer', id)
  const keep = (name: string, subjectId: TransactionId) =>
    keepHistory(service.environment.client, 'late-answer', { name, subjectId })
})
