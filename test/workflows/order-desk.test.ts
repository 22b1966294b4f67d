import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { WorkflowUpdateFailedError } from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { bundleWorkflowCode, DefaultLogger, Worker } from '@temporalio/worker'
import { createLog } from '#platform/log.ts'
import { installRuntimeOnce } from '#test/support/service.ts'
import { startTimeSkipping } from '#test/support/stack-temporal.ts'
import { type ToyOrder, toyOrder, type toyRun } from './toy-run.ts'

describe('orders of people to a run', () => {
  let environment: TestWorkflowEnvironment
  let worker: Worker
  let ended: Promise<void>

  before(async function () {
    this.timeout(60_000)
    installRuntimeOnce(createLog({ level: 'error', name: 'test' }))
    environment = await startTimeSkipping()
    worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue: 'toys',
      workflowBundle: await bundleWorkflowCode({
        workflowsPath: fileURLToPath(new URL('toy-run.ts', import.meta.url)),
        logger: new DefaultLogger('ERROR'),
      }),
    })
    ended = worker.run()
  })
  after(async () => {
    worker?.shutdown()
    await ended
    await environment?.teardown()
  })

  const begins = (names: readonly string[]) =>
    names.flatMap((name) => [`${name} begins`, `${name} ends`])

  async function given(orders: readonly ToyOrder[]) {
    const { workflow } = environment.client
    const run = await workflow.start<typeof toyRun>('toyRun', {
      taskQueue: 'toys',
      workflowId: `toy/${orders.map(({ name }) => name).join('-')}`,
      args: [orders.filter(({ name }) => name !== 'unheard').length],
    })
    const answers = orders.map(async (order) => {
      try {
        const args = [{ actId: randomUUID(), ...order }] as [ToyOrder]
        const answer = await run.executeUpdate(toyOrder, { args, updateId: order.name })
        return answer.status
      } catch (error) {
        assert.ok(error instanceof WorkflowUpdateFailedError)
        return error.cause instanceof ApplicationFailure ? error.cause.type : 'unknown'
      }
    })
    return { answers: await Promise.all(answers), happened: await run.result() }
  }

  it('three at once are followed one after the other, each whole, none twice', async () => {
    const names = ['first', 'second', 'third', 'fourth']
    const { answers, happened } = await given(names.map((name) => ({ name, end: 'done' })))
    assert.deepEqual(answers, names)
    const order = happened.filter((_, at) => at % 2 === 0).map((text) => text.split(' ')[0] ?? '')
    assert.deepEqual(order.toSorted(), names.toSorted())
    assert.deepEqual(happened, begins(order))
  })

  it('one that is refused in its turn holds up none that waits behind it', async () => {
    const { answers, happened } = await given([
      { name: 'done', end: 'done' },
      { name: 'refused', end: 'refused' },
      { name: 'last', end: 'done' },
    ])
    assert.deepEqual(answers, ['done', 'approval_required', 'last'])
    assert.equal(happened.length, 6)
  })

  it('one that cannot be is refused as it comes, before the others had their turn', async () => {
    const { answers, happened } = await given([
      { name: 'long', end: 'done' },
      { name: 'unheard', end: 'done' },
    ])
    assert.deepEqual(answers, ['long', 'action_not_allowed'])
    assert.deepEqual(happened, begins(['long']))
  })
})
