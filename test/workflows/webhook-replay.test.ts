import assert from 'node:assert/strict'
import { certificates, needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { type Receiver, startReceiver } from '#test/activities/webhooks/receiver.ts'
import { sendsAtOnceMax } from '#db/sends-at-once.ts'
import { startReplay, stopReplay } from '#use-cases/webhooks/replay.ts'
import type { ReplayId } from '#domain/ids.ts'
import { abandonCopies } from '#test/use-cases/webhooks/deliveries.ts'
import { eventually } from '#test/support/call.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { type SkippedService, startSkippedService } from '#test/support/time-skipping.ts'
import { type ArrangedDelivery, waitingDelivery } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, readRun, resultOf } from './runs.ts'

const missedCount = 45
const eventsMax = 60
const dayMs = 86_400_000

describe('a replay runs until all was sent once more', () => {
  let service: SkippedService
  let receiver: Receiver
  let release: () => void

  before(needsOpenssl)
  before(async function () {
    this.timeout(60_000)
    certificates()
    service = await startSkippedService()
    const held: (() => void)[] = []
    let isReleased = false
    receiver = await startReceiver(({ url }, response) => {
      const answer = () => response.writeHead(200).end()
      if (url === '/held' && !isReleased) held.push(answer)
      else answer()
    })
    release = () => {
      isReleased = true
      held.splice(0).forEach((answer) => answer())
    }
    service.privateHosts.add(`127.0.0.1:${receiver.port}`)
  })
  after(async () => {
    await receiver?.close()
    await service?.stop()
  })
  booksHoldAfterEach(() => service.database)

  it(`each of ${missedCount}, though a few at a time, in a short history`, async function () {
    this.timeout(60_000)
    const { tenant } = await missed('/all', missedCount)
    const id = await start(tenant)
    assert.equal(await end(id), 'done')
    const deliveries = receiver.requests
      .filter(({ url }) => url === '/all')
      .map(({ headers }) => headers['x-service-delivery'])
    assert.equal(deliveries.length, missedCount)
    assert.equal(new Set(deliveries).size, missedCount)
    const run = await readRun(service.environment.client, 'webhook-replay', id)
    assert.ok(run.events.length <= eventsMax, `${run.events.length} events`)
    assert.deepEqual(await statesOf(tenant), [{ status: 'delivered', count: missedCount }])
    await keep('webhook-replay-done', id)
  })

  it('or somebody stops it: it ends at once', async () => {
    const { tenant } = await missed('/held', 25)
    const id = await start(tenant)
    await eventually(() =>
      Promise.resolve(
        receiver.requests.filter(({ url }) => url === '/held').length === sendsAtOnceMax,
      ),
    )
    const { serviceEnvId } = tenant
    await stopReplay(service.database, service.outbox, { serviceEnvId, id })
    await service.outbox.drain()
    assert.equal(await end(id), 'stopped')
    release()
    await eventually(async () => {
      const states = await statesOf(tenant)
      return states.some(({ status, count }) => status === 'delivered' && count === 20)
    })
    await keep('webhook-replay-stopped', id)
  })

  /** A merchant whose webhook has abandoned so many deliveries. */
  async function missed(path: string, count: number): Promise<ArrangedDelivery> {
    const delivery = await waitingDelivery(service, `https://127.0.0.1:${receiver.port}${path}`)
    await abandonCopies(service.database, delivery.deliveryId, count - 1)
    await service.database.pool.query('delete from outbox')
    return delivery
  }

  async function start({ serviceEnvId }: ArrangedDelivery['tenant']): Promise<ReplayId> {
    const since = new Date(Date.now() - 10 * dayMs)
    const replay = { serviceEnvId, endpointId: null, since }
    const id = await startReplay(service.database, service.heldOutbox, replay)
    await handOver(service, id)
    return id
  }

  async function statesOf({ serviceEnvId }: ArrangedDelivery['tenant']) {
    const { rows } = await service.database.pool.query<{ status: string; count: number }>(
      `select status, count(*)::int as count from webhook_delivery where service_env_id = $1
       group by status order by status`,
      [serviceEnvId],
    )
    return rows
  }

  const end = (id: ReplayId) => resultOf(service.environment.client, 'webhook-replay', id)
  const keep = (name: string, subjectId: ReplayId) =>
    keepHistory(service.environment.client, 'webhook-replay', { name, subjectId })
})
