import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { certificates, needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { type Received, type Receiver, startReceiver } from '#test/activities/webhooks/receiver.ts'
import { given } from '#test/support/given.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { type ArrangedDelivery, readAttempts, readDelivery, waitingDelivery } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, readRun, resultOf, type Run, timersOf } from './runs.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const scheduleMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs]
const secondMs = 1000
const abandonedEventsMax = 70
type Status = number | 'cut' | 'silent'

describe('a delivery follows its schedule, hours of it skipped', () => {
  before(needsOpenssl)
  before(() => {
    certificates()
  })
  const service = given(() => startSkippedService())
  const keep = (name: string, { deliveryId }: { readonly deliveryId: string }) =>
    keepHistory(service.environment.client, 'webhook-delivery', { name, subjectId: deliveryId })

  it('six attempts: at once, then 1 min, 5 min, 30 min, 2 h and 6 h after each failure; then it is abandoned', async () => {
    const { receiver, delivery } = await deliverTo(() => 500)
    assert.equal(await end(delivery), 'abandoned')
    const run = await read(delivery)
    assertSchedule(run, scheduleMs)
    assert.ok(run.events.length <= abandonedEventsMax, `${run.events.length} events`)
    assert.equal(receiver.requests.length, 6)
    assert.deepEqual(await readDelivery(service, delivery.deliveryId), {
      status: 'abandoned',
      attempts: 6,
      last_http_status: 500,
      last_error: 'http_status',
      next_attempt_at: null,
      is_dated: true,
    })
    await service.environment.sleep('3 days')
    assert.equal(receiver.requests.length, 6, 'nothing follows')
    await keep('delivery-abandoned', delivery)
    await receiver.close()
  })

  it('body, signature and delivery id are the same six times, and X-Service-Attempt counts 1 to 6', async () => {
    const { receiver, delivery } = await deliverTo(() => 503)
    await end(delivery)
    const { requests } = receiver
    assert.deepEqual(headers(requests, 'x-service-attempt'), ['1', '2', '3', '4', '5', '6'])
    const digests = requests.map(({ body }) => createHash('sha256').update(body).digest('hex'))
    assert.equal(new Set(digests).size, 1)
    assert.equal(new Set(headers(requests, 'x-service-signature')).size, 1)
    assert.deepEqual([...new Set(headers(requests, 'x-service-delivery'))], [delivery.deliveryId])
    await receiver.close()
  })

  for (const goodAttempt of [1, 2, 3, 4, 5, 6]) {
    it(`a success at attempt ${goodAttempt} ends it at once`, async () => {
      const { receiver, delivery } = await deliverTo((sends) => (sends < goodAttempt ? 404 : 204))
      assert.equal(await end(delivery), 'delivered')
      assertSchedule(await read(delivery), scheduleMs.slice(0, goodAttempt - 1))
      await service.environment.sleep('1 day')
      assert.equal(receiver.requests.length, goodAttempt)
      const row = await readDelivery(service, delivery.deliveryId)
      assert.deepEqual(
        [row.status, row.attempts, row.last_http_status, row.last_error, row.is_dated],
        ['delivered', goodAttempt, 204, null, true],
      )
      if ([1, 3, 6].includes(goodAttempt)) {
        await keep(`delivery-delivered-${goodAttempt}`, delivery)
      }
      await receiver.close()
    })
  }

  it('a redirect, a 4xx, a 5xx, a cut connection and silence are failures alike', async function () {
    this.timeout(40_000)
    const answers: Status[] = [302, 410, 502, 'cut', 'silent', 200]
    const { receiver, delivery } = await deliverTo((sends) => answers[sends - 1] ?? 500)
    assert.equal(await end(delivery), 'delivered')
    const run = await read(delivery)
    assertSchedule(run, scheduleMs)
    assert.ok(run.events.length <= abandonedEventsMax, `${run.events.length} events`)
    const attempts = await readAttempts(service, delivery.deliveryId)
    assert.deepEqual(
      attempts.map(({ number, http_status, error }) => [number, http_status, error]),
      [
        [1, 302, 'redirect'],
        [2, 410, 'http_status'],
        [3, 502, 'http_status'],
        [4, null, 'connection_closed'],
        [5, null, 'timeout'],
        [6, 200, null],
      ],
    )
    assert.ok(attempts.every(({ is_finished }) => is_finished))
    await receiver.close()
  })

  it('one that is told its endpoint sends at once, without looking first, and retries on schedule', async () => {
    const { receiver, delivery } = await announced((sends) => (sends < 2 ? 500 : 200))
    assert.equal(await startTold(delivery), 'delivered')
    const run = await read(delivery)
    assertSchedule(run, scheduleMs.slice(0, 1))
    assert.ok(!run.text.includes('MARKER_RECORDED'), 'no local activity')
    assert.deepEqual(headers(receiver.requests, 'x-service-attempt'), ['1', '2'])
    await keep('delivery-told-endpoint', delivery)
    await receiver.close()
  })

  it('one that is told its endpoint, and finds it disabled, sends nothing', async () => {
    const { receiver, delivery } = await announced(() => 200)
    await onPool(service.database.pool).rows(
      `update webhook_endpoint set status = 'disabled' where id = $1`,
      [delivery.endpointId],
    )
    assert.equal(await startTold(delivery), 'abandoned')
    assert.equal(receiver.requests.length, 0)
    await receiver.close()
  })

  it('a second start under the same id sends nothing more', async () => {
    const { receiver, delivery } = await deliverTo(() => 200)
    await end(delivery)
    const { client } = service.environment
    const again = await client.workflow.execute('delivery', {
      taskQueue: 'webhooks',
      workflowId: `webhook-delivery/${delivery.deliveryId}`,
      args: [{ deliveryId: delivery.deliveryId }],
    })
    assert.equal(again, 'delivered')
    assert.equal(receiver.requests.length, 1)
    await receiver.close()
  })

  async function deliverTo(answer: (sends: number) => Status): ReturnType<typeof announced> {
    const arranged = await announced(answer)
    await handOver(service, arranged.delivery.deliveryId)
    return arranged
  }

  /** As the process does that has just written the delivery. */
  const startTold = ({ deliveryId, endpointId }: ArrangedDelivery) =>
    service.environment.client.workflow.execute('delivery', {
      taskQueue: 'webhooks',
      workflowId: `webhook-delivery/${deliveryId}`,
      args: [{ deliveryId, endpointId }],
    })

  /** A delivery whose run is not started. */
  async function announced(
    answer: (sends: number) => Status,
  ): Promise<{ receiver: Receiver; delivery: ArrangedDelivery }> {
    let sends = 0
    const receiver = await startReceiver((_, response) => {
      sends += 1
      const status = answer(sends)
      if (status === 'cut') response.destroy()
      else if (status !== 'silent') response.writeHead(status, { location: '/elsewhere' }).end()
    })
    service.privateHosts.add(`127.0.0.1:${receiver.port}`)
    const delivery = await waitingDelivery(service, `https://127.0.0.1:${receiver.port}/hook`)
    return { receiver, delivery }
  }

  const end = ({ deliveryId }: ArrangedDelivery) =>
    resultOf(service.environment.client, 'webhook-delivery', deliveryId)
  const read = ({ deliveryId }: ArrangedDelivery) =>
    readRun(service.environment.client, 'webhook-delivery', deliveryId)
})

/** The run waited exactly these times, each from the failure on, and went on within the second. */
function assertSchedule(run: Run, expectedMs: readonly number[]): void {
  const timers = timersOf(run)
  assert.deepEqual(
    timers.map(({ durationMs }) => durationMs),
    expectedMs,
  )
  for (const { startedAt, durationMs, firedAt = 0 } of timers) {
    const lateMs = firedAt - startedAt - durationMs
    assert.ok(lateMs >= 0 && lateMs < secondMs, `${lateMs} ms late`)
  }
}

function headers(requests: readonly Received[], name: string): unknown[] {
  return requests.map(({ headers: all }) => all[name])
}
