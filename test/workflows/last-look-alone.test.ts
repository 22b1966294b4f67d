import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from '@temporalio/worker'
import { eventually } from '#test/support/call.ts'
import { givenTimeSkipping } from '#test/support/time-skipping.ts'
import { workflowBundle } from '#worker/bundle.ts'
import { signals } from '#workflows/contract/messages.ts'
import { readHandle, stepsOf, timersOf } from './runs.ts'

/** Of a workflow task: a local activity that takes longer sees the next one, with what has come meanwhile. */
const taskMs = 1000
const hourMs = 3_600_000

/**
 * The steps of a collection in the sandbox on a slow day: its last look lasts until a callback was looked at, if anybody
 * listens, and finds then that the time is not up by the books.
 */
class SlowSteps {
  /** How many are over. */
  over = 0
  readonly #callBack: () => Promise<void>
  readonly #isLookedAt = Promise.withResolvers<void>()
  #requests = 0
  #looks = 0

  constructor(callBack: () => Promise<void>) {
    this.#callBack = callBack
  }

  async request() {
    this.#requests += 1
    const at = Date.now() + (this.#requests === 1 ? -hourMs : hourMs)
    return { state: 'taken', summary: 'Taken', expiresAt: new Date(at).toISOString() }
  }

  async expire() {
    await this.#callBack()
    await Promise.race([this.#isLookedAt.promise, pause(4 * taskMs)])
    await pause(200)
    return { state: 'early', leftMs: 2 * hourMs }
  }

  /** Another callback comes during the first one. */
  async look() {
    this.#looks += 1
    if (this.#looks === 1) {
      await this.#callBack()
      await pause(2 * taskMs)
      this.#isLookedAt.resolve()
    } else await pause(400)
    return { state: 'undecided' }
  }

  counted<Result>(step: () => Promise<Result>): () => Promise<Result> {
    return () =>
      step().finally(() => {
        this.over += 1
      })
  }
}

describe('a collection in the sandbox that is called back about during its last look', function () {
  this.timeout(60_000)
  const skipped = givenTimeSkipping()

  it('goes on after a restart of its worker', async () => {
    const workflowId = `collection/${randomUUID()}`
    const bundle = await workflowBundle()
    const { client, nativeConnection: connection } = skipped.environment
    const run = client.workflow.getHandle(workflowId)
    const steps = new SlowSteps(() => run.signal(signals.operatorAnswered))
    const taskQueue = 'last-look'
    const worker = await Worker.create({
      connection,
      taskQueue,
      workflowBundle: bundle,
      activities: {
        requestPayment: steps.counted(() => steps.request()),
        expirePayment: steps.counted(() => steps.expire()),
        checkPayment: steps.counted(() => steps.look()),
      },
    })
    await worker.runUntil(async () => {
      await client.workflow.start('collection', {
        taskQueue,
        workflowId,
        workflowTaskTimeout: taskMs,
        args: [{ transactionId: randomUUID() }],
      })
      await eventually(async () => {
        const { over } = steps
        const recorded = await readHandle(run)
        return over > 4 && stepsOf(recorded) >= over && timersOf(recorded).length > 0
      })
    })
    const history = await run.fetchHistory()
    await Worker.runReplayHistory({ workflowBundle: bundle }, history, workflowId)
  })
})
