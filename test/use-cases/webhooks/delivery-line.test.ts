import assert from 'node:assert/strict'
import type { DeliveryId, EndpointId } from '#domain/ids.ts'
import { listOpenFacts } from '#db/runs/open-facts.ts'
import { onTheirWayMax, sendsAtOnceMax } from '#db/sends-at-once.ts'
import { onPool } from '#db/sql.ts'
import { callLine, callLines } from '#use-cases/webhooks/call-line.ts'
import { finishAttempt } from '#use-cases/webhooks/attempt-delivery.ts'
import { stopWebhookEndpoint } from '#use-cases/webhooks/stop-endpoint.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { acceptOne, type Merchant, openBooks } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { beginAttempt, endOf, waitingDelivery } from './deliveries.ts'

describe('what goes to a webhook that is sent as much as it may be', () => {
  const books = given(() => openBooks(20))

  /** A webhook that is being sent five, with as many more on their way to it as may be, and so many that were owed to it after that. */
  async function lineOf(count: number) {
    const first = await waitingDelivery(books)
    for (let made = 1; made < sendsAtOnceMax; made += 1) await end(first.merchant)
    const flying = await Promise.all((await idsOf(first.endpointId)).map((id) => begun(id)))
    const others = onTheirWayMax - sendsAtOnceMax + count
    for (let made = 0; made < others; made += 1) await end(first.merchant)
    return { ...first, flying }
  }

  async function end(merchant: Merchant): Promise<void> {
    const transactionId = await acceptOne(books, merchant)
    await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
  }

  async function begun(deliveryId: DeliveryId) {
    const { attemptId } = await beginAttempt(books, deliveryId, 1)
    return { deliveryId, attemptId }
  }

  async function idsOf(endpointId: EndpointId): Promise<DeliveryId[]> {
    const rows = await onPool(books.database.pool).rows<{ id: DeliveryId }>(
      'select id from webhook_delivery where endpoint_id = $1 order by id',
      [endpointId],
    )
    return rows.map(({ id }) => id)
  }

  /** How many of this webhook's deliveries wait in line, and how many were given a run. */
  function standing(endpointId: EndpointId) {
    return onPool(books.database.pool).one<{ inLine: number; started: number }>(
      `select count(*) filter (where is_in_line and status = 'pending')::int as "inLine",
         count(o.id)::int as started
       from webhook_delivery d
       left join outbox o on o.kind = 'webhook-delivery' and o.subject_id = d.id and o.signal is null
       where endpoint_id = $1`,
      [endpointId],
    )
  }

  const call = (endpointId: EndpointId) => callLine(books.database, books.outbox, endpointId)

  it('waits in line without a run, and is no fact that lacks one', async () => {
    const { endpointId } = await lineOf(3)
    assert.deepEqual(await standing(endpointId), { inLine: 3, started: onTheirWayMax })
    const all = await idsOf(endpointId)
    const ids = all.slice(onTheirWayMax)
    const sql = onPool(books.database.pool)
    await sql.rows('delete from outbox where subject_id = any($1::uuid[])', [all])
    const page = { olderThanMs: -1000, afterId: undefined, limit: 10_000 }
    const open = await listOpenFacts(sql, 'webhook-delivery', page)
    assert.ok(open.length > 0)
    assert.deepEqual(
      open.filter(({ subjectId }) => ids.some((id) => id === subjectId)),
      [],
    )
  })

  it('is called in its order, as many as there are places, and has a run then', async () => {
    const { endpointId, flying } = await lineOf(4)
    assert.equal(await call(endpointId), 0)
    const [first, second] = flying
    assert.ok(first !== undefined && second !== undefined)
    const ended = await finishAttempt(books.database, first, endOf('failed'))
    assert.deepEqual(ended, { endpointId, hasLine: true })
    assert.equal(await call(endpointId), 1)
    const [next] = (await idsOf(endpointId)).slice(onTheirWayMax)
    assert.ok(next !== undefined)
    await begun(next)
    assert.deepEqual(await standing(endpointId), { inLine: 3, started: onTheirWayMax + 1 })
    await finishAttempt(books.database, second, endOf('delivered'))
    assert.ok((await callLines(books.database, books.outbox)) >= 1)
    assert.deepEqual(await standing(endpointId), { inLine: 2, started: onTheirWayMax + 2 })
  })

  it('is called once by all who call at once', async () => {
    const { endpointId, flying } = await lineOf(8)
    for (const attempt of flying) await finishAttempt(books.database, attempt, endOf('failed'))
    const called = await Promise.all(Array.from({ length: 6 }, () => call(endpointId)))
    const sum = called.reduce((all, one) => all + one, 0)
    assert.ok(sum >= sendsAtOnceMax && sum <= 8, `${called.join(' ')}`)
    const { inLine, started } = await standing(endpointId)
    assert.deepEqual({ inLine, started }, { inLine: 8 - sum, started: onTheirWayMax + sum })
  })

  it('ends with its webhook, and leaves no line', async () => {
    const { endpointId, merchant } = await lineOf(3)
    const order = { serviceEnvId: merchant.serviceEnvId, id: endpointId }
    await stopWebhookEndpoint(books.database, books.outbox, { ...order, change: 'deleted' })
    assert.equal((await standing(endpointId)).inLine, 0)
    assert.equal(await call(endpointId), 0)
  })

  it('is told at once where a place is free', async () => {
    const { endpointId, merchant, flying } = await lineOf(0)
    const [first] = flying
    assert.ok(first !== undefined)
    const ended = await finishAttempt(books.database, first, endOf('delivered'))
    assert.deepEqual(ended, { endpointId, hasLine: false })
    await end(merchant)
    assert.deepEqual(await standing(endpointId), { inLine: 0, started: onTheirWayMax + 1 })
  })
})
