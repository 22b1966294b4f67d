import assert from 'node:assert/strict'
import { certificates, needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { startReceiver } from '#test/activities/webhooks/receiver.ts'
import { startAgain } from '#use-cases/runs/start-again.ts'
import { workflowId } from '#workflows/contract.ts'
import { eventually } from '#test/support/call.ts'
import { type SkippedService, startSkippedService } from '#test/support/time-skipping.ts'
import { readDelivery, waitingDelivery } from './arrange.ts'
import { handOver, readRun, resultOf, timersOf } from './runs.ts'

describe('a delivery whose run was ended by hand during a send, and started again', function () {
  this.timeout(90_000)
  let service: SkippedService

  before(needsOpenssl)
  before(async () => {
    certificates()
    service = await startSkippedService()
  })
  after(() => service?.stop())

  it('is delivered by that send, and not sent again', async () => {
    const answer = Promise.withResolvers<void>()
    const receiver = await startReceiver((_, response) => {
      void answer.promise.then(() => response.writeHead(204).end())
    })
    const place = `127.0.0.1:${receiver.port}`
    service.privateHosts.add(place)
    const { deliveryId } = await waitingDelivery(service, `https://${place}/hook`)
    await handOver(service, deliveryId)
    await eventually(async () => receiver.requests.length === 1)
    const { client } = service.environment
    await client.workflow.getHandle(workflowId('webhook-delivery', deliveryId)).terminate()
    await startAgain(service, { kind: 'webhook-delivery', ids: [deliveryId] })
    await service.outbox.drain()
    const read = () => readRun(client, 'webhook-delivery', deliveryId)
    await eventually(async () => timersOf(await read()).length > 0)
    answer.resolve()
    assert.equal(await resultOf(client, 'webhook-delivery', deliveryId), 'delivered')
    assert.equal(receiver.requests.length, 1)
    assert.equal((await readDelivery(service, deliveryId)).status, 'delivered')
    await receiver.close()
  })
})
