import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { act, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { givenOrders } from '#test/support/orders.ts'
import { given } from '#test/support/given.ts'
import { eventually } from '#test/support/call.ts'
import { createdCheckout } from '#test/support/checkouts.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { startOf, workflowId, type WorkflowKind } from '#workflows/contract.ts'
import { acceptedCollection, readCollection, settledCollection } from './arrange.ts'
import { handOver, readDetails, resultOf } from './runs.ts'
import { paid, type ScriptedOperator, scriptedOperator } from './scripted-operator.ts'

describe('a run that is cancelled by hand', () => {
  const service = given(() => startSkippedService())
  const tenant = given(() => createTenant(service.database))
  const orders = givenOrders(service)
  booksHoldAfterEach(() => service.database)

  it('a collection looks at its operator at once, goes on, and ends by its own end', async () => {
    const operator = scriptedOperator({
      answers: [{ state: 'taken' }],
      states: [{ state: 'pending' }],
    })
    const id = await acceptedCollection(service, tenant)
    await run(id, operator)
    await eventually(async () => operator.orders.length === 1)
    await cancel('collection', id)
    await eventually(async () => operator.reads() > 0)
    operator.say(paid)
    assert.equal(await end('collection', id), 'succeeded')
    assert.equal((await readCollection(service, id)).status, 'succeeded')
    assert.equal(await statusOf('collection', id), 'COMPLETED')
  })

  it('a collection whose operator is unavailable asks again at once', async () => {
    const operator = scriptedOperator({
      answers: [{ state: 'unavailable' }, { state: 'taken' }],
      states: [paid],
    })
    const id = await acceptedCollection(service, tenant)
    await run(id, operator)
    await eventually(async () => operator.orders.length === 1)
    await cancel('collection', id)
    await eventually(async () => operator.orders.length === 2)
    assert.equal(await end('collection', id), 'succeeded')
  })

  it('funds that wait on staff wait on, and are released', async () => {
    const outcome = { status: 'succeeded', funds: 'held', providerReference: 'OP-1' } as const
    const id = await settledCollection(service, tenant, outcome)
    await handOver(service, id)
    await cancel('funds', id)
    assert.equal((await orders.about('release', id)).fundsStatus, 'available')
    assert.equal(await end('funds', id), 'available')
  })

  it('a refund waits on staff, and is paid once it is approved', async () => {
    const outcome = { status: 'succeeded', providerReference: 'OP-1' } as const
    // So that the whole refund finds its fees in the balance.
    await settledCollection(service, tenant, outcome)
    const { id, operator } = await askedRefund(await settledCollection(service, tenant, outcome))
    await cancel('refund', id)
    await orders.approve(id)
    assert.equal(await end('refund', id), 'succeeded')
    assert.equal(operator.orders.length, 1)
  })

  it('a cash desk’s code stays open until its time is over', async () => {
    const id = await createdCheckout(service, tenant.keys.secret)
    await handOver(service, id)
    await cancel('checkout', id)
    await eventually(async () =>
      (await readDetails(service.environment.client, 'checkout', id)).startsWith('Open until'),
    )
    assert.equal(await end('checkout', id), 'expired')
  })

  for (const kind of [
    'collection',
    'payout',
    'bank-transfer',
    'refund',
    'funds',
    'checkout',
    'late-answer',
    'late-refund-answer',
    'webhook-delivery',
    'webhook-replay',
    'reconciliation',
    'payout-file',
  ] as const) {
    it(`a run (${kind}) whose fact the books do not know ends as an orphan, at once`, async () => {
      const id = randomUUID()
      await start(kind, id)
      assert.equal(await end(kind, id), 'orphan')
      assert.equal(await statusOf(kind, id), 'COMPLETED')
    })
  }

  it('a run that is started anew for a refund goes on from where the books have got to', async () => {
    const outcome = { status: 'succeeded', providerReference: 'OP-1' } as const
    const { id, operator } = await askedRefund(await settledCollection(service, tenant, outcome))
    // The test server skips no more time once a run was terminated: this test is the last.
    await service.environment.client.workflow.getHandle(workflowId('refund', id)).terminate()
    const { database, heldOutbox: outbox } = service
    await act({ database, outbox }, { refundId: id, act: 'approve' })
    await start('refund', id)
    assert.equal(await end('refund', id), 'succeeded')
    assert.equal(operator.orders.length, 1)
  })

  async function run(id: TransactionId, operator: ScriptedOperator): Promise<void> {
    service.operators.set(id, operator)
    await handOver(service, id)
  }

  async function askedRefund(
    transactionId: TransactionId,
  ): Promise<{ readonly id: RefundId; readonly operator: ScriptedOperator }> {
    const operator = scriptedOperator({ answers: [{ state: 'taken' }], states: [paid] })
    service.operators.set(transactionId, operator)
    const { database, heldOutbox: outbox } = service
    const { id } = await refundOf({ database, outbox }, tenant, { transactionId, amount: 500n })
    await handOver(service, id)
    return { id, operator }
  }

  const start = (kind: WorkflowKind, id: string) => {
    const { type, input, ...place } = startOf(kind, id)
    return service.environment.client.workflow.start(type, {
      workflowId: place.workflowId,
      taskQueue: place.taskQueue,
      args: [input],
    })
  }
  const cancel = (kind: WorkflowKind, id: string) =>
    service.environment.client.workflow.getHandle(workflowId(kind, id)).cancel()
  const end = (kind: WorkflowKind, id: string) => resultOf(service.environment.client, kind, id)
  const statusOf = async (kind: WorkflowKind, id: string): Promise<string> =>
    (await service.environment.client.workflow.getHandle(workflowId(kind, id)).describe()).status
      .name
})
