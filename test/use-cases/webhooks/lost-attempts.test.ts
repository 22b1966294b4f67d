import assert from 'node:assert/strict'
import { attemptDelivery } from '#activities/attempt-delivery.ts'
import type { DeliveryId } from '#domain/ids.ts'
import {
  type AttemptEnd,
  claimAttempt,
  type ClaimedAttempt,
  closeLostAttempt,
  finishAttempt,
} from '#use-cases/webhooks/attempt-delivery.ts'
import { readEnv } from '#platform/env.ts'
import { givenBooks } from '#test/support/books.ts'
import { tallyOf } from '#test/support/outcome.ts'
import { workerSteps } from '#test/support/worker-steps.ts'
import { age, beginAttempt, endOf, historyOf, waitingDelivery } from './deliveries.ts'

describe('an attempt without a result', () => {
  const books = givenBooks(20)

  const claim = (deliveryId: DeliveryId, attempt: number) =>
    claimAttempt(books.database, { deliveryId, attempt })

  const begin = (id: DeliveryId, attempt: number) => beginAttempt(books, id, attempt)

  function finish(deliveryId: DeliveryId, { attemptId }: ClaimedAttempt, end: AttemptEnd) {
    return finishAttempt(books.database, { deliveryId, attemptId }, end)
  }

  /** As a worker that was told that it is lost. */
  function giveUp(deliveryId: DeliveryId, attemptId: bigint) {
    const end = { outcome: 'failed', error: 'worker_lost', retryInMs: 60_000 } as const
    return closeLostAttempt(books.database, { deliveryId, attemptId }, end)
  }

  /** As a run does that knows of no later one. */
  function ask(deliveryId: DeliveryId, attempt: number) {
    const nobody = () => assert.fail('no operator is asked')
    const steps = workerSteps(books, nobody)
    const webhooks = { ...steps.webhooks, retryScheduleMs: readEnv({}).webhookRetryScheduleMs }
    return attemptDelivery({ ...steps, webhooks }, { deliveryId, attempt })
  }

  it('whose worker was lost is spent: the delivery goes on with the next number', async () => {
    const { id } = await waitingDelivery(books)
    const lost = await begin(id, 1)
    await age(books, id, 1)
    const { attemptId } = lost
    assert.deepEqual(await claim(id, 1), { state: 'lost', attemptId, number: 1, isExtra: false })
    await Promise.all(Array.from({ length: 5 }, () => giveUp(id, attemptId)))
    assert.equal((await claim(id, 1)).state, 'failed')
    await finish(id, await begin(id, 2), endOf('failed'))
    // The worker was only slow, and reports at last.
    assert.equal(await finish(id, lost, endOf('delivered')), undefined)
    const history = await historyOf(books, id)
    assert.equal(history.status, 'failed')
    assert.deepEqual(history.sent, ['1 worker_lost', '2 http_500'])
  })

  it('is given up alone: whoever does so late does not give up the next one, which is being sent', async () => {
    const { id } = await waitingDelivery(books)
    const { attemptId } = await begin(id, 1)
    await giveUp(id, attemptId)
    const second = await begin(id, 2)
    await giveUp(id, attemptId)
    assert.ok(await finish(id, second, endOf('delivered')))
    const history = await historyOf(books, id)
    assert.equal(history.status, 'delivered')
    assert.deepEqual(history.sent, ['1 worker_lost', '2 200'])
  })

  it('may be being sent: whoever asks for an earlier one looks again once it has its result', async () => {
    const { id } = await waitingDelivery(books)
    await finish(id, await begin(id, 1), endOf('failed'))
    const second = await begin(id, 2)
    // A run that somebody ended was started again, and begins with the first.
    const told = await ask(id, 1)
    assert.ok(told.state === 'failed')
    assert.deepEqual([told.reason, told.attempt], ['under_way', 1])
    assert.ok(told.retryInMs > 0 && told.retryInMs <= 15_000, `${told.retryInMs} ms`)
    assert.ok(await finish(id, second, endOf('delivered')))
    assert.deepEqual(await ask(id, 2), { state: 'delivered' })
    assert.deepEqual((await historyOf(books, id)).sent, ['1 http_500', '2 200'])
  })

  it('keeps others from beginning, and is lost after its time', async () => {
    const { id } = await waitingDelivery(books)
    await begin(id, 1)
    assert.equal((await claim(id, 2)).state, 'under_way')
    const { attempts, sent } = await historyOf(books, id)
    assert.deepEqual({ attempts, sent }, { attempts: 1, sent: ['1 open'] })
    await age(books, id, 1)
    // The books are those of before two more attempts, which the run remembers.
    const told = await ask(id, 4)
    assert.ok(told.state === 'failed')
    assert.deepEqual([told.reason, told.attempt], ['worker_lost', 1])
    assert.equal((await begin(id, 2)).number, 2)
  })

  it('is lost if it began well after now: the clock was set back', async () => {
    const { id } = await waitingDelivery(books)
    await begin(id, 1)
    await age(books, id, -10)
    assert.equal((await claim(id, 1)).state, 'lost')
  })

  it('in 20 races over one number: it is sent once, whoever reports what', async function () {
    this.timeout(60_000)
    for (let race = 0; race < 20; race += 1) {
      const { id } = await waitingDelivery(books)
      const worker = async (): Promise<void> => {
        const answer = await claim(id, 1)
        if (answer.state === 'claimed') {
          await age(books, id, 1)
          await finish(id, answer, endOf('failed'))
        }
        const isLost = answer.state === 'under_way' || answer.state === 'lost'
        const again = isLost ? await claim(id, 1) : undefined
        if (again?.state === 'lost') await giveUp(id, again.attemptId)
      }
      assert.deepEqual(await tallyOf([worker(), worker(), worker()]), { done: 3 })
      const { status, sent } = await historyOf(books, id)
      assert.equal(status, 'failed')
      assert.ok(['1 http_500', '1 worker_lost'].includes(sent.join()), sent.join())
    }
  })
})
