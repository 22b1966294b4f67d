import assert from 'node:assert/strict'
import type { OrderState } from '#activities/operators/operator.ts'
import { onPool, inTransaction } from '#db/sql.ts'
import { enqueue } from '#db/outbox.ts'
import { certificates, needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { startReceiver } from '#test/activities/webhooks/receiver.ts'
import { entryOf } from '#test/db/outbox-scene.ts'
import { createdCheckout } from '#test/support/checkouts.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { ordersTo } from '#test/support/orders.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { workflowId, type WorkflowKind } from '#workflows/contract.ts'
import { scannedCheckout, settledCollection, waitingDelivery } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, readHandle, readRun, resultOf, timersOf } from './runs.ts'
import { paid, scriptedOperator } from './scripted-operator.ts'

const secondMs = 1000
/** As workflows/refund.ts has it. */
const looksPerRunMax = 100
const eventsPerLookMax = 10

describe('a run that begins in the middle goes on from the books', () => {
  before(needsOpenssl)
  before(() => {
    certificates()
  })
  const service = given(() => startSkippedService())
  const tenant = given(() => createTenant(service.database))
  booksHoldAfterEach(() => service.database)

  it('a checkout whose payment ended while there was no run looks at it at once, though no signal tells it', async () => {
    const id = await createdCheckout(service, tenant.keys.secret)
    await handOver(service, id)
    const operator = scriptedOperator({ answers: [{ state: 'taken' }], states: [paid] })
    const payment = await scannedCheckout(service, id, operator)
    await handleOf('checkout', id).terminate()
    await handOver(service, payment)
    assert.equal(await resultOf(client(), 'collection', payment), 'succeeded')
    await startAgain(id)
    assert.equal(await resultOf(client(), 'checkout', id), 'succeeded')
    assert.deepEqual(timersOf(await readRun(client(), 'checkout', id)), [])
    await keepHistory(client(), 'checkout', { name: 'checkout-looks-first', subjectId: id })
  })

  it('a delivery waits for the time that its last failure left, not for the whole pause again', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(500).end())
    const host = `127.0.0.1:${receiver.port}`
    service.privateHosts.add(host)
    const { deliveryId } = await waitingDelivery(service, `https://${host}/hook`)
    await handOver(service, deliveryId)
    await eventually(async () => (await stateOf(deliveryId)).status === 'failed')
    await books().rows(
      `update webhook_delivery set next_attempt_at = now() + interval '20 seconds' where id = $1`,
      [deliveryId],
    )
    // Beside the first, for the test server skips no time once a run that waits was terminated.
    const anew = await client().workflow.start('delivery', {
      taskQueue: 'webhooks',
      workflowId: `webhook-delivery/${deliveryId}/anew`,
      args: [{ deliveryId }],
    })
    assert.equal(await anew.result(), 'abandoned')
    const [first, second] = timersOf(await readHandle(anew))
    assert.ok(first && first.durationMs > 5 * secondMs && first.durationMs <= 20 * secondMs)
    assert.equal(second?.durationMs, 300 * secondMs, 'the schedule goes on')
    assert.equal(receiver.requests.length, 6)
    await receiver.close()
  })

  it('a refund that nobody tells of goes on in a second run: looked at as before, sent once, staff told each day', async () => {
    const { database, heldOutbox } = service
    const unheard: OrderState[] = Array.from({ length: looksPerRunMax + 10 }, () => ({
      state: 'unreachable',
    }))
    const outcome = { status: 'succeeded', providerReference: 'OP-1' } as const
    const operator = scriptedOperator({
      answers: [{ state: 'unknown' }],
      states: [...unheard, paid],
    })
    const transactionId = await settledCollection(service, tenant, outcome)
    await settledCollection(service, tenant, outcome)
    service.operators.set(transactionId, operator)
    const wish = { transactionId, amount: 500n }
    const { id } = await refundOf({ database, outbox: heldOutbox }, tenant, wish)
    await handOver(service, id)
    const { runId } = await handleOf('refund', id).describe()
    await ordersTo({ database, client: client() }).approve(id)
    assert.equal(await resultOf(client(), 'refund', id), 'succeeded')
    assert.equal(operator.orders.length, 1)
    const first = await readHandle(client().workflow.getHandle(workflowId('refund', id), runId))
    assert.match(first.events.at(-1)?.eventType ?? '', /CONTINUED_AS_NEW/)
    assert.ok(first.events.length < looksPerRunMax * eventsPerLookMax)
    const told = await books().rows<{ number: number }>(
      'select number from staff_notice where refund_id = $1 order by number',
      [id],
    )
    assert.ok(told.length > 10)
    assert.deepEqual(
      told.map(({ number }) => number),
      Array.from(told, (_, at) => at + 1),
    )
    await keepHistory(client(), 'refund', { name: 'refund-second-run', subjectId: id })
  })

  const client = () => service.environment.client
  const books = () => onPool(service.database.pool)
  const handleOf = (kind: WorkflowKind, id: string) =>
    client().workflow.getHandle(workflowId(kind, id))

  /** As the sweep does it: what was told meanwhile is lost. */
  async function startAgain(id: string): Promise<void> {
    await books().rows('delete from outbox where subject_id = $1', [id])
    await inTransaction(service.database.pool, (tx) => enqueue(tx, [entryOf('checkout', id)]))
    await handOver(service, id)
  }

  async function stateOf(id: string) {
    return books().one<{ status: string }>('select status from webhook_delivery where id = $1', [
      id,
    ])
  }
})
