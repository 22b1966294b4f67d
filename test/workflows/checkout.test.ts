import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { WorkflowUpdateFailedError } from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import type { Operator } from '#activities/operators/operator.ts'
import { eventually } from '#test/support/call.ts'
import { createdCheckout } from '#test/support/checkouts.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { workflowId } from '#workflows/contract.ts'
import type { SignalName, UpdateName } from '#workflows/contract/messages.ts'
import { readCollection, scannedCheckout } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import {
  handOver,
  lengthMs,
  readDetails,
  readHandle,
  readRun,
  resultOf,
  stepsOf,
  timersOf,
} from './runs.ts'
import { operatorThat, paid, refusedByPayer, slowOperatorThat } from './scripted-operator.ts'

const secondMs = 1000
/** As workflows/checkout-arbiter.ts has it. */
const recordWithinMs = 20 * secondMs
const beginningsMax = 100
const floodEventsMax = 3000
const openMs = 300 * secondMs
const slackMs = 10 * secondMs

describe('the run of a cash desk’s code', () => {
  const service = given(() => startSkippedService())
  const tenant = given(() => createTenant(service.database))
  booksHoldAfterEach(() => service.database)

  it('nobody pays: open until its time is over, then expired', async () => {
    const id = await started()
    assert.equal(await end(id), 'expired')
    const run = await read(id)
    assert.ok(Math.abs(lengthMs(run) - openMs) < slackMs, `${lengthMs(run)} ms`)
    assert.deepEqual((await stateOf(id)).status, 'expired')
    assert.equal(await readDetails(client(), 'checkout', id), 'Ended: expired.')
    await keep('checkout-expired', id)
  })

  it('a payer pays: processing, then succeeded with its payment', async () => {
    const id = await started()
    const payment = await scanned(id, operatorThat(paid))
    assert.match(await readDetails(client(), 'checkout', id), new RegExp(`collection/${payment}`))
    assert.deepEqual(await stateOf(id), { status: 'processing', payment, latest: payment })
    await handOver(service, payment)
    assert.equal(await end(id), 'succeeded')
    assert.deepEqual(await stateOf(id), { status: 'succeeded', payment: null, latest: payment })
    assert.deepEqual((await readCollection(service, payment)).movements, ['collection_settled'])
    await keep('checkout-paid', id)
  })

  it('a payment fails: payable again, and paid by the next', async () => {
    const id = await started()
    const failed = await scanned(id, operatorThat(refusedByPayer))
    await endOf(failed)
    await untilOpen(id)
    const payment = await scanned(id, operatorThat(paid))
    await handOver(service, payment)
    assert.equal(await end(id), 'succeeded')
    assert.equal((await stateOf(id)).latest, payment)
    await keep('checkout-paid-at-the-second-try', id)
  })

  it('its time passes during a payment that fails: expired, never open again', async () => {
    const id = await started()
    const payment = await scanned(id, slowOperatorThat(refusedByPayer))
    await endOf(payment)
    assert.equal(await end(id), 'expired')
    assert.ok(lengthMs(await read(id)) > openMs)
    assert.deepEqual(await stateOf(id), { status: 'expired', payment: null, latest: payment })
    await keep('checkout-expired-during-payment', id)
  })

  it('its time passes during a payment that succeeds: what was accepted goes to its end', async () => {
    const id = await started()
    const payment = await scanned(id, slowOperatorThat(paid))
    await endOf(payment)
    assert.equal(await end(id), 'succeeded')
    assert.ok(lengthMs(await read(id)) > openMs)
    await keep('checkout-paid-after-its-time', id)
  })

  it('cancelled while open: ended at once, and nobody pays it', async () => {
    const id = await started()
    assert.equal(await order(id, 'cancelCheckout'), 'cancelled')
    assert.equal(await end(id), 'cancelled')
    assert.deepEqual((await stateOf(id)).status, 'cancelled')
    await keep('checkout-cancelled', id)
  })

  it('given to a payment that its process never recorded: open again after 20 seconds', async () => {
    const id = await started()
    assert.equal(await order(id, 'beginPayment', newPayment()), 'processing')
    await skip(recordWithinMs + secondMs)
    await untilOpen(id)
    const [, wait] = timersOf(await read(id))
    assert.equal(wait?.durationMs, recordWithinMs)
    const payment = await scanned(id, operatorThat(paid))
    await handOver(service, payment)
    assert.equal(await end(id), 'succeeded')
    await keep('checkout-never-recorded', id)
  })

  it('recorded later than 20 seconds: refused, for it was given back', async () => {
    const id = await started()
    const late = newPayment()
    await order(id, 'beginPayment', late)
    await skip(recordWithinMs + secondMs)
    await untilOpen(id)
    assert.deepEqual(await stateOf(id), { status: 'open', payment: null, latest: null })
    const other = newPayment()
    await order(id, 'beginPayment', other)
    assert.equal(await order(id, 'dropPayment', late), 'processing')
    assert.equal((await stateOf(id)).payment, other)
    assert.equal(await order(id, 'dropPayment', other), 'open')
    await order(id, 'cancelCheckout')
  })

  it('dropped by a rule: open at once, for the same payment too', async () => {
    const id = await started()
    const payment = newPayment()
    await order(id, 'beginPayment', payment)
    assert.equal(await order(id, 'dropPayment', payment), 'open')
    assert.equal(await order(id, 'beginPayment', payment), 'processing')
    assert.equal(await order(id, 'dropPayment', payment), 'open')
    await order(id, 'cancelCheckout')
    await end(id)
    await keep('checkout-dropped', id)
  })

  it('a flood of payments that rules refuse is stopped: the run stays small, the desk may still cancel', async () => {
    const id = await started()
    for (let at = 0; at < beginningsMax; at += 1) {
      const payment = newPayment()
      await order(id, 'beginPayment', payment)
      await order(id, 'dropPayment', payment)
    }
    assert.equal(await refusal(id, 'beginPayment', newPayment()), 'rate_limited')
    assert.equal(await order(id, 'cancelCheckout'), 'cancelled')
    assert.equal(await end(id), 'cancelled')
    const { events } = await read(id)
    assert.ok(events.length < floodEventsMax, `${events.length} events`)
  }).timeout(120_000)

  it('one payment at a time: others and the desk are refused without a trace, the same one has it', async () => {
    const id = await started()
    const payment = newPayment()
    await order(id, 'beginPayment', payment)
    const before = await ordersTaken(id)
    assert.equal(await refusal(id, 'beginPayment', newPayment()), 'payment_link_in_progress')
    assert.equal(await refusal(id, 'cancelCheckout'), 'checkout_not_cancellable')
    assert.equal(await ordersTaken(id), before)
    assert.equal(await order(id, 'beginPayment', payment), 'processing')
    assert.equal(await order(id, 'dropPayment', payment), 'open')
    await order(id, 'cancelCheckout')
  })

  it('twenty payments and the desk at once: one has it, all others are told so', async () => {
    const id = await started()
    const asked = Array.from({ length: 20 }, () => order(id, 'beginPayment', newPayment()))
    const all = await Promise.allSettled([...asked, order(id, 'cancelCheckout')])
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1)
    const { status, payment } = await stateOf(id)
    assert.equal(status === 'processing', payment !== null)
    if (payment !== null) await order(id, 'dropPayment', payment as TransactionId)
    await end(id)
  })

  it('the end of a payment told twice, early, or of another: it is only looked at', async () => {
    const id = await started()
    await tell(id, 'paymentEnded')
    const payment = await scanned(id, operatorThat(paid))
    await tell(id, 'paymentEnded')
    await tell(id, 'paymentEnded')
    await handOver(service, payment)
    await endOf(payment)
    await client()
      .workflow.getHandle(workflowId('checkout', id))
      .signal('paymentEnded' satisfies SignalName)
      .catch(() => {})
    assert.equal(await end(id), 'succeeded')
    await keep('checkout-told-twice', id)
  })

  it('the desk closes: an open code is cancelled, one being paid once its payment has failed', async () => {
    const open = await started()
    await tell(open, 'deskClosed')
    assert.equal(await end(open), 'cancelled')
    await keep('checkout-desk-closed', open)
    const busy = await started()
    const payment = await scanned(busy, operatorThat(refusedByPayer))
    await tell(busy, 'deskClosed')
    await handOver(service, payment)
    assert.equal(await end(busy), 'cancelled')
    await keep('checkout-desk-closed-during-payment', busy)
  })

  it('ended by hand, and started anew once its desk has closed: cancelled at once, not open until its time', async () => {
    const { keys, terminalId } = await createTenant(service.database)
    const id = await createdCheckout(service, keys.terminal)
    await onPool(service.database.pool).rows(
      'update terminal set deleted_at = now() where id = $1',
      [terminalId],
    )
    await handOver(service, id)
    assert.equal(await end(id), 'cancelled')
    await keep('checkout-desk-closed-before', id)
  })

  it('a run started anew goes on from the books', async () => {
    const id = await started()
    const payment = await scanned(id, operatorThat(paid))
    const options = { taskQueue: 'payments', args: [{ checkoutId: id }] }
    const again = await client().workflow.start('checkout', {
      ...options,
      workflowId: `checkout/${id}/anew`,
    })
    // It has read the books and looked once; from then on it only waits to be told.
    await eventually(async () => stepsOf(await readHandle(again)) === 2)
    await handOver(service, payment)
    await endOf(payment)
    await again.signal('paymentEnded' satisfies SignalName)
    assert.equal(await again.result(), 'succeeded')
    assert.equal(await end(id), 'succeeded')
    const last = { ...options, workflowId: `checkout/${id}/after-retention` }
    assert.equal(await client().workflow.execute('checkout', last), 'succeeded')
  })

  const client = () => service.environment.client
  const end = (id: string) => resultOf(client(), 'checkout', id)
  const endOf = async (id: TransactionId) => {
    await handOver(service, id)
    return resultOf(client(), 'collection', id)
  }
  const read = (id: string) => readRun(client(), 'checkout', id)
  const keep = (name: string, subjectId: string) =>
    keepHistory(client(), 'checkout', { name, subjectId })
  const newPayment = () => randomUUID() as TransactionId
  const scanned = (id: string, operator: Operator) => scannedCheckout(service, id, operator)
  const skip = (ms: number) => service.environment.sleep(ms)

  async function started(): Promise<string> {
    const id = await createdCheckout(service, tenant.keys.secret)
    await handOver(service, id)
    return id
  }

  function order(id: string, name: UpdateName, transactionId?: TransactionId): Promise<string> {
    const input = transactionId === undefined ? {} : { transactionId }
    return client()
      .workflow.getHandle(workflowId('checkout', id))
      .executeUpdate<string, [object]>(name, { args: [input] })
  }

  async function refusal(id: string, name: UpdateName, payment?: TransactionId) {
    const error: unknown = await order(id, name, payment).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof WorkflowUpdateFailedError)
    assert.ok(error.cause instanceof ApplicationFailure)
    return error.cause.type
  }

  /** What was taken of orders so far; a refusal is no event. */
  async function ordersTaken(id: string): Promise<number> {
    const { events } = await read(id)
    return events.filter(({ eventType }) => eventType.includes('UPDATE_ACCEPTED')).length
  }

  const tell = (id: string, name: SignalName) =>
    client().workflow.getHandle(workflowId('checkout', id)).signal(name)

  async function stateOf(id: string) {
    return onPool(service.database.pool).one<{
      status: string
      payment: string | null
      latest: string | null
    }>(
      'select status, payment_id as payment, transaction_id as latest from checkout where id = $1',
      [id],
    )
  }

  async function untilOpen(id: string): Promise<void> {
    while ((await stateOf(id)).status !== 'open') await skip(secondMs)
  }
})
