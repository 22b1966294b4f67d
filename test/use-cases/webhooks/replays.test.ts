import assert from 'node:assert/strict'
import type { DeliveryId, EndpointId, ReplayId } from '#domain/ids.ts'
import { advanceReplay } from '#use-cases/webhooks/advance-replay.ts'
import { retryDelivery } from '#use-cases/webhooks/retry-delivery.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { startReplay, stopReplay } from '#use-cases/webhooks/replay.ts'
import { stopWebhookEndpoint } from '#use-cases/webhooks/stop-endpoint.ts'
import { acceptOne, createMerchant, type Merchant, givenBooks } from '#test/support/books.ts'
import { refusalCode, tallyOf } from '#test/support/outcome.ts'
import { addEndpoint, attemptOnce, missAll } from './deliveries.ts'
import { success } from '#test/support/ends.ts'

const hourAgo = () => new Date(Date.now() - 3_600_000)

describe('a replay of what webhooks missed', () => {
  const books = givenBooks(20)

  const step = (id: ReplayId) => advanceReplay(books.database, books.outbox, id)
  const moving = { status: 'running', isMoving: true }
  const standing = { status: 'running', isMoving: false }

  function start(
    { serviceEnvId }: Pick<Merchant, 'serviceEnvId'>,
    changes: { readonly endpointId?: EndpointId; readonly since?: Date } = {},
  ): Promise<ReplayId> {
    const replay = { serviceEnvId, endpointId: null, since: hourAgo(), ...changes }
    return startReplay(books.database, books.outbox, replay)
  }

  /** A merchant whose webhook missed so many. */
  async function arrange(missed: number) {
    const merchant = await createMerchant(books)
    const { endpoint } = await addEndpoint(books, merchant)
    for (let count = 0; count < missed; count += 1) await missOne(merchant)
    return { merchant, endpointId: endpoint.id }
  }

  /** An event that none of the merchant's webhooks received. */
  async function missOne(merchant: Merchant): Promise<void> {
    const transactionId = await acceptOne(books, merchant)
    await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
    for (const id of await withStatus(merchant, 'pending')) await attemptOnce(books, id, 'failed')
  }

  async function withStatus(merchant: Merchant, status: string): Promise<DeliveryId[]> {
    const rows = await books.rows<{ id: DeliveryId }>(
      'select id from webhook_delivery where service_env_id = $1 and status = $2 order by created_at, id',
      merchant.serviceEnvId,
      status,
    )
    return rows.map(({ id }) => id)
  }

  async function readReplay(id: ReplayId) {
    const [row] = await books.rows<{ status: string; total: number; queued: number }>(
      'select status, total, queued from webhook_replay where id = $1',
      id,
    )
    return row
  }

  it('asks for each once, the oldest first, and is done when all have had their attempt', async () => {
    const { merchant } = await arrange(3)
    const [first = '' as DeliveryId, ...others] = await withStatus(merchant, 'failed')
    await missAll(books, others[1] ?? first, 2)
    const id = await start(merchant)
    assert.deepEqual(await step(id), moving)
    const asked = await withStatus(merchant, 'pending')
    assert.equal(asked[0], first)
    assert.deepEqual(await readReplay(id), { status: 'running', total: 3, queued: 3 })
    assert.deepEqual(await step(id), standing)
    for (const delivery of asked) await attemptOnce(books, delivery, 'delivered')
    assert.deepEqual(await step(id), { status: 'done' })
    assert.deepEqual(await step(id), { status: 'done' })
    assert.deepEqual(await readReplay(id), { status: 'done', total: 3, queued: 3 })
  })

  it('goes as far as it counted, though the clock was set back since', async () => {
    const { merchant } = await arrange(2)
    await books.rows(
      `update webhook_delivery set created_at = now() + interval '1 second'
       where id = (select max(id::text)::uuid from webhook_delivery where service_env_id = $1)`,
      merchant.serviceEnvId,
    )
    const id = await start(merchant)
    await step(id)
    assert.deepEqual(await readReplay(id), { status: 'running', total: 2, queued: 2 })
  })

  it('has 20 on their way at most, and goes on as they end, whether they were received or not', async () => {
    const { merchant } = await arrange(25)
    const id = await start(merchant)
    assert.deepEqual(await step(id), moving)
    const asked = await withStatus(merchant, 'pending')
    assert.equal(asked.length, 20)
    assert.deepEqual(await step(id), standing)
    for (const delivery of asked.slice(0, 7)) await attemptOnce(books, delivery, 'failed')
    assert.deepEqual(await step(id), moving)
    assert.equal((await withStatus(merchant, 'pending')).length, 18)
    for (const delivery of await withStatus(merchant, 'pending')) {
      await attemptOnce(books, delivery, 'delivered')
    }
    assert.deepEqual(await step(id), { status: 'done' })
    assert.deepEqual(await readReplay(id), { status: 'done', total: 25, queued: 25 })
  })

  it('of which 10 workers take a turn at once asks for each once', async () => {
    const { merchant } = await arrange(5)
    const id = await start(merchant)
    const turns = Array.from({ length: 10 }, () => step(id))
    assert.deepEqual(await tallyOf(turns), { done: 10 })
    const retries = await books.rows<{ count: number }>(
      'select count(*)::int as count from webhook_retry where replay_id = $1',
      id,
    )
    assert.deepEqual(retries, [{ count: 5 }])
  })

  it('is one at a time for a service in a mode, also of 8 at once', async () => {
    const { merchant } = await arrange(1)
    const starts = Array.from({ length: 8 }, () => start(merchant))
    assert.deepEqual(await tallyOf(starts), { done: 1, replay_in_progress: 7 })
  })

  it('takes what was missed since its time, by the webhook it is for, and nothing of others', async () => {
    const { merchant, endpointId } = await arrange(1)
    const [old = '' as DeliveryId] = await withStatus(merchant, 'failed')
    await books.rows(
      `update webhook_delivery set created_at = now() - interval '2 hours' where id = $1`,
      old,
    )
    const other = await addEndpoint(books, merchant)
    await missOne(merchant)
    const stranger = await arrange(1)
    const id = await start(merchant, { endpointId })
    assert.equal((await readReplay(id))?.total, 1)
    await step(id)
    const asked = await books.rows<{ endpoint_id: string }>(
      `select endpoint_id from webhook_delivery where status = 'pending' and service_env_id = any($1::uuid[])`,
      [merchant.serviceEnvId, stranger.merchant.serviceEnvId],
    )
    assert.deepEqual(asked, [{ endpoint_id: endpointId }])
    assert.notEqual(other.endpoint.id, endpointId)
  })

  it('is refused where nothing was missed, and for a webhook that is disabled, deleted or not there', async () => {
    const { merchant, endpointId } = await arrange(1)
    const later = start(merchant, { since: new Date() })
    assert.equal(await refusalCode(later), 'nothing_to_replay')
    const foreign = start(await createMerchant(books), { endpointId })
    assert.equal(await refusalCode(foreign), 'webhook_endpoint_not_found')
    const { serviceEnvId } = merchant
    for (const change of ['disabled', 'deleted'] as const) {
      await stopWebhookEndpoint(books.database, books.outbox, {
        serviceEnvId,
        id: endpointId,
        change,
      })
      const code = change === 'disabled' ? 'webhook_disabled' : 'webhook_endpoint_not_found'
      assert.equal(await refusalCode(start(merchant, { endpointId })), code)
      assert.equal(await refusalCode(start(merchant)), 'nothing_to_replay')
    }
  })

  it('leaves out what was retried ten times in the hour, and what is received meanwhile', async () => {
    const { merchant } = await arrange(2)
    const [often = '' as DeliveryId, soon = '' as DeliveryId] = await withStatus(merchant, 'failed')
    await books.rows(
      'insert into webhook_retry (delivery_id) select $1::uuid from generate_series(1, 10)',
      often,
    )
    const id = await start(merchant)
    assert.equal((await readReplay(id))?.total, 1)
    await attemptOnce(books, soon, 'delivered')
    assert.deepEqual(await step(id), { status: 'done' })
    assert.deepEqual(await readReplay(id), { status: 'done', total: 1, queued: 0 })
  })

  it('that is stopped adds nothing; what is in the queue is sent', async () => {
    const { merchant } = await arrange(22)
    const id = await start(merchant)
    await step(id)
    const { serviceEnvId } = merchant
    const stop = () => stopReplay(books.database, books.outbox, { serviceEnvId, id })
    await Promise.all([stop(), stop()])
    const signals = await books.rows(
      'select signal from outbox where subject_id = $1 and signal is not null',
      id,
    )
    assert.deepEqual(signals, [{ signal: 'replayStopped' }])
    assert.deepEqual(await step(id), { status: 'stopped' })
    for (const delivery of await withStatus(merchant, 'pending')) {
      await attemptOnce(books, delivery, 'delivered')
    }
    assert.deepEqual(await readReplay(id), { status: 'stopped', total: 22, queued: 20 })
    await start(merchant)
    const foreign = { serviceEnvId: (await createMerchant(books)).serviceEnvId, id }
    const refused = stopReplay(books.database, books.outbox, foreign)
    assert.equal(await refusalCode(refused), 'replay_not_found')
  })

  it('ends by itself after a day', async () => {
    const { merchant } = await arrange(1)
    const id = await start(merchant)
    await books.rows(
      `update webhook_replay set created_at = now() - interval '25 hours' where id = $1`,
      id,
    )
    assert.deepEqual(await step(id), { status: 'stopped' })
    assert.equal((await withStatus(merchant, 'failed')).length, 1)
  })

  it('in 10 races with the deletion of its webhook leaves nothing that waits', async function () {
    this.timeout(60_000)
    for (let race = 0; race < 10; race += 1) {
      const { merchant, endpointId: id } = await arrange(2)
      const replay = await start(merchant)
      const { serviceEnvId } = merchant
      const deletion = { serviceEnvId, id, change: 'deleted' } as const
      const [retried = '' as DeliveryId] = await withStatus(merchant, 'failed')
      await Promise.allSettled([
        stopWebhookEndpoint(books.database, books.outbox, deletion),
        step(replay),
        retryDelivery(books.database, books.outbox, { serviceEnvId, id: retried }),
      ])
      assert.equal((await withStatus(merchant, 'abandoned')).length, 2)
      assert.deepEqual(await step(replay), { status: 'done' })
    }
  })
})
