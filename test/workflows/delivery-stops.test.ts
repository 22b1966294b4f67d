import assert from 'node:assert/strict'
import { certificates, needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { type Receiver, startReceiver } from '#test/activities/webhooks/receiver.ts'
import { stopWebhookEndpoint } from '#use-cases/webhooks/stop-endpoint.ts'
import { claimAttempt } from '#use-cases/webhooks/attempt-delivery.ts'
import { onPool } from '#db/sql.ts'
import { eventually } from '#test/support/call.ts'
import { type SkippedService, startSkippedService } from '#test/support/time-skipping.ts'
import { type ArrangedDelivery, readAttempts, readDelivery, waitingDelivery } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, lengthMs, readRun, resultOf, timersOf } from './runs.ts'

const minuteMs = 60_000
/** Not the usual one: these tests also show that WEBHOOK_RETRY_SCHEDULE is obeyed. */
const scheduleMs = [minuteMs, 2 * minuteMs, 4 * minuteMs, 8 * minuteMs, 16 * minuteMs]

describe('a delivery ends at once', () => {
  let service: SkippedService
  let receiver: Receiver

  before(needsOpenssl)
  before(async function () {
    this.timeout(60_000)
    certificates()
    service = await startSkippedService({ WEBHOOK_RETRY_SCHEDULE: '1m,2m,4m,8m,16m' })
    receiver = await startReceiver((_, response) => response.writeHead(500).end())
    service.privateHosts.add(`127.0.0.1:${receiver.port}`)
  })
  after(async () => {
    await receiver?.close()
    await service?.stop()
  })

  it('not before its schedule is over, when another one is set by WEBHOOK_RETRY_SCHEDULE', async () => {
    const delivery = await deliver()
    assert.equal(await end(delivery), 'abandoned')
    const waits = timersOf(await read(delivery))
    assert.deepEqual(
      waits.map(({ durationMs }) => durationMs),
      scheduleMs,
    )
    assert.equal(sendsOf(delivery), 6)
  })

  for (const change of ['disabled', 'deleted'] as const) {
    it(`when its webhook is ${change} while it waits; nothing is sent again`, async () => {
      const delivery = await deliver()
      await hasFailed(delivery, 1)
      await stop(delivery, change)
      assert.equal(await end(delivery), 'abandoned')
      await assertStopped(delivery, { sends: 1, reason: `endpoint_${change}` })
      const run = await read(delivery)
      assert.ok(lengthMs(run) < minuteMs, 'it did not wait for its time')
      await keepHistory(service.environment.client, 'webhook-delivery', {
        name: `delivery-${change}`,
        subjectId: delivery.deliveryId,
      })
    })
  }

  it('when its webhook is disabled late, between the fourth attempt and the fifth', async () => {
    const delivery = await deliver()
    await service.environment.sleep('450 s')
    await hasFailed(delivery, 4)
    await stop(delivery, 'disabled')
    assert.equal(await end(delivery), 'abandoned')
    await assertStopped(delivery, { sends: 4, reason: 'endpoint_disabled' })
    assert.ok(lengthMs(await read(delivery)) < 8 * minuteMs)
  })

  it('for good, even when its webhook is enabled again before the next attempt was due', async () => {
    const delivery = await deliver()
    await hasFailed(delivery, 1)
    await stop(delivery, 'disabled')
    await sql().rows(`update webhook_endpoint set status = 'enabled' where id = $1`, [
      delivery.endpointId,
    ])
    assert.equal(await end(delivery), 'abandoned')
    await assertStopped(delivery, { sends: 1, reason: 'endpoint_disabled' })
  })

  it('without any send when its webhook was disabled before the first', async () => {
    const delivery = await waitingDelivery(service, hook())
    await stop(delivery, 'disabled')
    await handOver(service, delivery.deliveryId)
    assert.equal(await end(delivery), 'abandoned')
    await assertStopped(delivery, { sends: 0, reason: 'endpoint_disabled' })
  })

  const duringSend = {
    500: ['abandoned', 'endpoint_disabled'],
    204: ['delivered', null],
  } as const
  for (const [status, expected] of Object.entries(duringSend)) {
    it(`when its webhook is disabled during a send, which is the last: answered ${status}, it is ${expected[0]}`, async () => {
      const slow = await startReceiver((_, response) => {
        void stop(delivery, 'disabled').then(() => response.writeHead(Number(status)).end())
      })
      service.privateHosts.add(`127.0.0.1:${slow.port}`)
      const delivery = await waitingDelivery(service, `https://127.0.0.1:${slow.port}/hook`)
      await handOver(service, delivery.deliveryId)
      assert.equal(await end(delivery), expected[0])
      assert.equal(slow.requests.length, 1)
      const row = await readDelivery(service, delivery.deliveryId)
      assert.deepEqual([row.status, row.last_error, row.is_dated], [...expected, true])
      assert.ok(lengthMs(await read(delivery)) < minuteMs)
      await slow.close()
    })
  }

  for (const host of ['127.0.0.1', 'localhost', '10.1.2.3', '[::1]', '169.254.169.254']) {
    it(`at its first attempt when its address is refused: ${host}`, async () => {
      // Bound to 127.0.0.1, and not let through by the guard.
      const hidden = await startReceiver((_, response) => response.end())
      const delivery = await waitingDelivery(service, `https://${host}:${hidden.port}/hook`)
      await handOver(service, delivery.deliveryId)
      assert.equal(await end(delivery), 'abandoned')
      await service.environment.sleep('1 day')
      assert.equal(hidden.connections(), 0)
      const row = await readDelivery(service, delivery.deliveryId)
      assert.deepEqual(
        [row.status, row.attempts, row.last_error, row.next_attempt_at],
        ['abandoned', 1, 'address_refused', null],
      )
      assert.deepEqual(timersOf(await read(delivery)), [])
      await keepHistory(service.environment.client, 'webhook-delivery', {
        name: 'delivery-refused',
        subjectId: delivery.deliveryId,
      })
      await hidden.close()
    })
  }

  it('not when a worker was lost during an attempt: that costs this attempt alone, and it is not sent again', async () => {
    const delivery = await waitingDelivery(service, hook())
    // What a worker leaves behind that died between taking the attempt and telling its end.
    await claimAttempt(service.database, { deliveryId: delivery.deliveryId, attempt: 1 })
    await sql().rows(
      `update webhook_attempt set started_at = started_at - interval '1 minute' where delivery_id = $1`,
      [delivery.deliveryId],
    )
    await handOver(service, delivery.deliveryId)
    assert.equal(await end(delivery), 'abandoned')
    assert.equal(sendsOf(delivery), 5)
    const attempts = await readAttempts(service, delivery.deliveryId)
    assert.deepEqual(
      attempts.map(({ number, error }) => [number, error]),
      [[1, 'worker_lost'], ...[2, 3, 4, 5, 6].map((number) => [number, 'http_status'])],
    )
    assert.ok(attempts.every(({ is_finished }) => is_finished))
    assert.deepEqual(
      timersOf(await read(delivery)).map(({ durationMs }) => durationMs),
      scheduleMs,
    )
    await keepHistory(service.environment.client, 'webhook-delivery', {
      name: 'delivery-worker-lost',
      subjectId: delivery.deliveryId,
    })
  })

  async function deliver(): Promise<ArrangedDelivery> {
    const delivery = await waitingDelivery(service, hook())
    await handOver(service, delivery.deliveryId)
    return delivery
  }

  async function assertStopped(
    delivery: ArrangedDelivery,
    expected: { readonly sends: number; readonly reason: string },
  ): Promise<void> {
    await service.environment.sleep('1 day')
    assert.equal(sendsOf(delivery), expected.sends)
    const row = await readDelivery(service, delivery.deliveryId)
    assert.deepEqual(
      [row.status, row.attempts, row.last_error, row.next_attempt_at, row.is_dated],
      ['abandoned', expected.sends, expected.reason, null, true],
    )
  }

  const hook = () => `https://127.0.0.1:${receiver.port}/hook`
  const sql = () => onPool(service.database.pool)
  /** As the API does it; the signal has reached Temporal before time may pass. */
  const stop = async (delivery: ArrangedDelivery, change: 'disabled' | 'deleted') => {
    const { serviceEnvId } = delivery.tenant
    const endpointStop = { serviceEnvId, id: delivery.endpointId, change }
    await stopWebhookEndpoint(service.database, service.outbox, endpointStop)
    await service.outbox.drain()
  }
  /** Without skipping: nobody awaits a result meanwhile. */
  const hasFailed = ({ deliveryId }: ArrangedDelivery, attempts: number) =>
    eventually(async () => {
      const row = await readDelivery(service, deliveryId)
      return row.status === 'failed' && row.attempts === attempts
    })
  const sendsOf = ({ deliveryId }: ArrangedDelivery) =>
    receiver.requests.filter(({ headers }) => headers['x-service-delivery'] === deliveryId).length
  const end = ({ deliveryId }: ArrangedDelivery) =>
    resultOf(service.environment.client, 'webhook-delivery', deliveryId)
  const read = ({ deliveryId }: ArrangedDelivery) =>
    readRun(service.environment.client, 'webhook-delivery', deliveryId)
})
