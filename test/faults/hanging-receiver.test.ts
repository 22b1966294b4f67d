import assert from 'node:assert/strict'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { type Receiver, startReceiver, startTcpTalker } from '#test/activities/webhooks/receiver.ts'
import { samplePayload } from '#domain/webhooks/samples.ts'
import { asId, type RefundId, type ServiceEnvId, type TransactionId } from '#domain/ids.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { sendsAtOnceMax } from '#db/sends-at-once.ts'
import { recordTestEvent } from '#db/events.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { randomUUID } from 'node:crypto'
import { eventually } from '#test/support/call.ts'
import { outboxTo } from '#test/support/orders.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'
import { p95, tell } from './rounds.ts'

const toNobody = 150
const toOthers = 20

interface Addressee {
  readonly serviceEnvId: ServiceEnvId
  readonly endpointId: string
}

describe(`${toNobody} deliveries to a receiver that never answers`, function () {
  this.timeout(240_000)
  let hanging: Receiver
  let good: Receiver
  let service: TestService
  let silent: Addressee
  let open = 0
  let openMax = 0
  /** Of the hanging endpoint, as all deliveries of the others had arrived. */
  let begunMeanwhile = 0
  /** When those of the others arrived after they were announced, in milliseconds: alone, and meanwhile. */
  const tookMs: { alone: number[]; meanwhile: number[] } = { alone: [], meanwhile: [] }

  before(needsOpenssl)
  before(async () => {
    hanging = await startTcpTalker((socket) => {
      open += 1
      openMax = Math.max(openMax, open)
      // What the service has closed is over, whenever this side notices that it is.
      socket.once('end', () => {
        open -= 1
      })
    })
    let arrived = (): void => {}
    good = await startReceiver((_, response) => {
      arrived()
      response.writeHead(204).end()
    })
    // One after the other, as payments end: twenty at once would measure the machine.
    const arrivals = async (addressee: Addressee): Promise<number[]> => {
      const times: number[] = []
      while (times.length < toOthers) {
        const since = performance.now()
        const arrival = new Promise<void>((resolve) => {
          arrived = resolve
        })
        await announce(addressee, 1)
        await arrival
        times.push(performance.now() - since)
      }
      return times
    }
    service = await startTestService({
      WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${hanging.port},127.0.0.1:${good.port}`,
      // As few as the deliveries to nobody would hold if they could.
      WORKER_WORKFLOW_SLOTS: '10',
      WORKER_WEBHOOKS_SLOTS: '10',
    })
    const other = await endpointAt(good)
    silent = await endpointAt(hanging)
    tookMs.alone = await arrivals(other)
    await announce(silent, toNobody)
    await eventually(async () => open === sendsAtOnceMax)
    tookMs.meanwhile = await arrivals(other)
    begunMeanwhile = await begunTo(silent)
  })
  after(async () => {
    await service?.stop()
    await hanging?.close()
    await good?.close()
  })

  async function endpointAt({ port }: Receiver): Promise<Addressee> {
    const { serviceEnvId } = await createTenant(service.database)
    const { endpoint } = await createWebhookEndpoint(service.database, serviceEnvId, {
      url: `https://127.0.0.1:${port}/hook`,
      label: null,
      events: ['*'],
      isEnabled: true,
    })
    return { serviceEnvId, endpointId: endpoint.id }
  }

  /** Like test events, without their limit; their process hands them over at once. */
  async function announce({ serviceEnvId, endpointId }: Addressee, count: number): Promise<void> {
    const type = 'test.ping'
    const ids = {
      transactionId: asId<TransactionId>(randomUUID()),
      refundId: asId<RefundId>(randomUUID()),
    }
    const { database, temporal: client } = service
    const announced = await inTransaction(database.pool, async (tx) => {
      const endpoint = await tx.one<Parameters<typeof recordTestEvent>[2]['endpoint']>(
        `select id, secret_sealed as "secretSealed", secret_version as "secretVersion"
         from webhook_endpoint where id = $1`,
        [endpointId],
      )
      const entries: string[] = []
      for (let number = 0; number < count; number += 1) {
        const about = { mode: 'sandbox', serviceEnvId, now: new Date(), ...ids } as const
        const event = { type, serviceEnvId, data: samplePayload(type, about), endpoint } as const
        entries.push(...(await recordTestEvent(tx, database.keyring, event)).announced)
      }
      return entries
    })
    outboxTo({ database, client }).kick(announced)
  }

  async function begunTo({ endpointId }: Addressee): Promise<number> {
    const { count } = await onPool(service.database.pool).one<{ count: number }>(
      `select count(*)::int as count from webhook_attempt a
         join webhook_delivery d on d.id = a.delivery_id where d.endpoint_id = $1`,
      [endpointId],
    )
    return count
  }

  it('hold up no other: those of another merchant arrive while most of them wait', () => {
    assert.ok(begunMeanwhile < toNobody / 2, `${begunMeanwhile} were begun meanwhile`)
    const attempts = good.requests.map(({ headers }) => headers['x-service-attempt'])
    assert.deepEqual(attempts, Array<string>(2 * toOthers).fill('1'))
    const [alone, meanwhile] = [p95(tookMs.alone), p95(tookMs.meanwhile)]
    tell('deliveries to a black hole', {
      'to nobody': toNobody,
      'healthy p95 ms': meanwhile,
      '× alone': meanwhile / alone,
    })
  })

  it(`keep ${sendsAtOnceMax} connections open, as the receiver counts them, and never more`, async () => {
    // The next ones follow as the first are given up.
    await eventually(async () => hanging.connections() >= 2 * sendsAtOnceMax)
    assert.equal(openMax, sendsAtOnceMax)
  })

  it('show in the Temporal UI what they wait for, in a word that names nobody', async () => {
    const waiting = await onPool(service.database.pool).rows<{ id: string }>(
      "select id from webhook_delivery where status = 'pending' and attempts = 0 order by id desc limit 5",
    )
    const shown = await eventually(async () => {
      const pending = await Promise.all(waiting.map(({ id }) => pendingStep(id)))
      return pending.find((step) => step?.lastFailure != null)
    })
    assert.equal(shown.activityType?.name, 'sendAttempt')
    assert.equal(shown.lastFailure?.message, 'endpoint_busy')
    assert.equal(shown.priority?.fairnessKey, silent.endpointId)
  })

  async function pendingStep(deliveryId: string) {
    const run = service.temporal.workflow.getHandle(`webhook-delivery/${deliveryId}`)
    return (await run.describe()).raw.pendingActivities?.[0]
  }
})
