import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { readCollection, sandboxCollection } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, lengthMs, readRun, resultOf, timersOf } from './runs.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const sandboxDelayMs = 500
const expiredEventsMax = 80
const isSettled = ['collection_settled']

describe('each sandbox number through its run, waits skipped', () => {
  const service = given(() =>
    startSkippedService({ SANDBOX_OPERATOR_DELAY: `${sandboxDelayMs}ms` }),
  )
  const tenant = given(() => createTenant(service.database))
  booksHoldAfterEach(() => service.database)

  // Callbacks come in the world's time, which these runs leave behind: they are looked at after 3 seconds.
  const ends = {
    '1234': ['succeeded', null, 'available', isSettled],
    '0001': ['failed', 'insufficient_funds', null, []],
    '0002': ['failed', 'payer_rejected', null, []],
    '0006': ['succeeded', null, 'held', isSettled],
    '0007': ['succeeded', null, 'pending_confirmation', isSettled],
    '0008': ['succeeded', null, 'available', isSettled],
    '0009': ['succeeded', null, 'available', isSettled],
    '0011': ['succeeded', null, 'available', isSettled],
  } as const
  for (const [ending, expected] of Object.entries(ends)) {
    it(`${ending} ends ${expected[1] ?? expected[0]} at the first look, its callback lost`, async () => {
      const id = await collect(ending)
      assert.equal(await end(id), expected[0])
      await assertBooks(id, expected)
      const [wait, ...others] = timersOf(await read(id))
      assert.equal(wait?.durationMs, 3 * secondMs)
      assert.deepEqual(others, [])
      if (['1234', '0001', '0011'].includes(ending)) await keep(`collection-${ending}-polled`, id)
    })
  }

  for (const ending of ['1234', '0001', '0008', '0010']) {
    it(`${ending} ends at its callback, without waiting for the look`, async () => {
      const id = await collect(ending)
      await hasEnded(id)
      const run = await read(id)
      const [wait] = timersOf(run)
      assert.equal(wait?.firedAt, undefined, 'the callback came before the look')
      assert.ok(lengthMs(run) < 3 * secondMs)
      await keep(`collection-${ending}-called-back`, id)
    })
  }

  it('0003 expires exactly when its fifteen minutes are over, and is not watched: the operator said so', async () => {
    const id = await collect('0003')
    const expiresAt = await expiryOf(id)
    assert.equal(await end(id), 'expired')
    await assertBooks(id, ['expired', 'approval_timeout', null, []])
    const run = await read(id)
    const lastLook = timersOf(run).at(-1)?.firedAt ?? 0
    const aheadMs = lastLook - expiresAt
    assert.ok(aheadMs >= 0 && aheadMs < secondMs, `${aheadMs} ms after its time`)
    assert.ok(Math.abs(lengthMs(run) - 15 * minuteMs) < 5 * secondMs, 'fifteen minutes in all')
    assert.ok(run.events.length <= expiredEventsMax, `${run.events.length} events`)
    assert.equal(await watches(id), 0)
    await keep('collection-expired', id)
  })

  it('looks grow from 3 seconds to 3 minutes, about twelve in all', async () => {
    const id = await collect('0003')
    await end(id)
    const waits = timersOf(await read(id)).map(({ durationMs }) => durationMs / secondMs)
    assert.deepEqual(waits.slice(0, -1), [3, 5, 10, 20, 40, 60, 90, 120, 180, 180, 180])
    assert.ok((waits.at(-1) ?? 180) < 180)
  })

  for (const decision of ['succeeded', 'failed'] as const) {
    it(`0005 decided in the portal (${decision}) ends at the next look`, async () => {
      const id = await collect('0005')
      await eventually(async () => (await readCollection(service, id)).operator_state === 'taken')
      await service.environment.sleep('5 minutes')
      assert.equal((await readCollection(service, id)).status, 'pending')
      await onPool(service.database.pool).rows(
        `update sandbox_operator.request set status = $2, failure_code = $3, decided_at = now()
         where id = (select operator_request_id from transaction where id = $1)`,
        [id, decision, decision === 'failed' ? 'payer_rejected' : null],
      )
      assert.equal(await end(id), decision)
      assert.ok(lengthMs(await read(id)) < 10 * minuteMs)
    })
  }

  it('0004 is asked again after 1, 2 and 4 seconds, under the same id, and then succeeds', async () => {
    const id = await collect('0004')
    assert.equal(await end(id), 'succeeded')
    await assertBooks(id, ['succeeded', null, 'available', isSettled])
    const waits = timersOf(await read(id))
    const asks = waits.filter(({ summary }) => summary?.includes('unavailable'))
    assert.deepEqual(
      asks.map(({ durationMs }) => durationMs / secondMs),
      [1, 2, 4],
    )
    const { asked } = await onPool(service.database.pool).one<{ asked: number }>(
      `select asked from sandbox_operator.request
       where id = (select operator_request_id from transaction where id = $1)`,
      [id],
    )
    assert.equal(asked, 4)
    await keep('collection-0004', id)
  })

  async function collect(ending: string): Promise<TransactionId> {
    const id = await sandboxCollection(service, tenant, ending)
    await handOver(service, id)
    return id
  }

  async function assertBooks(
    id: TransactionId,
    [status, failureCode, funds, movements]: readonly [
      string,
      string | null,
      string | null,
      readonly string[],
    ],
  ): Promise<void> {
    const row = await readCollection(service, id)
    assert.deepEqual(
      [row.status, row.failure_code, row.funds_status, row.movements],
      [status, failureCode, funds, movements],
    )
  }

  const end = (id: TransactionId) => resultOf(service.environment.client, 'collection', id)
  const read = (id: TransactionId) => readRun(service.environment.client, 'collection', id)
  const keep = (name: string, subjectId: TransactionId) =>
    keepHistory(service.environment.client, 'collection', { name, subjectId })
  /** In the world's time: nobody awaits a result, so nothing is skipped. */
  const hasEnded = (id: TransactionId) =>
    eventually(async () => (await read(id)).events.at(-1)?.eventType.endsWith('_COMPLETED'))
  const expiryOf = async (id: TransactionId): Promise<number> => {
    const { ms } = await onPool(service.database.pool).one<{ ms: number }>(
      `select extract(epoch from expires_at)::float8 * 1000 as ms from transaction where id = $1`,
      [id],
    )
    return ms
  }
  const watches = async (id: TransactionId): Promise<number> => {
    const rows = await onPool(service.database.pool).rows(
      `select id from outbox where subject_id = $1 and kind = 'late-answer'`,
      [id],
    )
    return rows.length
  }
})
