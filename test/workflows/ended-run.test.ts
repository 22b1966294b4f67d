import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { WorkflowNotFoundError } from '@temporalio/client'
import { asId, type ActId, type RefundId } from '#domain/ids.ts'
import { ServiceError } from '#domain/errors/errors.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { spread } from '#test/faults/rounds.ts'
import { call, collectionCall, eventually, waitUntilFinal } from '#test/support/call.ts'
import { createdCheckout, scanCall } from '#test/support/checkouts.ts'
import { newStaff } from '#test/support/people.ts'
import { ordersTo, outboxTo } from '#test/support/orders.ts'
import { sharedService, type TestService } from '#test/support/service.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { workflowId } from '#workflows/contract.ts'
import { signals, updates } from '#workflows/contract/messages.ts'
import { resultOf } from './runs.ts'

const times = 1000
const atOnce = 20
const nonsense: readonly unknown[] = [null, 7, 'approve', [], {}, { actId: 'x' }, { actedBy: [] }]

describe('nonsense that is said to a run', function () {
  this.timeout(120_000)
  let service: TestService
  let tenant: Tenant
  let refundId: RefundId
  let client: TestService['temporal']

  before(async () => {
    service = await sharedService()
    client = service.temporal
    tenant = await createTenant(service.database)
    const answer = await call(service, collectionCall(tenant.keys.secret))
    const { id } = await waitUntilFinal(service, tenant.keys.secret, answer.json.data.id)
    const { database } = service
    const outbox = outboxTo({ database, client })
    const wish = {
      transactionId: asId<Parameters<typeof refundOf>[2]['transactionId']>(id),
      amount: 500n,
    }
    refundId = (await refundOf({ database, outbox }, tenant, wish)).id
    await eventually(async () => (await running()) || undefined)
  })
  after(() => service?.stop())

  it('that waits for an order: each is refused by its code, a forged one too, and the refund waits on', async () => {
    for (const word of [...nonsense, { actId: randomUUID(), actedBy: randomUUID() }]) {
      await assert.rejects(order(word), refusedByTheRun, JSON.stringify(word))
    }
    assert.equal((await readRefund(service.database, refundId)).status, 'pending')
    assert.equal(await running(), true)
  })

  it('that is a code of a cash desk: each is refused, and the code is paid', async () => {
    const id = await createdCheckout(service, tenant.keys.secret)
    const run = client.workflow.getHandle(workflowId('checkout', id))
    await eventually(() =>
      run.describe().then(
        () => true,
        () => false,
      ),
    )
    for (const { name } of [updates.beginPayment, updates.dropPayment]) {
      for (const word of [...nonsense, { transactionId: 'x' }]) {
        const given = run.executeUpdate(name, { args: [word] })
        await assert.rejects(given, refusedByTheRun, `${name} ${JSON.stringify(word)}`)
      }
    }
    const answer = await call(service, scanCall(id))
    assert.equal(answer.status, 202, answer.text)
    assert.equal(await resultOf(client, 'checkout', id), 'succeeded')
  })

  it(`that has ended, ${times} times: each is refused with one line, and neither books nor run change`, async () => {
    const orders = ordersTo({ database: service.database, client })
    await orders.approve(refundId)
    assert.equal(await resultOf(client, 'refund', refundId), 'succeeded')
    const before = await readRefund(service.database, refundId)
    const { runId, historyLength } = await described()
    const names = [...Object.keys(signals), 'nobody-knows-it']
    await spread(times, atOnce, async (at) => {
      const word = nonsense[at % nonsense.length]
      const name = names[at % names.length] ?? ''
      await assert.rejects(handle().signal(name, word), WorkflowNotFoundError)
      await assert.rejects(order(word), WorkflowNotFoundError)
    })
    const actId = asId<ActId>(randomUUID())
    const by = await newStaff(service.database)
    for (let time = 0; time < 3; time += 1) {
      await assert.rejects(
        orders.approve(refundId, by, actId),
        (error) => error instanceof ServiceError && error.code === 'action_not_allowed',
      )
    }
    assert.deepEqual(await readRefund(service.database, refundId), before)
    const after = await described()
    assert.deepEqual([after.runId, after.historyLength], [runId, historyLength])
  })

  const handle = () => client.workflow.getHandle(workflowId('refund', refundId))
  const described = () => handle().describe()
  const order = (word: unknown) =>
    handle().executeUpdate(updates.approveRefund.name, { args: [word] })
  const running = () =>
    described().then(
      ({ status }) => status.name === 'RUNNING',
      () => false,
    )
})

function refusedByTheRun(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly type?: string } }
  return cause?.type === 'action_not_allowed'
}
