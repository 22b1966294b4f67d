import assert from 'node:assert/strict'
import { certificates, needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { type Receiver, startReceiver } from '#test/activities/webhooks/receiver.ts'
import { retryDelivery } from '#use-cases/webhooks/retry-delivery.ts'
import { workflowId } from '#workflows/contract.ts'
import { eventually } from '#test/support/call.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { type SkippedService, startSkippedService } from '#test/support/time-skipping.ts'
import { type ArrangedDelivery, readDelivery, waitingDelivery } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, lengthMs, readRun, resultOf, timersOf } from './runs.ts'

const minuteMs = 60_000

describe('an attempt that somebody asks for is made at once', () => {
  let service: SkippedService
  let receiver: Receiver
  /** What the receiver answers to each path, 500 where nothing is said. */
  const answers = new Map<string, number[]>()

  before(needsOpenssl)
  before(async function () {
    this.timeout(60_000)
    certificates()
    service = await startSkippedService()
    receiver = await startReceiver(({ url }, response) => {
      response.writeHead(answers.get(url)?.shift() ?? 500).end()
    })
    service.privateHosts.add(`127.0.0.1:${receiver.port}`)
  })
  after(async () => {
    await receiver?.close()
    await service?.stop()
  })
  booksHoldAfterEach(() => service.database)

  it('by the run that waits, and its schedule goes on from there', async () => {
    const delivery = await deliver('/early', [500, 500, 200])
    await hasStatus(delivery, 'failed')
    await retry(delivery)
    assert.equal(await end(delivery), 'delivered')
    const [first, second] = timersOf(await read(delivery))
    assert.equal(first?.firedAt, undefined, 'the minute was not waited for')
    assert.deepEqual([first?.durationMs, second?.durationMs], [minuteMs, 5 * minuteMs])
    assert.ok(second?.firedAt)
    assert.deepEqual(attemptsAt('/early'), ['1', '2', '3'])
    await keep('delivery-asked-early', delivery)
  })

  it('and a signal without a request, or after it was answered, sends nothing: the pause goes on', async () => {
    const delivery = await deliver('/stray', [500, 200])
    await hasStatus(delivery, 'failed')
    const handle = service.environment.client.workflow.getHandle(runOf(delivery))
    await handle.signal('attemptAsked')
    await handle.signal('attemptAsked')
    assert.equal(await end(delivery), 'delivered')
    assert.ok(lengthMs(await read(delivery)) >= minuteMs)
    assert.deepEqual(attemptsAt('/stray'), ['1', '2'])
    await keep('delivery-asked-in-vain', delivery)
  })

  it('by a new run when the first has ended: one more under number 6, abandoned again or delivered', async () => {
    const delivery = await deliver('/after', [])
    assert.equal(await end(delivery), 'abandoned')
    await retry(delivery)
    assert.equal(await end(delivery), 'abandoned')
    const again = await read(delivery)
    assert.deepEqual(timersOf(again), [], 'nothing follows an extra attempt')
    await keep('delivery-asked-after-its-end', delivery)
    answers.set('/after', [204])
    await retry(delivery)
    assert.equal(await end(delivery), 'delivered')
    assert.deepEqual(attemptsAt('/after'), ['1', '2', '3', '4', '5', '6', '6', '6'])
    const sent = receiver.requests.filter(({ url }) => url === '/after')
    assert.equal(new Set(sent.map(({ body }) => body.toString())).size, 1)
    const { status, attempts } = await readDelivery(service, delivery.deliveryId)
    assert.deepEqual([status, attempts], ['delivered', 6])
  })

  it('once, though its announcement is handed over twice', async () => {
    const delivery = await deliver('/twice', [])
    assert.equal(await end(delivery), 'abandoned')
    answers.set('/twice', [200])
    const rows = 'select * from outbox where subject_id = $1'
    await retryDelivery(service.database, service.heldOutbox, orderOf(delivery))
    const { pool } = service.database
    await pool.query(
      `insert into outbox (kind, subject_id, signal, starts_run)
       select kind, subject_id, signal, starts_run from outbox where subject_id = $1`,
      [delivery.deliveryId],
    )
    assert.equal((await pool.query(rows, [delivery.deliveryId])).rowCount, 2)
    await handOver(service, delivery.deliveryId)
    assert.equal(await end(delivery), 'delivered')
    assert.equal(attemptsAt('/twice').length, 7)
  })

  async function deliver(path: string, answered: number[]): Promise<ArrangedDelivery> {
    answers.set(path, answered)
    const delivery = await waitingDelivery(service, `https://127.0.0.1:${receiver.port}${path}`)
    await handOver(service, delivery.deliveryId)
    return delivery
  }

  const orderOf = ({ tenant, deliveryId }: ArrangedDelivery) => ({
    serviceEnvId: tenant.serviceEnvId,
    id: deliveryId,
  })
  const retry = async (delivery: ArrangedDelivery) => {
    await retryDelivery(service.database, service.outbox, orderOf(delivery))
    await service.outbox.drain()
  }
  const hasStatus = ({ deliveryId }: ArrangedDelivery, expected: string) =>
    eventually(async () => (await readDelivery(service, deliveryId)).status === expected)
  const runOf = ({ deliveryId }: ArrangedDelivery) => workflowId('webhook-delivery', deliveryId)
  const end = ({ deliveryId }: ArrangedDelivery) =>
    resultOf(service.environment.client, 'webhook-delivery', deliveryId)
  const read = ({ deliveryId }: ArrangedDelivery) =>
    readRun(service.environment.client, 'webhook-delivery', deliveryId)
  const keep = (name: string, { deliveryId: subjectId }: ArrangedDelivery) =>
    keepHistory(service.environment.client, 'webhook-delivery', { name, subjectId })
  const attemptsAt = (path: string) =>
    receiver.requests
      .filter(({ url }) => url === path)
      .map(({ headers }) => headers['x-service-attempt'])
})
